/** Runs one JMH benchmark, or one program that measures itself, in its own JVM, and returns the result. */
@NullMarked
package io.sluice.bench.run;

import org.jspecify.annotations.NullMarked;
