/** Measures the cost of building a Put. */
@NullMarked
package io.sluice.bench.put;

import org.jspecify.annotations.NullMarked;
