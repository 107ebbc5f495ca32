package io.sluice.client.internal.security;

import java.io.IOException;

/** A server has refused the client, and something else may be tried on a new connection. */
public final class AnotherAttemptException extends IOException {
    private final transient SaslAttempt next;

    AnotherAttemptException(IOException refusal, SaslAttempt next) {
        super(refusal.getMessage(), refusal);
        this.next = next;
    }

    /** What to try. */
    public SaslAttempt next() {
        return next;
    }
}
