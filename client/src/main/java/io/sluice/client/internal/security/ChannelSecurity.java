package io.sluice.client.internal.security;

import io.netty.channel.Channel;
import io.sluice.client.internal.wire.ConnectionHeader;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Secures channels as the settings say. Safe for use by many threads. */
public final class ChannelSecurity implements AutoCloseable {
    private final ConnectionHeader.User user;
    private final SecurityThreads threads = new SecurityThreads();
    private final @Nullable TlsHandshake tls;
    private final @Nullable SaslAuthentication sasl;

    /**
     * Reads keys and certificates.
     *
     * @throws IllegalArgumentException if one cannot be used; names file and key
     */
    public ChannelSecurity(SecuritySettings settings) {
        user = settings.user();
        TlsSettings encryption = settings.tls();
        tls = encryption == null ? null : new TlsHandshake(encryption, threads);
        SaslSettings proof = settings.sasl();
        sasl = proof == null ? null : new SaslAuthentication(proof, settings.maxFrameBytes(), threads);
    }

    /**
     * Logs in beforehand, where there is a login.
     *
     * @return fails, with what is wrong, as the first connection would
     */
    public CompletableFuture<Void> prepare() {
        CompletableFuture<Void> prepared = new CompletableFuture<>();
        if (sasl == null) {
            prepared.complete(null);
            return prepared;
        }
        threads.run(
                () -> {
                    sasl.logIn();
                    prepared.complete(null);
                },
                prepared::completeExceptionally);
        return prepared;
    }

    /**
     * Brings a channel that has just connected, and does not read yet, to where the connection header may be written.
     *
     * @param timeoutNanos after which it fails, positive
     * @param attempt {@link SaslAttempt#FIRST}, or what an {@link AnotherAttemptException} said
     * @return completes on the channel's event loop, where this is to be called; before this returns when there is
     *     nothing to do. Whoever gets a failure closes the channel
     */
    public CompletableFuture<Greeting> secure(Channel channel, Peer peer, long timeoutNanos, SaslAttempt attempt) {
        if (tls == null && sasl == null) {
            return CompletableFuture.completedFuture(new Greeting(false, user));
        }
        Handshake handshake = Handshake.begin(channel, peer, timeoutNanos);
        if (tls == null) {
            authenticate(handshake, attempt);
        } else {
            tls.start(handshake, () -> authenticate(handshake, attempt));
        }
        return handshake.result();
    }

    /** Whether channels speak TLS. */
    public boolean encrypts() {
        return tls != null;
    }

    private void authenticate(Handshake handshake, SaslAttempt attempt) {
        if (sasl == null) {
            handshake.complete(new Greeting(false, user));
        } else {
            sasl.start(handshake, attempt);
        }
    }

    /** Ends its threads once they are idle. */
    @Override
    public void close() {
        threads.close();
    }
}
