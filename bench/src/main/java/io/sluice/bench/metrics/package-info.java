/** What it costs a {@code mutate()} that somebody reads the client's numbers. */
@NullMarked
package io.sluice.bench.metrics;

import org.jspecify.annotations.NullMarked;
