package io.sluice.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How connections to HBase's servers are encrypted. Replaces all of HBase's keys for the same ({@code hbase.rpc.tls.*},
 * {@code hbase.client.netty.tls.*}).
 */
public final class TlsConfig {
    private final @Nullable Store trustStore;
    private final @Nullable Store keyStore;
    private final List<String> protocols;
    private final List<String> cipherSuites;
    private final boolean verifyHostName;
    private final boolean reload;
    private final Duration handshakeTimeout;

    private TlsConfig(Builder builder) {
        trustStore = builder.trustStore;
        keyStore = builder.keyStore;
        protocols = builder.protocols;
        cipherSuites = builder.cipherSuites;
        verifyHostName = builder.verifyHostName;
        reload = builder.reload;
        handshakeTimeout = builder.handshakeTimeout;
    }

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * A file with certificates, and perhaps a private key.
     *
     * @param path where it is
     * @param type {@code JKS}, {@code PKCS12} or {@code PEM}; empty to use the file's extension
     * @param password of the file and the key in it; null for none
     */
    public record Store(Path path, String type, @Nullable String password) {
        /** Checks that nothing is missing. */
        public Store {
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(type, "type");
        }

        /** Without the password. */
        @Override
        public String toString() {
            return path + (type.isEmpty() ? "" : " (" + type + ")");
        }
    }

    /** The certificate authorities to trust; null for those of the JVM. */
    public @Nullable Store trustStore() {
        return trustStore;
    }

    /** The client's own certificate and key; null for none. */
    public @Nullable Store keyStore() {
        return keyStore;
    }

    /** The allowed versions of TLS. */
    public List<String> protocols() {
        return protocols;
    }

    /** The allowed cipher suites; empty for a selection of safe ones. */
    public List<String> cipherSuites() {
        return cipherSuites;
    }

    /** Whether a server's certificate must name the host that was connected to. */
    public boolean verifyHostName() {
        return verifyHostName;
    }

    /** Whether files that have changed are read again for new connections. */
    public boolean reload() {
        return reload;
    }

    /** How long a handshake may take. */
    public Duration handshakeTimeout() {
        return handshakeTimeout;
    }

    /** Without passwords. */
    @Override
    public String toString() {
        return "TLS " + protocols + ", trust store " + (trustStore == null ? "of the JVM" : trustStore) + ", key store "
                + (keyStore == null ? "none" : keyStore) + (verifyHostName ? "" : ", host names not verified");
    }

    /** Settings. Not safe for use by several threads at once. */
    public static final class Builder {
        private @Nullable Store trustStore;
        private @Nullable Store keyStore;
        private List<String> protocols = List.of("TLSv1.3", "TLSv1.2");
        private List<String> cipherSuites = List.of();
        private boolean verifyHostName = true;
        private boolean reload = true;
        private Duration handshakeTimeout = Duration.ofSeconds(5);

        private Builder() {}

        /** The certificate authorities to trust; default: those of the JVM. */
        public Builder trustStore(Path path, @Nullable String password) {
            return trustStore(new Store(path, "", password));
        }

        /** The certificate authorities to trust; default: those of the JVM. */
        public Builder trustStore(Store store) {
            trustStore = Objects.requireNonNull(store, "store");
            return this;
        }

        /** The client's own certificate and key, which servers require by default; default: none. */
        public Builder keyStore(Path path, @Nullable String password) {
            return keyStore(new Store(path, "", password));
        }

        /** The client's own certificate and key, which servers require by default; default: none. */
        public Builder keyStore(Store store) {
            keyStore = Objects.requireNonNull(store, "store");
            return this;
        }

        /** The allowed versions of TLS; default TLSv1.3 and TLSv1.2. */
        public Builder protocols(String... names) {
            if (names.length == 0) {
                throw new IllegalArgumentException("protocols must name one at least");
            }
            protocols = List.of(names);
            return this;
        }

        /** The allowed cipher suites, by their names in Java; default: a selection of safe ones. */
        public Builder cipherSuites(String... names) {
            cipherSuites = List.of(names);
            return this;
        }

        /** Whether a server's certificate must name the host that was connected to; default true. */
        public Builder verifyHostName(boolean verify) {
            verifyHostName = verify;
            return this;
        }

        /** Whether files that have changed are read again for new connections; default true. */
        public Builder reload(boolean on) {
            reload = on;
            return this;
        }

        /** How long a handshake may take; default 5 s. */
        public Builder handshakeTimeout(Duration timeout) {
            if (timeout.isZero() || timeout.isNegative()) {
                throw new IllegalArgumentException("handshakeTimeout must be positive, not " + timeout);
            }
            handshakeTimeout = timeout;
            return this;
        }

        /** The settings; files are read when a connection is built with them. */
        public TlsConfig build() {
            return new TlsConfig(this);
        }
    }
}
