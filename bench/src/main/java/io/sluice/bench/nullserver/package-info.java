/**
 * Measures writing to a server that acknowledges at once, so that the client is the limit. The server supports as much
 * of a region server's protocol as clients need to find a table and write to it.
 */
@NullMarked
package io.sluice.bench.nullserver;

import org.jspecify.annotations.NullMarked;
