/**
 * Writes to a real cluster while its servers, its regions and the network fail by a schedule that a seed fixes, and then
 * compares what was acknowledged with what HBase's own client reads. See docs/chaos.md.
 */
@NullMarked
package io.sluice.bench.chaos;

import org.jspecify.annotations.NullMarked;
