/** Tests of the comparison of warm-ups: that it runs and judges, not how fast. */
@NullMarked
package io.sluice.bench.warmup;

import org.jspecify.annotations.NullMarked;
