/**
 * Connections to HBase's servers on Netty: opening, calls in flight, timeouts. May use {@code wire}, Netty and the ports
 * of the engine.
 */
@NullMarked
package io.sluice.client.internal.net;

import org.jspecify.annotations.NullMarked;
