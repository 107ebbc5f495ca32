/**
 * Writing to a server that acknowledges at once, so that the client is the limit. The server speaks as much of a region
 * server's protocol as clients need to find one table and to write to it.
 */
@NullMarked
package io.sluice.bench.nullserver;

import org.jspecify.annotations.NullMarked;
