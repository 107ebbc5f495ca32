package io.sluice.client.internal.security;

import io.sluice.AccessDeniedException;
import io.sluice.client.internal.wire.ConnectionHeader;
import java.io.IOException;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import javax.security.auth.Subject;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.jspecify.annotations.Nullable;

/**
 * SASL's GSSAPI: Kerberos. There is an attempt for each principal that the server may have, and all of them once more if the
 * credentials can be renewed.
 */
final class GssSession extends SaslSession {
    private static final String MECHANISM = "GSSAPI";

    private final ConcurrentMap<String, String> proved;
    private final Login login;
    /** Those that have not been refused with these credentials; empty before the first attempt with them. */
    private final List<ServerPrincipals.Principal> candidates = new ArrayList<>();

    private boolean severalPossible;
    private final List<IOException> refusals = new ArrayList<>();
    private boolean renewed;
    private ServerPrincipals.@Nullable Principal principal;
    private @Nullable Subject subject;

    GssSession(Peer peer, SaslSettings settings, Login login, ConcurrentMap<String, String> proved) {
        super(peer, settings, ConnectionHeader.Authentication.KERBEROS, MECHANISM + " (module jdk.security.jgss)");
        this.login = login;
        this.proved = proved;
    }

    @Override
    @Nullable SaslClient newClient() throws IOException {
        if (candidates.isEmpty()) {
            candidates.addAll(settings.principals().of(peer));
            severalPossible = candidates.size() > 1;
            // The one that the server has proved to have comes first: false sorts before true.
            String known = proved.get(key());
            candidates.sort(Comparator.comparing(candidate -> !candidate.name().equals(known)));
        }
        ServerPrincipals.Principal server = candidates.get(0);
        principal = server;
        subject = login.subject();
        return asSubject(() -> Sasl.createSaslClient(
                new String[] {MECHANISM}, null, server.service(), server.host(), properties(), null));
    }

    @Override
    byte @Nullable [] evaluate(SaslClient client, byte[] token) throws IOException {
        return asSubject(() -> client.evaluateChallenge(token));
    }

    /**
     * Runs an action with the credentials. {@code doAs} works on JDK 17, which has nothing else, and on JDK 25, where it
     * calls {@code callAs}.
     */
    private <T extends @Nullable Object> T asSubject(PrivilegedExceptionAction<T> action) throws IOException {
        try {
            return Subject.doAs(subject, action);
        } catch (PrivilegedActionException e) {
            if (e.getException() instanceof SaslException refused) {
                throw refused;
            }
            throw new IOException(e.getException());
        }
    }

    private String key() {
        return peer.serviceName() + "@" + peer;
    }

    @Override
    void proved() {
        if (principal != null && severalPossible) {
            proved.put(key(), principal.name());
        }
    }

    @Override
    IOException failure(Throwable cause) {
        IOException failure = KerberosFailures.explain(
                "Kerberos (" + MECHANISM + ") to " + peer + " as principal '"
                        + (principal == null ? "?" : principal.name())
                        + "' (hbase.regionserver.kerberos.principal, hbase.master.kerberos.principal) failed; logged in by "
                        + login.describe(),
                cause);
        refusals.forEach(failure::addSuppressed);
        return failure;
    }

    @Override
    boolean triesAgain(IOException refusal) throws IOException {
        Subject used = subject;
        if (used == null || principal == null || !(refusal instanceof AccessDeniedException)) {
            // There is no login, or the KDC does not answer.
            return false;
        }
        refusals.add(refusal);
        candidates.removeIf(principal::equals);
        if (!candidates.isEmpty()) {
            return true;
        }
        boolean maybeStale = refusals.stream().anyMatch(KerberosFailures::maybeStale);
        if (renewed || !maybeStale || !login.renew(used)) {
            return false;
        }
        renewed = true;
        return true;
    }
}
