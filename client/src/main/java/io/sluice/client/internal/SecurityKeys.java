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
    private static final String FALLBACK = "hbase.ipc.client.fallback-to-simple-auth-allowed";
    private static final String MAX_BACKOFF = "hbase.security.relogin.maxbackoff";
    private static final String NO_REVERSE_LOOKUP = "hbase.unsafe.client.kerberos.hostname.disable.reversedns";
    private static final String REGION_SERVER = "hbase.regionserver.kerberos.principal";
    private static final String MASTER = "hbase.master.kerberos.principal";
    private static final long MIN_LOGIN_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final String TLS_ENABLED = "hbase.client.netty.tls.enabled";
    private static final String TLS_VERIFY_HOST = "hbase.client.netty.tls.verify.server.hostname";
    private static final String TLS_HANDSHAKE_TIMEOUT = "hbase.client.netty.tls.handshaketimeout";
    private static final String KEY_STORE = "hbase.rpc.tls.keystore.location";
    private static final String KEY_STORE_TYPE = "hbase.rpc.tls.keystore.type";
    private static final String KEY_STORE_PASSWORD = "hbase.rpc.tls.keystore.password";
    private static final String TRUST_STORE = "hbase.rpc.tls.truststore.location";
    private static final String TRUST_STORE_TYPE = "hbase.rpc.tls.truststore.type";
    private static final String TRUST_STORE_PASSWORD = "hbase.rpc.tls.truststore.password";
    private static final String TLS_PROTOCOL = "hbase.rpc.tls.protocol";
    private static final String TLS_PROTOCOLS = "hbase.rpc.tls.enabledProtocols";
    private static final String TLS_CIPHER_SUITES = "hbase.rpc.tls.ciphersuites";
    private static final String TLS_RELOAD = "hbase.rpc.tls.certReload";
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
                                conf.getTrimmed(REGION_SERVER),
                                conf.getTrimmed(MASTER),
                                !conf.getBoolean(NO_REVERSE_LOOKUP, false)),
                        conf.getBoolean(FALLBACK, false) ? user : null,
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
        long millis = Math.max(0, conf.getLong(MAX_BACKOFF, 5_000));
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
        if (!conf.getBoolean(TLS_ENABLED, false)) {
            return null;
        }
        for (String key : TLS_REVOCATION) {
            if (conf.getBoolean(key, false)) {
                throw new IllegalArgumentException(
                        key + " = true: this version of Sluice does not ask whether certificates were revoked");
            }
        }
        TlsConfig.Builder tls = TlsConfig.builder()
                .cipherSuites(conf.getTrimmedStrings(TLS_CIPHER_SUITES))
                .verifyHostName(conf.getBoolean(TLS_VERIFY_HOST, true))
                .handshakeTimeout(Duration.ofNanos(Keys.positiveMillis(conf, TLS_HANDSHAKE_TIMEOUT, 5_000)))
                .reload(conf.getBoolean(TLS_RELOAD, true));
        String trustStore = conf.getTrimmed(TRUST_STORE, "");
        if (!trustStore.isEmpty()) {
            tls.trustStore(new TlsConfig.Store(
                    Path.of(trustStore), conf.getTrimmed(TRUST_STORE_TYPE, ""), conf.get(TRUST_STORE_PASSWORD)));
        }
        String keyStore = conf.getTrimmed(KEY_STORE, "");
        if (!keyStore.isEmpty()) {
            tls.keyStore(new TlsConfig.Store(
                    Path.of(keyStore), conf.getTrimmed(KEY_STORE_TYPE, ""), conf.get(KEY_STORE_PASSWORD)));
        }
        // HBase's default is TLSv1.2 alone; a server with that default will choose it.
        String[] protocols = conf.getTrimmedStrings(TLS_PROTOCOLS);
        String protocol = conf.getTrimmed(TLS_PROTOCOL, "");
        if (protocols.length > 0) {
            tls.protocols(protocols);
        } else if (!protocol.isEmpty()) {
            tls.protocols(protocol);
        }
        return tls.build();
    }
}
