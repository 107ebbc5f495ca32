package io.sluice.client.internal;

import io.sluice.Configuration;
import io.sluice.client.CredentialsProvider;
import io.sluice.client.TlsConfig;
import io.sluice.client.internal.net.Keys;
import io.sluice.client.internal.security.KerberosLogin;
import io.sluice.client.internal.security.Krb5Login;
import io.sluice.client.internal.security.ProgramLogin;
import io.sluice.client.internal.security.SaslSettings;
import io.sluice.client.internal.security.SaslSettings.Credential;
import io.sluice.client.internal.security.SecuritySettings;
import io.sluice.client.internal.security.ServerPrincipals;
import io.sluice.client.internal.wire.ConnectionHeader;
import io.sluice.internal.time.Clock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads the configuration keys of authentication and TLS. Names and defaults are those of HBase 2.6. */
final class SecurityKeys {
    private static final String AUTHENTICATION = "hbase.security.authentication";
    private static final String KEYTAB = "hbase.client.keytab.file";
    private static final String PRINCIPAL = "hbase.client.keytab.principal";
    private static final String PROTECTION = "hbase.rpc.protection";
    private static final String AES = "hbase.rpc.crypto.encryption.aes.enabled";
    private static final long MIN_LOGIN_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final List<String> TLS_REVOCATION = List.of("hbase.rpc.tls.clr", "hbase.rpc.tls.ocsp");

    private SecurityKeys() {}

    /** The builder's settings take precedence over the configuration. */
    static SecuritySettings settings(
            Configuration conf, CredentialsProvider credentials, @Nullable TlsConfig tls, int maxFrameBytes) {
        CredentialsProvider provider = credentials;
        String actsFor = null;
        if (provider instanceof CredentialsProvider.ActingFor other) {
            actsFor = other.userName();
            provider = other.real();
        }
        if (provider instanceof CredentialsProvider.FromConfiguration) {
            provider = configured(conf);
        }
        String self = userName(provider);
        ConnectionHeader.User user =
                actsFor == null ? new ConnectionHeader.User(self, null) : new ConnectionHeader.User(actsFor, self);
        Credential credential = credential(conf, provider);
        SaslSettings sasl = credential == null
                ? null
                : new SaslSettings(
                        credential,
                        protection(conf),
                        new ServerPrincipals(
                                conf.getTrimmed("hbase.regionserver.kerberos.principal"),
                                conf.getTrimmed("hbase.master.kerberos.principal"),
                                !conf.getBoolean("hbase.unsafe.client.kerberos.hostname.disable.reversedns", false)),
                        conf.getBoolean("hbase.ipc.client.fallback-to-simple-auth-allowed", false) ? user : null,
                        actsFor);
        return new SecuritySettings(user, tls == null ? tls(conf) : tls, sasl, maxFrameBytes);
    }

    private static CredentialsProvider configured(Configuration conf) {
        String authentication = conf.getTrimmed(AUTHENTICATION, "simple").toLowerCase(Locale.ROOT);
        return switch (authentication) {
            case "simple" -> CredentialsProvider.simple(ConnectionKeys.userName());
            case "kerberos" -> {
                String keytab = conf.getTrimmed(KEYTAB, "");
                String principal = conf.getTrimmed(PRINCIPAL, "");
                if (keytab.isEmpty() != principal.isEmpty()) {
                    throw new IllegalArgumentException(
                            KEYTAB + " and " + PRINCIPAL + " must be set both or not at all (ticket cache); "
                                    + (keytab.isEmpty() ? KEYTAB : PRINCIPAL) + " is not");
                }
                yield keytab.isEmpty()
                        ? CredentialsProvider.ticketCache()
                        : CredentialsProvider.keytab(principal, Path.of(keytab));
            }
            default ->
                throw new IllegalArgumentException(
                        AUTHENTICATION + " = '" + authentication + "' is neither simple nor kerberos");
        };
    }

    /** The user's own name, for servers that do not authenticate. */
    private static String userName(CredentialsProvider provider) {
        if (provider instanceof CredentialsProvider.Simple simple) {
            return simple.userName();
        }
        if (provider instanceof CredentialsProvider.Keytab keytab) {
            return withoutRealm(keytab.principal());
        }
        return provider instanceof CredentialsProvider.KerberosSubject subject
                ? withoutRealm(subject.userName())
                : ConnectionKeys.userName();
    }

