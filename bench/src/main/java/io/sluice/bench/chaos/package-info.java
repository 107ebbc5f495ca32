/**
 * Writes to a real cluster while its servers, its regions and the network fail by a schedule that a seed fixes, and
 * then compares the acknowledged mutations with the rows that HBase's own client reads. See docs/chaos.md.
 */
@NullMarked
package io.sluice.bench.chaos;

import org.jspecify.annotations.NullMarked;
