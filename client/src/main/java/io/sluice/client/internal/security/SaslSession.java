package io.sluice.client.internal.security;

import io.sluice.client.internal.wire.ConnectionHeader;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import org.jspecify.annotations.Nullable;

/**
 * The authentication of one connection that is being opened. It may take several attempts, each on a new TCP connection and
 * with a {@link SaslClient} of its own. Methods that throw an {@link IOException} may ask a KDC and so may block; only one of
 * them runs at a time.
 */
public abstract sealed class SaslSession permits DigestSession, GssSession {
    final Peer peer;
    final SaslSettings settings;
    /** What the preamble announces. */
    final ConnectionHeader.Authentication authentication;
    /** Name of the SASL mechanism, and the module of the JDK that has it. */
    final String mechanism;

    SaslSession(Peer peer, SaslSettings settings, ConnectionHeader.Authentication authentication, String mechanism) {
        this.peer = peer;
        this.settings = settings;
        this.authentication = authentication;
        this.mechanism = mechanism;
    }

    /** @param proved the principals that servers have proved to have, which the session reads and adds to */
    static SaslSession of(Peer peer, SaslSettings settings, ConcurrentMap<String, String> proved) {
        return settings.credential() instanceof SaslSettings.Tokens tokens
                ? new DigestSession(peer, settings, tokens)
                : new GssSession(peer, settings, (Login) settings.credential(), proved);
    }

    /** A server has refused the client, and the session can try something else on a new TCP connection. */
    public static final class RefusedException extends IOException {
        RefusedException(IOException refusal) {
            super(refusal.getMessage(), refusal);
        }
    }

    /** For {@link Sasl#createSaslClient}. */
    final Map<String, ?> properties() {
        return Map.of(Sasl.QOP, String.join(",", settings.protection()), Sasl.SERVER_AUTH, "true");
    }

    /** Begins an attempt: creates the JDK's side of the exchange; null if this JVM lacks the mechanism. */
    abstract @Nullable SaslClient newClient() throws IOException;

    /** The answer to a token from the server; null if there is none. */
    byte @Nullable [] evaluate(SaslClient client, byte[] token) throws IOException {
        return client.evaluateChallenge(token);
    }

    /** Called when each side has proved its identity. */
    void proved() {}

    /** The error that reports a refusal: with principal, mechanism, and the keys to check. */
    abstract IOException failure(Throwable cause);

    /**
     * Whether another attempt may succeed after a refusal; may obtain other credentials for it.
     *
     * @param refusal what {@link #failure} returned
     */
    boolean triesAgain(IOException refusal) throws IOException {
        return false;
    }
}
