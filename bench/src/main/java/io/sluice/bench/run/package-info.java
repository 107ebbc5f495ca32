/** Runs one JMH benchmark, or one program that measures by itself, in a JVM of its own and says what came out. */
@NullMarked
package io.sluice.bench.run;

import org.jspecify.annotations.NullMarked;
