package io.sluice.client.internal.security;

import io.sluice.client.internal.wire.ConnectionHeader;
import java.io.IOException;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.jspecify.annotations.Nullable;

/**
 * One SASL exchange with one server. {@link #begin} and {@link #evaluate} may ask a KDC and so may block; only one of them
 * runs at a time.
 */
abstract sealed class SaslSession permits DigestSession, GssSession {
    private @Nullable SaslClient client;

    /** What the preamble announces. */
    abstract ConnectionHeader.Authentication authentication();

    /** Creates the JDK's side of the exchange; null if this JVM lacks the mechanism. */
    abstract @Nullable SaslClient newClient() throws IOException;

    /** The mechanism, and the module of the JDK that has it. */
    abstract String mechanism();

    /** The answer to a token from the server; null if there is none. */
    abstract byte @Nullable [] evaluate(byte[] token) throws IOException;

    /** The error that reports a refusal: with principal, mechanism, and the keys to check. */
    abstract IOException failure(Throwable cause);

    /**
     * What to try after a refusal, with a new session; may obtain other credentials.
     *
     * @param refusal what {@link #failure} returned
     * @return null if nothing is left to try
     */
    abstract @Nullable SaslAttempt next(IOException refusal) throws IOException;

    /** Called when each side has proved its identity. */
    void proved() {}

    /** Begins the exchange; returns the first token, which may be empty. */
    final byte[] begin() throws IOException {
        SaslClient made = newClient();
        if (made == null) {
            throw new IOException("This JVM has no SASL mechanism " + mechanism());
        }
        client = made;
        byte[] first = made.hasInitialResponse() ? evaluate(new byte[0]) : null;
        return first == null ? new byte[0] : first;
    }

    final SaslClient client() {
        SaslClient open = client;
        if (open == null) {
            throw new IllegalStateException("not begun");
        }
        return open;
    }

    /** Disposes of the secrets, if there are any yet. */
    final void dispose() {
        try {
            if (client != null) {
                client.dispose();
            }
        } catch (SaslException e) {
            // It was disposed of already.
        }
    }
}
