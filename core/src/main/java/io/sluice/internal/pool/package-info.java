/**
 * Pools of connections to servers; knows neither sockets nor HBase's messages. May use {@code io.sluice},
 * {@code internal.retry} and {@code internal.time}.
 */
@NullMarked
package io.sluice.internal.pool;

import org.jspecify.annotations.NullMarked;
