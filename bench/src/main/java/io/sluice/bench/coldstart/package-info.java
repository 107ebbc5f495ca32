/** Measures the first rows of a new client, written to a real server with and without preparation. */
@NullMarked
package io.sluice.bench.coldstart;

import org.jspecify.annotations.NullMarked;
