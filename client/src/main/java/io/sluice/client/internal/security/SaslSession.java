package io.sluice.client.internal.security;

import io.sluice.client.internal.wire.ConnectionHeader;
import java.io.IOException;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.jspecify.annotations.Nullable;

/**
 * One exchange with one server. {@link #begin} and {@link #evaluate} may ask a KDC, which may take; one of them at a
 * time.
 */
interface SaslSession {
    /** What the preamble says. */
    ConnectionHeader.Authentication authentication();

    /** The first token, which may be empty. */
    byte[] begin() throws IOException;

    /** The answer to a token of the server's, or null if none is due. */
    byte @Nullable [] evaluate(byte[] token) throws IOException;

    /** Whether this side has all it needs. */
    boolean isComplete();

    /** The exchange that {@link #begin} has made, for what comes after it. */
    SaslClient client();

    /** What to tell of a refusal: principal, mechanism, key to look at. */
    IOException failure(Throwable cause);

    /**
     * Gets other credentials after a refusal.
     *
     * @return whether another try with a new session makes sense
     */
    boolean renew() throws IOException;

    /** Lets go of secrets. */
    default void dispose() {
        try {
            client().dispose();
        } catch (SaslException | IllegalStateException e) {
            // There was none, or it is gone already.
        }
    }
}
