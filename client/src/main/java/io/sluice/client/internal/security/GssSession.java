package io.sluice.client.internal.security;

import io.sluice.client.internal.wire.ConnectionHeader;
import java.io.IOException;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.jspecify.annotations.Nullable;

/** SASL's GSSAPI: Kerberos. */
final class GssSession extends SaslSession {
    private static final String MECHANISM = "GSSAPI";

    private final Peer peer;
    private final ServerPrincipals principals;
    private final LoginSource login;
    private final Map<String, ?> properties;
    private @Nullable Subject subject;
    private ServerPrincipals.@Nullable Principal principal;

    GssSession(Peer peer, ServerPrincipals principals, LoginSource login, Map<String, ?> properties) {
        this.peer = peer;
        this.principals = principals;
        this.login = login;
        this.properties = properties;
    }

    @Override
    ConnectionHeader.Authentication authentication() {
        return ConnectionHeader.Authentication.KERBEROS;
    }

    @Override
    byte[] begin() throws IOException {
        ServerPrincipals.Principal server = principals.of(peer);
        principal = server;
        subject = login.subject();
        SaslClient made = asSubject(() -> Sasl.createSaslClient(
                new String[] {MECHANISM}, null, server.service(), server.host(), properties, null));
        if (made == null) {
            throw new IOException("This JVM has no SASL mechanism " + MECHANISM + " (module jdk.security.jgss)");
        }
        begun(made);
        byte[] first = made.hasInitialResponse() ? asSubject(() -> made.evaluateChallenge(new byte[0])) : new byte[0];
        return first == null ? new byte[0] : first;
    }

    @Override
    byte @Nullable [] evaluate(byte[] token) throws IOException {
        SaslClient open = client();
        return asSubject(() -> open.evaluateChallenge(token));
    }

    /**
     * Runs with the credentials at hand. {@code doAs} is what both JDK 17, where nothing else exists, and JDK 25, where
     * it calls {@code callAs}, understand.
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

    @Override
    IOException failure(Throwable cause) {
        return KerberosFailures.ofServer(
                "Kerberos (" + MECHANISM + ") to " + peer + " as principal '"
                        + (principal == null ? "?" : principal.name())
                        + "' (hbase.regionserver.kerberos.principal, hbase.master.kerberos.principal) failed; logged in by "
                        + login.describe(),
                cause);
    }

    @Override
    boolean renew() throws IOException {
        Subject refused = subject;
        return refused != null && login.renew(refused);
    }
}
