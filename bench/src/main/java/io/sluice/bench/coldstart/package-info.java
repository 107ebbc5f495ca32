/** The first rows of a client that knows nothing yet, written to a real server with and without preparation. */
@NullMarked
package io.sluice.bench.coldstart;

import org.jspecify.annotations.NullMarked;
