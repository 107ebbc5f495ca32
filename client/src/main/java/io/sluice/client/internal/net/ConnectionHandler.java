package io.sluice.client.internal.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.sluice.client.internal.security.TlsFailures;
import io.sluice.client.internal.wire.MalformedMessageException;
import java.io.IOException;

/** Tells a connection's calls what happens on its channel. */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private final CallFlow flow;
    private final String address;

    ConnectionHandler(CallFlow flow, String address) {
        this.flow = flow;
        this.address = address;
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
            // With TLS 1.3 a server refuses a client's certificate only after the client has finished its handshake.
            flow.end(TlsFailures.concerns(inner) ? TlsFailures.explain(address, inner) : inner);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        flow.end(new IOException(
                flow.answeredOnce()
                        ? "closed by the server"
                        : "closed by the server before its first answer; servers do so without a word when they do not"
                                + " offer the service, refuse the user, or expect TLS"
                                + " (hbase.client.netty.tls.enabled)"));
    }

    /** Stands before the frames are cut, so that an answer that comes slowly counts as a sign of life. */
    static final class ReadClock extends ChannelInboundHandlerAdapter {
        private final CallFlow flow;

        ReadClock(CallFlow flow) {
            this.flow = flow;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            flow.bytesRead(((ByteBuf) message).readableBytes());
            ctx.fireChannelRead(message);
        }
    }
}
