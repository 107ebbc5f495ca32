/** Tests of the benchmarks: that they run, not how fast. */
@NullMarked
package io.sluice.bench;

import org.jspecify.annotations.NullMarked;
