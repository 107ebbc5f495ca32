package io.sluice.client.internal;

import io.sluice.Configuration;
import io.sluice.client.AuthenticationToken;
import io.sluice.client.CredentialsProvider;
import io.sluice.client.SubjectSource;
import io.sluice.client.TlsConfig;
import io.sluice.client.internal.net.Keys;
import io.sluice.client.internal.security.Krb5Login;
import io.sluice.client.internal.security.ProgramLogin;
import io.sluice.client.internal.security.SaslSettings;
import io.sluice.client.internal.security.SaslSettings.Credential;
import io.sluice.client.internal.security.SecuritySettings;
import io.sluice.client.internal.security.ServerPrincipals;
import io.sluice.client.internal.security.StoreFile;
import io.sluice.client.internal.security.TlsSettings;
import io.sluice.client.internal.wire.ConnectionHeader;
import io.sluice.internal.time.Clock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
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
        String self =
                provider instanceof CredentialsProvider.Simple simple ? simple.userName() : ConnectionKeys.userName();
        Credential credential = credential(conf, provider);
        return new SecuritySettings(
                user(self, actsFor),
                tls(conf, tls),
                credential == null ? null : sasl(conf, credential, actsFor),
                maxFrameBytes);
    }

    private static @Nullable Credential credential(Configuration conf, CredentialsProvider provider) {
        if (provider instanceof CredentialsProvider.Keytab keytab) {
            return Krb5Login.keytab(withHost(keytab.principal()), keytab.file().toString());
        }
        if (provider instanceof CredentialsProvider.TicketCache cache) {
            return Krb5Login.ticketCache(
                    cache.file() == null ? null : cache.file().toString());
        }
        if (provider instanceof CredentialsProvider.Token token) {
            SaslSettings.Token one = token(token.token());
            return new SaslSettings.Tokens(() -> one);
        }
        if (provider instanceof CredentialsProvider.TokenSource tokens) {
            return new SaslSettings.Tokens(() -> token(tokens.source().get()));
        }
        if (provider instanceof CredentialsProvider.KerberosSubject subject) {
            SubjectSource source = subject.source();
            return new ProgramLogin(subject.userName(), source::subject, source::renew);
        }
        return provider instanceof CredentialsProvider.Simple ? null : configured(conf);
    }

    private static SaslSettings.Token token(AuthenticationToken token) {
        return new SaslSettings.Token(token.identifier(), token.password());
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
                yield keytab.isEmpty() ? Krb5Login.ticketCache(null) : Krb5Login.keytab(withHost(principal), keytab);
            }
            default ->
                throw new IllegalArgumentException(
                        AUTHENTICATION + " = '" + authentication + "' is neither simple nor kerberos");
        };
    }

    private static SaslSettings sasl(Configuration conf, Credential credential, @Nullable String actsFor) {
        long backoffMillis = Math.max(0, conf.getLong(MAX_BACKOFF, 5_000));
        // A quarter of the connect timeout, so that there is time for the second attempt.
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
        String principal = null;
        if (credential instanceof Krb5Login login) {
            principal = login.principal();
        } else if (credential instanceof ProgramLogin program) {
            principal = program.userName();
        }
        String self = principal == null ? ConnectionKeys.userName() : principal.split("[/@]", 2)[0];
        return user(self, actsFor);
    }

    private static ConnectionHeader.User user(String self, @Nullable String actsFor) {
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

    /** Returns null without TLS. */
    private static @Nullable TlsSettings tls(Configuration conf, @Nullable TlsConfig given) {
        if (given != null) {
            return new TlsSettings(
                    store("trustStore", given.trustStore()),
                    store("keyStore", given.keyStore()),
                    given.protocols(),
                    given.cipherSuites(),
                    given.verifyHostName(),
                    Clock.nanosOf(given.handshakeTimeout()),
                    given.reload());
        }
        if (!conf.getBoolean(TLS_ENABLED, false)) {
            return null;
        }
        for (String key : TLS_REVOCATION) {
            if (conf.getBoolean(key, false)) {
                throw new IllegalArgumentException(
                        key + " = true: this version of Sluice does not ask whether certificates were revoked");
            }
        }
        return new TlsSettings(
                store(
                        TRUST_STORE,
                        conf.getTrimmed(TRUST_STORE),
                        conf.getTrimmed(TRUST_STORE_TYPE, ""),
                        conf.get(TRUST_STORE_PASSWORD)),
                store(
                        KEY_STORE,
                        conf.getTrimmed(KEY_STORE),
                        conf.getTrimmed(KEY_STORE_TYPE, ""),
                        conf.get(KEY_STORE_PASSWORD)),
                protocols(conf),
                List.of(conf.getTrimmedStrings(TLS_CIPHER_SUITES)),
                conf.getBoolean(TLS_VERIFY_HOST, true),
                Keys.positiveMillis(conf, TLS_HANDSHAKE_TIMEOUT, 5_000),
                conf.getBoolean(TLS_RELOAD, true));
    }

    private static @Nullable StoreFile store(String name, TlsConfig.@Nullable Store store) {
        return store == null ? null : StoreFile.of(store.path(), store.type(), store.password(), name);
    }

    private static @Nullable StoreFile store(
            String key, @Nullable String path, String type, @Nullable String password) {
        return path == null || path.isEmpty() ? null : StoreFile.of(Path.of(path), type, password, key);
    }

    /** HBase's default is TLSv1.2 alone; a server with that default will choose it. */
    private static List<String> protocols(Configuration conf) {
        String[] enabled = conf.getTrimmedStrings(TLS_PROTOCOLS);
        if (enabled.length > 0) {
            return List.of(enabled);
        }
        String one = conf.getTrimmed(TLS_PROTOCOL, "");
        return one.isEmpty() ? List.of("TLSv1.3", "TLSv1.2") : List.of(one);
    }
}
