/**
 * Asks {@code hbase:meta} where the regions of a table are and whether the table is enabled. May use {@code registry},
 * {@code net}, {@code wire} and the ports of the engine.
 */
@NullMarked
package io.sluice.client.internal.meta;

import org.jspecify.annotations.NullMarked;
