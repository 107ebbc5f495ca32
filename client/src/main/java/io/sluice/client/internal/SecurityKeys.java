package io.sluice.client.internal;

import io.sluice.Configuration;
import io.sluice.client.CredentialsProvider;
import io.sluice.client.TlsConfig;
import io.sluice.client.internal.security.SaslSettings;
import io.sluice.client.internal.security.SaslSettings.Credential;
import io.sluice.client.internal.security.SecuritySettings;
import io.sluice.client.internal.security.ServerPrincipals;
import io.sluice.client.internal.wire.ConnectionHeader;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads the configuration keys of authentication. Names and defaults are those of HBase 2.6. */
final class SecurityKeys {
    private static final String AUTHENTICATION = "hbase.security.authentication";
    private static final String KEYTAB = "hbase.client.keytab.file";
    private static final String PRINCIPAL = "hbase.client.keytab.principal";
    private static final String PROTECTION = "hbase.rpc.protection";
    private static final String AES = "hbase.rpc.crypto.encryption.aes.enabled";
    private static final String FALLBACK = "hbase.ipc.client.fallback-to-simple-auth-allowed";
    private static final String MAX_BACKOFF = "hbase.security.relogin.maxbackoff";
    private static final String NO_REVERSE_LOOKUP = "hbase.unsafe.client.kerberos.hostname.disable.reversedns";
    private static final String REGION_SERVER = "hbase.regionserver.kerberos.principal";
    private static final String MASTER = "hbase.master.kerberos.principal";
    private static final long MIN_LOGIN_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private SecurityKeys() {}

    /** What the builder says, else what the configuration says. */
    static SecuritySettings settings(
            Configuration conf, CredentialsProvider credentials, @Nullable TlsConfig tls, int maxFrameBytes) {
        CredentialsProvider provider = credentials;
        String actsFor = null;
        if (provider instanceof CredentialsProvider.ActingFor other) {
            actsFor = other.userName();
            provider = other.real();
        }
        String self =
                provider instanceof CredentialsProvider.Simple simple ? simple.userName() : ConnectionKeys.userName();
        ConnectionHeader.User user =
                actsFor == null ? new ConnectionHeader.User(self, null) : new ConnectionHeader.User(actsFor, self);
        Credential credential = credential(conf, provider);
        return new SecuritySettings(
                user,
                TlsKeys.settings(conf, tls),
                credential == null ? null : sasl(conf, credential, actsFor),
                maxFrameBytes);
    }

    private static @Nullable Credential credential(Configuration conf, CredentialsProvider provider) {
        if (provider instanceof CredentialsProvider.Keytab keytab) {
            return new SaslSettings.Keytab(
                    withHost(keytab.principal()), keytab.file().toString());
        }
        if (provider instanceof CredentialsProvider.TicketCache cache) {
            return new SaslSettings.TicketCache(
                    cache.file() == null ? null : cache.file().toString());
        }
        if (provider instanceof CredentialsProvider.Token token) {
            return new SaslSettings.Token(
                    token.token().identifier(), token.token().password());
        }
        return provider instanceof CredentialsProvider.Simple ? null : configured(conf);
    }

    private static @Nullable Credential configured(Configuration conf) {
        String authentication = conf.getTrimmed(AUTHENTICATION, "simple").toLowerCase(Locale.ROOT);
        return switch (authentication) {
            case "simple" -> null;
            case "kerberos" -> {
                String keytab = conf.getTrimmed(KEYTAB, "");
                String principal = conf.getTrimmed(PRINCIPAL, "");
                if (keytab.isEmpty() != principal.isEmpty()) {
                    throw new IllegalArgumentException(
                            KEYTAB + " and " + PRINCIPAL + " must be set both or not at all (ticket cache); "
                                    + (keytab.isEmpty() ? KEYTAB : PRINCIPAL) + " is not");
                }
                yield keytab.isEmpty()
                        ? new SaslSettings.TicketCache(null)
                        : new SaslSettings.Keytab(withHost(principal), keytab);
            }
            default ->
                throw new IllegalArgumentException(
                        AUTHENTICATION + " = '" + authentication + "' is neither simple nor kerberos");
        };
    }

    private static SaslSettings sasl(Configuration conf, Credential credential, @Nullable String actsFor) {
        long backoffMillis = Math.max(0, conf.getLong(MAX_BACKOFF, 5_000));
        // A connect has so much time in all; what is left must do for the second attempt.
        long most = ConnectionKeys.connectTimeoutNanos(conf) / 4;
        return new SaslSettings(
                credential,
                protection(conf),
                new ServerPrincipals(
                        conf.getTrimmed(REGION_SERVER),
                        conf.getTrimmed(MASTER),
                        !conf.getBoolean(NO_REVERSE_LOOKUP, false)),
                new SaslSettings.Relogin(
                        Math.min(most, TimeUnit.MILLISECONDS.toNanos(backoffMillis)), MIN_LOGIN_INTERVAL_NANOS),
                conf.getBoolean(FALLBACK, false) ? fallbackUser(credential, actsFor) : null,
                actsFor);
    }

    private static List<String> protection(Configuration conf) {
        List<String> words = List.of(conf.getTrimmedStrings(PROTECTION));
        List<String> levels = new ArrayList<>();
        for (String word : words.isEmpty() ? List.of("authentication") : words) {
            levels.add(
                    switch (word.toLowerCase(Locale.ROOT)) {
                        case "authentication" -> "auth";
                        case "integrity" -> "auth-int";
                        case "privacy" -> "auth-conf";
                        default ->
                            throw new IllegalArgumentException(
                                    PROTECTION + " = '" + word + "' is not one of authentication, integrity, privacy");
                    });
        }
        if (levels.contains("auth-conf") && conf.getBoolean(AES, false)) {
            throw new IllegalArgumentException(
                    AES + " = true: Sluice does not speak HBase's own encryption. With false, " + PROTECTION
                            + " = privacy encrypts by SASL, which servers that have it set accept, too; TLS"
                            + " (hbase.client.netty.tls.enabled) encrypts without either");
        }
        return levels;
    }

    private static ConnectionHeader.User fallbackUser(Credential credential, @Nullable String actsFor) {
        String self = ConnectionKeys.userName();
        if (credential instanceof SaslSettings.Keytab keytab) {
            self = keytab.principal().split("[/@]", 2)[0];
        }
        return actsFor == null ? new ConnectionHeader.User(self, null) : new ConnectionHeader.User(actsFor, self);
    }

    private static String withHost(String principal) {
        if (!principal.contains("/_HOST")) {
            return principal;
        }
        try {
            String host = InetAddress.getLocalHost().getCanonicalHostName().toLowerCase(Locale.ROOT);
            return principal.replace("/_HOST", "/" + host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    PRINCIPAL + " = '" + principal + "': the name of this host is not known: " + e.getMessage(), e);
        }
    }
}
