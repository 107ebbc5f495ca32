package io.sluice.client.internal.security;

import io.sluice.client.AuthenticationToken;
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
        ConnectionHeader.@Nullable User fallbackUser,
        @Nullable String impersonated) {

    public SaslSettings {
        protection = List.copyOf(protection);
    }

    /** What the client authenticates with. */
    public sealed interface Credential permits Login, Tokens {}

    /** @param source provides the token for a connection that is being opened; safe for use by many threads, may block */
    public record Tokens(Supplier<AuthenticationToken> source) implements Credential {}
}
