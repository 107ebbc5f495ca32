/** Measures what a reader of the client's numbers costs a {@code mutate()}. */
@NullMarked
package io.sluice.bench.metrics;

import org.jspecify.annotations.NullMarked;
