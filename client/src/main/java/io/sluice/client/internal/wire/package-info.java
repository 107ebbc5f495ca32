/**
 * HBase's messages as bytes: frames, headers, requests and answers, without a protobuf library. Knows buffers but no sockets.
 * May use {@code io.netty.buffer}, the codec base of Netty, {@code io.sluice} and the batches of the engine.
 */
@NullMarked
package io.sluice.client.internal.wire;

import org.jspecify.annotations.NullMarked;
