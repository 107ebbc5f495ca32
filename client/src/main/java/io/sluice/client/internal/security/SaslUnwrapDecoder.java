package io.sluice.client.internal.security;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.sluice.client.internal.wire.MalformedMessageException;
import java.io.IOException;
import java.util.List;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;

/**
 * Checks or decrypts what comes: {@code int32 length | wrapped bytes}. What is inside is a stream of bytes: answers begin
 * and end wherever they like in it.
 */
final class SaslUnwrapDecoder extends ByteToMessageDecoder {
    private static final int OVERHEAD_BYTES = 64 << 10;

    private final SaslClient client;
    private final int maxBytes;
    private boolean broken;

    SaslUnwrapDecoder(SaslClient client, int maxFrameBytes) {
        this.client = client;
        // A server wraps an answer as a whole.
        maxBytes = (int) Math.min(Integer.MAX_VALUE, (long) maxFrameBytes + OVERHEAD_BYTES);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws IOException {
        if (broken) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (in.readableBytes() < Integer.BYTES) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 0 || length > maxBytes) {
            broken = true;
            throw new MalformedMessageException("Malformed wrap: length " + length + " is not in 0.." + maxBytes);
        }
        if (in.readableBytes() - Integer.BYTES < length) {
            return;
        }
        in.skipBytes(Integer.BYTES);
        byte[] wrapped = ByteBufUtil.getBytes(in.readSlice(length));
        try {
            out.add(Unpooled.wrappedBuffer(client.unwrap(wrapped, 0, length)));
        } catch (SaslException e) {
            // Nothing behind it can be trusted.
            broken = true;
            throw new MalformedMessageException("What came is not what the server has wrapped: " + e.getMessage());
        }
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) {
        try {
            client.dispose();
        } catch (SaslException e) {
            // It is gone.
        }
    }
}