    private static String withoutRealm(String principal) {
        return principal.split("[/@]", 2)[0];
    }

    /** Returns null without authentication. */
    private static @Nullable Credential credential(Configuration conf, CredentialsProvider provider) {
        if (provider instanceof CredentialsProvider.Simple) {
            return null;
        }
        if (provider instanceof CredentialsProvider.Keytab keytab) {
            return login(
                    conf,
                    Krb5Login.keytab(withHost(keytab.principal()), keytab.file().toString()));
        }
        if (provider instanceof CredentialsProvider.TicketCache cache) {
            return login(
                    conf,
                    Krb5Login.ticketCache(
                            cache.file() == null ? null : cache.file().toString()));
        }
        if (provider instanceof CredentialsProvider.Token token) {
            return new SaslSettings.Tokens(token::token);
        }
        if (provider instanceof CredentialsProvider.TokenSource tokens) {
            return new SaslSettings.Tokens(tokens.source());
        }
        CredentialsProvider.KerberosSubject subject = (CredentialsProvider.KerberosSubject) provider;
        return new ProgramLogin(subject.userName(), subject.source());
    }

    private static KerberosLogin login(Configuration conf, Krb5Login way) {
        return new KerberosLogin(way, maxBackoffNanos(conf), MIN_LOGIN_INTERVAL_NANOS, Clock.system());
    }

    /** At most a quarter of the connect timeout, so that there is time for the second attempt. */
    static long maxBackoffNanos(Configuration conf) {
        long millis = Math.max(0, conf.getLong("hbase.security.relogin.maxbackoff", 5_000));
        return Math.min(ConnectionKeys.connectTimeoutNanos(conf) / 4, TimeUnit.MILLISECONDS.toNanos(millis));
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

    /** Returns null without TLS. */
    private static @Nullable TlsConfig tls(Configuration conf) {
        if (!conf.getBoolean("hbase.client.netty.tls.enabled", false)) {
            return null;
        }
        for (String key : TLS_REVOCATION) {
            if (conf.getBoolean(key, false)) {
                throw new IllegalArgumentException(
                        key + " = true: this version of Sluice does not ask whether certificates were revoked");
            }
        }
        long handshakeNanos = Keys.positiveMillis(conf, "hbase.client.netty.tls.handshaketimeout", 5_000);
        TlsConfig.Builder tls = TlsConfig.builder()
                .cipherSuites(conf.getTrimmedStrings("hbase.rpc.tls.ciphersuites"))
                .verifyHostName(conf.getBoolean("hbase.client.netty.tls.verify.server.hostname", true))
                .handshakeTimeout(Duration.ofNanos(handshakeNanos))
                .reload(conf.getBoolean("hbase.rpc.tls.certReload", true));
        String trustStore = conf.getTrimmed("hbase.rpc.tls.truststore.location", "");
        if (!trustStore.isEmpty()) {
            String type = conf.getTrimmed("hbase.rpc.tls.truststore.type", "");
            String password = conf.get("hbase.rpc.tls.truststore.password");
            tls.trustStore(new TlsConfig.Store(Path.of(trustStore), type, password));
        }
        String keyStore = conf.getTrimmed("hbase.rpc.tls.keystore.location", "");
        if (!keyStore.isEmpty()) {
            String type = conf.getTrimmed("hbase.rpc.tls.keystore.type", "");
            String password = conf.get("hbase.rpc.tls.keystore.password");
            tls.keyStore(new TlsConfig.Store(Path.of(keyStore), type, password));
        }
        // HBase's default is TLSv1.2 alone; a server with that default will choose it.
        String[] protocols = conf.getTrimmedStrings("hbase.rpc.tls.enabledProtocols");
        String protocol = conf.getTrimmed("hbase.rpc.tls.protocol", "");
        if (protocols.length > 0) {
            tls.protocols(protocols);
        } else if (!protocol.isEmpty()) {
            tls.protocols(protocol);
        }
        return tls.build();
    }
}
