package io.sluice.client.internal.security;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Finds out whether a server speaks TLS, by the first message of a handshake that is not gone on with. Either an answer
 * or an alert of TLS comes back, or nothing that looks like it.
 */
public final class TlsProbe extends ChannelInboundHandlerAdapter {
    /** A record with a ClientHello of TLS 1.2: random bytes, no session, one cipher suite, no compression. */
    private static final byte[] CLIENT_HELLO =
            HexFormat.of().parseHex("160301002d" + "01000029" + "0303" + "5a".repeat(32) + "00" + "0002c02f" + "0100");

    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;

    private final CompletableFuture<Boolean> result = new CompletableFuture<>();

    private TlsProbe() {}

    /**
     * Asks on a channel that has just connected, does not read yet, and is of no other use from then on.
     *
     * @param timeoutNanos after which the answer is no, positive
     * @return completes on the channel's event loop, where this is to be called; never fails
     */
    @SuppressWarnings("FutureReturnValueIgnored") // A failed write comes as exceptionCaught.
    public static CompletableFuture<Boolean> ask(Channel channel, long timeoutNanos) {
        TlsProbe probe = new TlsProbe();
        channel.pipeline().addLast(probe);
        channel.config().setAutoRead(true);
        channel.writeAndFlush(Unpooled.wrappedBuffer(CLIENT_HELLO), channel.voidPromise());
        try {
            channel.eventLoop().schedule(() -> probe.result.complete(false), timeoutNanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            probe.result.complete(false);
        }
        return probe.result;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            if (bytes.isReadable()) {
                int type = bytes.getUnsignedByte(bytes.readerIndex());
                result.complete(type == ALERT || type == HANDSHAKE);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        result.complete(false);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A broken write: an alert that came before may still be read, and the end comes anyway.
        if (!ctx.channel().isOpen() || ctx.channel().unsafe().outboundBuffer() != null) {
            result.complete(false);
        }
    }
}
