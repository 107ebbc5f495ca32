package io.sluice.client.internal.security;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.sluice.client.internal.wire.ConnectionHeader;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.time.Clock;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/** Secures channels as the settings say. Safe for use by many threads. */
public final class ChannelSecurity implements AutoCloseable {
    private final SecuritySettings settings;
    private final BlockingThreads threads = new BlockingThreads("sluice-security-");
    /** Null without TLS. */
    private final @Nullable TlsContext tls;
    /** The principal that a server has proved to have where two are possible, by service and address. */
    private final ConcurrentMap<String, String> provedPrincipals = new ConcurrentHashMap<>();

    /**
     * Reads keys and certificates.
     *
     * @throws IllegalArgumentException if one cannot be used; names file and key
     */
    public ChannelSecurity(SecuritySettings settings) {
        this.settings = settings;
        tls = settings.tls() == null ? null : new TlsContext(settings.tls());
    }

    /**
     * Asks a cluster something, after the first login if there is one.
     *
     * @return fails as a connection would if the login fails
     */
    public <T> CompletableFuture<T> afterLogin(Supplier<CompletableFuture<T>> question) {
        if (settings.sasl() == null || !(settings.sasl().credential() instanceof Login login)) {
            return Completions.started(question);
        }
        CompletableFuture<Subject> loggedIn = new CompletableFuture<>();
        threads.run("The first login", () -> loggedIn.complete(login.subject()), loggedIn::completeExceptionally);
        return loggedIn.thenCompose(subject -> question.get());
    }

    /** The authentication of a connection that is about to be opened; null if the client does not authenticate. */
    public @Nullable SaslSession newSession(Peer peer) {
        return settings.sasl() == null ? null : SaslSession.of(peer, settings.sasl(), provedPrincipals);
    }

    /**
     * Brings a channel that has just connected, and does not read yet, to the point where the connection header may be
     * written. Call this on the channel's event loop.
     *
     * @param timeoutNanos after which it fails, positive
     * @param session that of {@link #newSession}, the same for all channels of one connection
     * @return the user for the connection header, null if the server knows it from the authentication. Completes on the
     *     channel's event loop when the preamble has been written, perhaps not flushed; is complete already if there is
     *     nothing to wait for. The receiver of a failure closes the channel, and after a {@link
     *     SaslSession.RefusedException} tries again with a new one
     */
    public CompletableFuture<ConnectionHeader.@Nullable User> secure(
            Channel channel, Peer peer, long timeoutNanos, @Nullable SaslSession session) {
        if (tls == null && session == null) {
            return CompletableFuture.completedFuture(greet(channel));
        }
        Handshake handshake = Handshake.begin(channel, peer, timeoutNanos);
        if (tls == null) {
            authenticate(handshake, session);
        } else {
            encrypt(handshake, tls, session);
        }
        return handshake.result;
    }

    private void encrypt(Handshake handshake, TlsContext contexts, @Nullable SaslSession session) {
        // Reading files may block.
        threads.run(
                "Securing the connection to " + handshake.peer,
                () -> {
                    SslContext context = contexts.current();
                    handshake.onLoop(() -> encrypt(handshake, context, session));
                },
                error -> handshake.onLoop(() -> handshake.fail(error)));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The listener is told.
    private void encrypt(Handshake handshake, SslContext context, @Nullable SaslSession session) {
        handshake.enter(Handshake.Stage.TLS);
        Channel channel = handshake.channel;
        Peer peer = handshake.peer;
        // The certificate must have the name by which the cluster knows the server.
        SslHandler handler = context.newHandler(
                channel.alloc(), peer.server().getHostname(), peer.server().getPort());
        handler.setHandshakeTimeout(
                Clock.nanosOf(Objects.requireNonNull(settings.tls()).handshakeTimeout()), TimeUnit.NANOSECONDS);
        channel.pipeline().addFirst(handler);
        handler.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                handshake.onLoop(() -> authenticate(handshake, session));
            } else {
                handshake.fail(TlsFailures.explain(peer.toString(), done.cause()));
            }
        });
    }

    private void authenticate(Handshake handshake, @Nullable SaslSession session) {
        if (session == null) {
            handshake.complete(greet(handshake.channel));
            return;
        }
        handshake.enter(Handshake.Stage.LOGIN);
        SaslNegotiation negotiation = new SaslNegotiation(handshake, session, settings.maxFrameBytes(), threads);
        var pipeline = handshake.channel.pipeline();
        pipeline.addBefore(pipeline.context(handshake).name(), null, negotiation);
        negotiation.start();
    }

    /** Announces that the client does not authenticate; returns the user that it claims to be. */
    @SuppressWarnings("FutureReturnValueIgnored") // A failed write comes as exceptionCaught.
    private ConnectionHeader.User greet(Channel channel) {
        channel.write(
                ConnectionHeader.preamble(channel.alloc(), ConnectionHeader.Authentication.SIMPLE),
                channel.voidPromise());
        return settings.user();
    }

    /** Ends its threads once they are idle. */
    @Override
    public void close() {
        threads.close();
    }
}
