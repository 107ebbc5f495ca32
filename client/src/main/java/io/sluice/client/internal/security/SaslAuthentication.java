package io.sluice.client.internal.security;

import io.sluice.client.internal.wire.ConnectionHeader;
import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.security.sasl.Sasl;
import org.jspecify.annotations.Nullable;

/** The step of a channel in which the client proves who it is. Safe for use by many threads. */
final class SaslAuthentication {
    private final SaslSettings settings;
    private final SecurityThreads threads;
    private final int maxFrameBytes;
    private final Map<String, String> properties;
    private final @Nullable LoginSource login;
    /** By service and address: the principal that a server has proved to have, where two are possible. */
    private final ConcurrentMap<String, String> provedPrincipals = new ConcurrentHashMap<>();

    SaslAuthentication(SaslSettings settings, int maxFrameBytes, SecurityThreads threads) {
        this.settings = settings;
        this.maxFrameBytes = maxFrameBytes;
        this.threads = threads;
        properties = Map.of(Sasl.QOP, String.join(",", settings.protection()), Sasl.SERVER_AUTH, "true");
        login = login(settings);
    }

    private static @Nullable LoginSource login(SaslSettings settings) {
        Krb5Login module;
        if (settings.credential() instanceof SaslSettings.Keytab keytab) {
            module = Krb5Login.of(keytab);
        } else if (settings.credential() instanceof SaslSettings.TicketCache cache) {
            module = Krb5Login.of(cache);
        } else {
            return null;
        }
        return new KerberosLogin(module, settings.relogin(), Clock.system());
    }

    /** Logs in, if that is how it is done. May take. */
    void logIn() throws IOException {
        if (login != null) {
            var unused = login.subject();
        }
    }

    /** Authenticates on the channel; to be called on its event loop. */
    void start(Handshake handshake, SaslAttempt attempt) {
        handshake.enter(Handshake.Stage.LOGIN);
        SaslNegotiation negotiation = new SaslNegotiation(handshake, session(handshake.peer(), attempt), this);
        var pipeline = handshake.channel().pipeline();
        pipeline.addBefore(pipeline.context(handshake).name(), null, negotiation);
        negotiation.start();
    }

    private SaslSession session(Peer peer, SaslAttempt attempt) {
        if (login != null) {
            return new GssSession(peer, settings.principals(), provedPrincipals, login, properties, attempt);
        }
        if (settings.credential() instanceof SaslSettings.Token token) {
            return new DigestSession(peer, token, properties);
        }
        throw new IllegalStateException("neither a login nor a token");
    }

    boolean accepts(String protection) {
        return settings.protection().contains(protection);
    }

    SecurityThreads threads() {
        return threads;
    }

    int maxFrameBytes() {
        return maxFrameBytes;
    }

    /** Who the header names: nobody, unless the client acts for somebody else. */
    ConnectionHeader.@Nullable User user() {
        String impersonated = settings.impersonated();
        return impersonated == null ? null : new ConnectionHeader.User(impersonated, null);
    }

    ConnectionHeader.@Nullable User fallbackUser() {
        return settings.fallbackUser();
    }
}
