package io.sluice.client.internal.security;

import io.sluice.client.internal.wire.ConnectionHeader;
import java.io.IOException;
import java.util.Map;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import org.jspecify.annotations.Nullable;

/**
 * The authentication of one connection that is being opened. It may take several attempts, each on a new TCP connection and
 * with a {@link SaslClient} of its own. Methods that throw an {@link IOException} may ask a KDC and so may block; only one of
 * them runs at a time.
 */
public abstract sealed class SaslSession permits DigestSession, GssSession {
    private final Peer peer;
    private final SaslSettings settings;

    SaslSession(Peer peer, SaslSettings settings) {
        this.peer = peer;
        this.settings = settings;
    }

    /** A server has refused the client, and the session can try something else on a new TCP connection. */
    public static final class RefusedException extends IOException {
        RefusedException(IOException refusal) {
            super(refusal.getMessage(), refusal);
        }
    }

    final Peer peer() {
        return peer;
    }

    final SaslSettings settings() {
        return settings;
    }

    /** For {@link Sasl#createSaslClient}. */
    final Map<String, ?> properties() {
        return Map.of(Sasl.QOP, String.join(",", settings.protection()), Sasl.SERVER_AUTH, "true");
    }

    /** What the preamble announces. */
    abstract ConnectionHeader.Authentication authentication();

    /** The mechanism, and the module of the JDK that has it. */
    abstract String mechanism();

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
