package io.sluice.client.internal.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.sluice.client.internal.security.TlsFailures;
import io.sluice.client.internal.wire.MalformedMessageException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Tells a connection's calls what happens on its channel. */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private final CallFlow flow;
    private final String address;
    private final boolean encrypted;

    /** @param encrypted whether the channel speaks TLS */
    ConnectionHandler(CallFlow flow, String address, boolean encrypted) {
        this.flow = flow;
        this.address = address;
        this.encrypted = encrypted;
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
        if (flow.hasEnded()) {
            return;
        }
        if (ofWrite && !flow.isUnwritable()) {
            flow.writeFailed(lost(inner, inner.getMessage()));
        } else if (TlsFailures.concerns(inner)) {
            // With TLS 1.3 a server refuses a client's certificate only after the client has finished its handshake.
            flow.end(TlsFailures.explain(address, inner));
        } else {
            boolean ofSocket = inner instanceof IOException && !(inner instanceof MalformedMessageException);
            flow.end(ofSocket ? lost(inner, inner.getMessage()) : inner);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!flow.hasEnded()) {
            flow.end(lost(null, "closed by the server"));
        }
    }

    /** An exception for the end of the connection; before the first answer it says what a server may mean by it. */
    private Throwable lost(@Nullable Throwable cause, @Nullable String how) {
        if (flow.answeredOnce()) {
            return cause == null ? new IOException(how) : cause;
        }
        return new IOException(how + " before its first answer; " + TlsFailures.endAdvice(encrypted), cause);
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
