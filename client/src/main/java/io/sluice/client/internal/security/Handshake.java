package io.sluice.client.internal.security;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import io.sluice.client.internal.wire.ConnectionHeader;
import io.sluice.client.internal.wire.MalformedMessageException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What happens on a channel between the TCP connect and the connection header. It is the last handler of the pipeline
 * meanwhile, so every failure ends here, and nothing that a server sends too early passes. Runs on the channel's event
 * loop; the result completes there, once.
 */
final class Handshake extends ChannelInboundHandlerAdapter {
    final Channel channel;
    final Peer peer;
    final CompletableFuture<ConnectionHeader.@Nullable User> result = new CompletableFuture<>();
    private Stage stage = Stage.PREPARING;
    /** Set by a thread that knows why the handshake fails and is about to report it: then the end of the channel is ignored. */
    private volatile boolean decided;

    private final ScheduledFuture<?> deadline;
    private boolean heard;

    /** What is being waited for. */
    enum Stage {
        PREPARING("keys and certificates"),
        TLS("the TLS handshake"),
        LOGIN("this client's login"),
        SASL("the authentication");

        private final String text;

        Stage(String text) {
            this.text = text;
        }
    }

    private Handshake(Channel channel, Peer peer, long timeoutNanos) {
        this.channel = channel;
        this.peer = peer;
        deadline = channel.eventLoop()
                .schedule(
                        () -> fail(new IOException("No connection to " + peer + ": "
                                + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms were over while it waited for "
                                + stage.text + " (hbase.ipc.client.socket.timeout.connect)")),
                        timeoutNanos,
                        TimeUnit.NANOSECONDS);
    }

    /** Begins a handshake that fails after the timeout, whatever it waits for. Call this on the channel's event loop. */
    static Handshake begin(Channel channel, Peer peer, long timeoutNanos) {
        Handshake handshake = new Handshake(channel, peer, timeoutNanos);
        channel.pipeline().addLast(handshake);
        channel.config().setAutoRead(true);
        return handshake;
    }

    void enter(Stage next) {
        stage = next;
    }

    /** Runs a step on the event loop. If that has ended, so has the channel. */
    void onLoop(Runnable step) {
        Runnable guarded = () -> {
            if (result.isDone()) {
                return;
            }
            try {
                step.run();
            } catch (RuntimeException | Error e) {
                fail(new IOException("Connection to " + peer + " failed: " + e, e));
            }
        };
        try {
            channel.eventLoop().execute(guarded);
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new IOException("the client is closed", e));
        }
    }

    /** Called when the server has sent something after TLS. */
    void heard() {
        heard = true;
    }

    /** Ends the handshake with success. The receiver adds its handlers after this one, which is then removed. */
    void complete(ConnectionHeader.@Nullable User user) {
        deadline.cancel(false);
        if (result.complete(user)) {
            channel.pipeline().remove(this);
        }
    }

    /** Announces that {@link #fail} will be called: what happens to the channel until then does not matter. */
    void decide() {
        decided = true;
    }

    /** Ends the handshake with a failure, whose receiver closes the channel. */
    void fail(Throwable error) {
        deadline.cancel(false);
        result.completeExceptionally(error);
    }

    /** Reports the end of the channel, with what it was waiting for. */
    private void broken(Throwable cause) {
        if (decided) {
            return;
        }
        if (stage == Stage.TLS || TlsFailures.concerns(cause)) {
            fail(TlsFailures.explain(peer.toString(), cause));
            return;
        }
        String why = cause instanceof ClosedChannelException ? "closed by the server" : cause.getMessage();
        String message = "Connection to " + peer + " ended while it waited for " + stage.text + ": " + why;
        boolean ofSocket = cause instanceof IOException && !(cause instanceof MalformedMessageException);
        if (ofSocket && !heard) {
            message += " before it said anything; " + TlsFailures.endAdvice(channel);
        }
        fail(new IOException(message, cause));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ReferenceCountUtil.release(message);
        fail(new IOException(peer + " sent something before it was asked"));
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        broken(new ClosedChannelException());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Throwable inner = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        broken(inner);
    }
}
