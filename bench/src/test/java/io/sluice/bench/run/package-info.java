/** Tests of what runs benchmarks. */
@NullMarked
package io.sluice.bench.run;

import org.jspecify.annotations.NullMarked;
