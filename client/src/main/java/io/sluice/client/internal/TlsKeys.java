package io.sluice.client.internal;

import io.sluice.Configuration;
import io.sluice.client.TlsConfig;
import io.sluice.client.internal.net.Keys;
import io.sluice.client.internal.security.StoreFile;
import io.sluice.client.internal.security.TlsSettings;
import io.sluice.internal.time.Clock;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the configuration keys of TLS. Names are those of HBase 2.6. */
final class TlsKeys {
    private static final String ENABLED = "hbase.client.netty.tls.enabled";
    private static final String VERIFY_HOST = "hbase.client.netty.tls.verify.server.hostname";
    private static final String HANDSHAKE_TIMEOUT = "hbase.client.netty.tls.handshaketimeout";
    private static final String KEY_STORE = "hbase.rpc.tls.keystore.location";
    private static final String KEY_STORE_TYPE = "hbase.rpc.tls.keystore.type";
    private static final String KEY_STORE_PASSWORD = "hbase.rpc.tls.keystore.password";
    private static final String TRUST_STORE = "hbase.rpc.tls.truststore.location";
    private static final String TRUST_STORE_TYPE = "hbase.rpc.tls.truststore.type";
    private static final String TRUST_STORE_PASSWORD = "hbase.rpc.tls.truststore.password";
    private static final String PROTOCOL = "hbase.rpc.tls.protocol";
    private static final String PROTOCOLS = "hbase.rpc.tls.enabledProtocols";
    private static final String CIPHER_SUITES = "hbase.rpc.tls.ciphersuites";
    private static final String RELOAD = "hbase.rpc.tls.certReload";
    private static final List<String> REVOCATION = List.of("hbase.rpc.tls.clr", "hbase.rpc.tls.ocsp");

    private TlsKeys() {}

    /** What the builder says, else what the configuration says; null without TLS. */
    static @Nullable TlsSettings settings(Configuration conf, @Nullable TlsConfig given) {
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
        if (!conf.getBoolean(ENABLED, false)) {
            return null;
        }
        for (String key : REVOCATION) {
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
                List.of(conf.getTrimmedStrings(CIPHER_SUITES)),
                conf.getBoolean(VERIFY_HOST, true),
                Keys.positiveMillis(conf, HANDSHAKE_TIMEOUT, 5_000),
                conf.getBoolean(RELOAD, true));
    }

    private static @Nullable StoreFile store(String name, TlsConfig.@Nullable Store store) {
        return store == null ? null : StoreFile.of(store.path(), store.type(), store.password(), name);
    }

    private static @Nullable StoreFile store(
            String key, @Nullable String path, String type, @Nullable String password) {
        return path == null || path.isEmpty() ? null : StoreFile.of(Path.of(path), type, password, key);
    }

    /** HBase speaks TLSv1.2 alone if nothing is said; a server that does so, too, will choose that. */
    private static List<String> protocols(Configuration conf) {
        String[] enabled = conf.getTrimmedStrings(PROTOCOLS);
        if (enabled.length > 0) {
            return List.of(enabled);
        }
        String one = conf.getTrimmed(PROTOCOL, "");
        return one.isEmpty() ? List.of("TLSv1.3", "TLSv1.2") : List.of(one);
    }
}
