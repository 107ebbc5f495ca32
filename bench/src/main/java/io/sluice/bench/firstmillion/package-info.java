/** Measures the first million puts of a new JVM, which most programs that load data never get past. */
@NullMarked
package io.sluice.bench.firstmillion;

import org.jspecify.annotations.NullMarked;
