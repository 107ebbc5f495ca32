package io.sluice.client.internal.security;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * One attempt to authenticate to a server. Opening a connection may take several, each on a new TCP connection: one for each
 * principal that the server may have, and all of them once more if the credentials could be renewed.
 *
 * @param refusedPrincipals names of those that have been tried with these credentials
 * @param renewed whether the credentials have been renewed
 * @param refusals of the attempts before it, the first one first
 */
public record SaslAttempt(List<String> refusedPrincipals, boolean renewed, List<IOException> refusals) {
    /** The first attempt. */
    public static final SaslAttempt FIRST = new SaslAttempt(List.of(), false, List.of());

    /** Copies the lists. */
    public SaslAttempt {
        refusedPrincipals = List.copyOf(refusedPrincipals);
        refusals = List.copyOf(refusals);
    }

    SaslAttempt afterRefusal(String principal, IOException refusal) {
        return new SaslAttempt(append(refusedPrincipals, principal), renewed, append(refusals, refusal));
    }

    SaslAttempt withRenewedCredentials() {
        return new SaslAttempt(List.of(), true, refusals);
    }

    private static <T> List<T> append(List<T> list, T last) {
        return Stream.concat(list.stream(), Stream.of(last)).toList();
    }

    /** A server has refused the client, and something else may be tried on a new connection. */
    public static final class RefusedException extends IOException {
        private final transient SaslAttempt next;

        RefusedException(IOException refusal, SaslAttempt next) {
            super(refusal.getMessage(), refusal);
            this.next = next;
        }

        /** What to try. */
        public SaslAttempt next() {
            return next;
        }
    }
}
