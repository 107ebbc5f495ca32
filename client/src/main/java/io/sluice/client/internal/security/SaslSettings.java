package io.sluice.client.internal.security;

import io.sluice.client.internal.wire.ConnectionHeader;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How the client authenticates.
 *
 * @param protection {@code auth}, {@code auth-int}, {@code auth-conf}, the preferred one first; the server must accept one
 *     ({@code hbase.rpc.protection})
 * @param principals of the servers; not used with a token
 * @param fallbackUser the user that the client claims to be if a server does not authenticate; null to refuse such a server
 *     ({@code hbase.ipc.client.fallback-to-simple-auth-allowed})
 * @param impersonated the user on whose behalf the client acts; null for its own
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

    /** What the client authenticates with. */
    public sealed interface Credential permits Krb5Login, ProgramLogin, Tokens {}

    /** @param source provides the token for a connection that is being opened; safe for use by many threads, may block */
    public record Tokens(Supplier<Token> source) implements Credential {}

    /**
     * A token of HBase's, {@code HBASE_AUTH_TOKEN}.
     *
     * @param identifier of its user, as the cluster wrote it
     * @param password the secret
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Token(byte[] identifier, byte[] password) {
        /** Shows nothing of the token. */
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
