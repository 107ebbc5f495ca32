package io.sluice.client.internal.security;

import io.sluice.client.internal.wire.ConnectionHeader;
import java.io.IOException;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.jspecify.annotations.Nullable;

/**
 * One exchange with one server. {@link #begin} and {@link #evaluate} may ask a KDC and so may block; one of them runs at
 * a time.
 */
abstract sealed class SaslSession permits DigestSession, GssSession {
    private @Nullable SaslClient client;

    /** What the preamble says. */
    abstract ConnectionHeader.Authentication authentication();

    /** The first token, which may be empty. */
    abstract byte[] begin() throws IOException;

    /** The answer to a token of the server's, or null if none is due. */
    abstract byte @Nullable [] evaluate(byte[] token) throws IOException;

    /** What to tell of a refusal: principal, mechanism, key to look at. */
    abstract IOException failure(Throwable cause);

    /**
     * What to try after a refusal, with a new session; may get other credentials.
     *
     * @param refusal what {@link #failure} returned
     * @return null if nothing is left to try
     */
    abstract @Nullable SaslAttempt next(IOException refusal) throws IOException;

    /** Each side has proved itself. */
    void proved() {}

    /** Keeps the exchange that {@link #begin} has made. */
    final void begun(SaslClient made) {
        client = made;
    }

    /** The exchange that {@link #begin} has made, for what comes after it. */
    final SaslClient client() {
        SaslClient open = client;
        if (open == null) {
            throw new IllegalStateException("not begun");
        }
        return open;
    }

    /** Whether this side has all it needs. */
    final boolean isComplete() {
        return client().isComplete();
    }

    /** Lets go of secrets. */
    final void dispose() {
        try {
            client().dispose();
        } catch (SaslException | IllegalStateException e) {
            // There was none, or it is gone already.
        }
    }
}
