/** Measures how much a reader of the client's numbers adds to the cost of {@code mutate()}. */
@NullMarked
package io.sluice.bench.metrics;

import org.jspecify.annotations.NullMarked;
