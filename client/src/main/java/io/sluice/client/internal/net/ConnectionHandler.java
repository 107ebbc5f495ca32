package io.sluice.client.internal.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.sluice.client.internal.wire.MalformedMessageException;
import java.io.IOException;

/** Tells a connection's calls what happens on its channel. */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private final CallFlow flow;

    ConnectionHandler(CallFlow flow) {
        this.flow = flow;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf frame = (ByteBuf) message;
        try {
            // After a broken frame nothing that follows can be trusted.
            if (!flow.hasEnded()) {
                flow.answer(frame);
            }
        } catch (MalformedMessageException e) {
            flow.end(e);
        } finally {
            frame.release();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            flow.drain();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Throwable inner = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        // Without a buffer for what is to be sent: Netty has shut the writing half of the socket down.
        boolean ofWrite = inner instanceof IOException
                && ctx.channel().unsafe().outboundBuffer() == null
                && ctx.channel().isOpen();
        if (ofWrite && !flow.isUnwritable()) {
            flow.writeFailed(inner);
        } else {
            flow.end(inner);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        flow.end(new IOException(
                flow.answeredOnce()
                        ? "closed by the server"
                        : "closed by the server before its first answer; servers do so without a word when they do not"
                                + " offer the service or refuse the user"));
    }

    /** Stands before the frames are cut, so that an answer that comes slowly counts as a sign of life. */
    static final class ReadClock extends ChannelInboundHandlerAdapter {
        private final CallFlow flow;

        ReadClock(CallFlow flow) {
            this.flow = flow;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            flow.bytesRead();
            ctx.fireChannelRead(message);
        }
    }
}
