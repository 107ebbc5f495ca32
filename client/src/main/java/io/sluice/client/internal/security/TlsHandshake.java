package io.sluice.client.internal.security;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;

/** The first step of a channel that is to be encrypted. */
final class TlsHandshake {
    private final TlsContext contexts;
    private final long timeoutNanos;
    private final SecurityThreads threads;

    TlsHandshake(TlsSettings settings, SecurityThreads threads) {
        contexts = new TlsContext(settings);
        timeoutNanos = settings.handshakeTimeoutNanos();
        this.threads = threads;
    }

    /** Encrypts the channel, then runs the next step on its event loop. */
    void start(Handshake handshake, Runnable next) {
        // Files may have to be looked at, which may take.
        threads.run(
                () -> {
                    SslContext context = contexts.current();
                    handshake.onLoop(() -> encrypt(handshake, context, next));
                },
                error -> handshake.onLoop(() -> handshake.fail(error)));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // It is the listener that is told.
    private void encrypt(Handshake handshake, SslContext context, Runnable next) {
        handshake.enter(Handshake.Stage.TLS);
        Channel channel = handshake.channel();
        Peer peer = handshake.peer();
        // With the name by which the cluster knows it: that is what the certificate has to say.
        SslHandler handler = context.newHandler(channel.alloc(), peer.host(), peer.port());
        handler.setHandshakeTimeout(timeoutNanos, TimeUnit.NANOSECONDS);
        channel.pipeline().addFirst(handler);
        handler.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                handshake.onLoop(next);
            } else {
                handshake.fail(TlsFailures.explain(peer.toString(), done.cause()));
            }
        });
    }
}
