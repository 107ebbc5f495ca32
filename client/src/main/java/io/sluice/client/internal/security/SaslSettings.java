package io.sluice.client.internal.security;

import io.sluice.client.internal.wire.ConnectionHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the client proves who it is.
 *
 * @param credential what it has
 * @param protection {@code auth}, {@code auth-int}, {@code auth-conf}, best first; the server must agree to one
 *     ({@code hbase.rpc.protection})
 * @param principals who the servers are; not looked at with a token
 * @param relogin when to log in again
 * @param fallbackUser who the client says it is to a server that asks for no proof, or null to refuse such a server
 *     ({@code hbase.ipc.client.fallback-to-simple-auth-allowed})
 * @param impersonated in whose name the client acts, or null for its own
 */
public record SaslSettings(
        Credential credential,
        List<String> protection,
        ServerPrincipals principals,
        Relogin relogin,
        ConnectionHeader.@Nullable User fallbackUser,
        @Nullable String impersonated) {

    /** Copies the list. */
    public SaslSettings {
        protection = List.copyOf(protection);
    }

    /** What proves who one is. */
    public sealed interface Credential permits Keytab, TicketCache, Token {}

    /**
     * A principal's key in a file.
     *
     * @param principal {@code name@REALM} or {@code name/host@REALM}
     * @param file the keytab
     */
    public record Keytab(String principal, String file) implements Credential {}

    /**
     * A ticket that somebody else gets and renews, such as {@code kinit}.
     *
     * @param file the cache; null for that of {@code KRB5CCNAME} or the system's default
     */
    public record TicketCache(@Nullable String file) implements Credential {}

    /**
     * A token of HBase's, {@code HBASE_AUTH_TOKEN}.
     *
     * @param identifier who it is for, as the cluster wrote it
     * @param password the secret
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Token(byte[] identifier, byte[] password) implements Credential {
        /** Nothing of what it holds. */
        @Override
        public String toString() {
            return "token of " + identifier.length + " bytes";
        }
    }

    /**
     * When to log in again.
     *
     * @param maxBackoffNanos longest random pause before the login after a failure ({@code hbase.security.relogin.maxbackoff})
     * @param minIntervalNanos least time between two logins that are not the first
     */
    public record Relogin(long maxBackoffNanos, long minIntervalNanos) {}
}
