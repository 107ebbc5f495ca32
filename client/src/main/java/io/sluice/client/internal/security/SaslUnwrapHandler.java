package io.sluice.client.internal.security;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sluice.client.internal.wire.FrameDecoder;
import io.sluice.client.internal.wire.MalformedMessageException;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;

/**
 * Checks or decrypts what comes, frame by frame behind a {@link FrameDecoder}. What is inside is a stream of bytes: answers
 * begin and end wherever they like in it.
 */
final class SaslUnwrapHandler extends ChannelInboundHandlerAdapter {
    private static final int OVERHEAD_BYTES = 64 << 10;

    private final SaslClient client;
    private boolean broken;

    SaslUnwrapHandler(SaslClient client) {
        this.client = client;
    }

    /** Cuts what comes into wrapped pieces; a server wraps an answer as a whole. */
    static FrameDecoder frames(int maxFrameBytes) {
        return new FrameDecoder((int) Math.min(Integer.MAX_VALUE, (long) maxFrameBytes + OVERHEAD_BYTES));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws MalformedMessageException {
        ByteBuf frame = (ByteBuf) message;
        byte[] wrapped;
        try {
            if (broken) {
                return;
            }
            wrapped = ByteBufUtil.getBytes(frame);
        } finally {
            frame.release();
        }
        byte[] plain;
        try {
            plain = client.unwrap(wrapped, 0, wrapped.length);
        } catch (SaslException e) {
            // Nothing behind it can be trusted.
            broken = true;
            throw new MalformedMessageException("What came is not what the server has wrapped: " + e.getMessage());
        }
        ctx.fireChannelRead(Unpooled.wrappedBuffer(plain));
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        try {
            client.dispose();
        } catch (SaslException e) {
            // It is gone.
        }
    }
}
