package io.sluice.client.internal.security;

import java.io.IOException;

/** A server has refused credentials that have been renewed since: another attempt makes sense, once. */
public final class CredentialsRenewedException extends IOException {
    private final IOException refusal;

    CredentialsRenewedException(IOException refusal) {
        super(refusal.getMessage(), refusal);
        this.refusal = refusal;
    }

    /** Why the old ones were refused. */
    public IOException refusal() {
        return refusal;
    }
}
