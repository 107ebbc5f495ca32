/** Tests of the comparison of pools: that it runs and judges, not how fast. */
@NullMarked
package io.sluice.bench.connectioncycle;

import org.jspecify.annotations.NullMarked;
