package io.sluice.client.internal.security;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.sluice.client.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys and certificates of new connections, read again when their files have changed; open connections keep theirs. Safe
 * for use by many threads; may read files.
 */
final class TlsContext {
    private static final Logger LOG = LoggerFactory.getLogger(TlsContext.class);

    private final TlsConfig settings;
    private final @Nullable StoreFile trustStore;
    private final @Nullable StoreFile keyStore;
    // A leaf. Held while files are read, so that only one thread reads them.
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private SslContext context;

    /** The attributes that tell that a file has changed, by file. */
    @GuardedBy("lock") private Map<Path, Map<String, Object>> stamps;

    /** @throws IllegalArgumentException if a file cannot be used; names it and its key */
    TlsContext(TlsConfig settings) {
        this.settings = settings;
        trustStore = StoreFile.of(settings.trustStore(), "trustStore (hbase.rpc.tls.truststore.location)");
        keyStore = StoreFile.of(settings.keyStore(), "keyStore (hbase.rpc.tls.keystore.location)");
        stamps = stamps(trustStore, keyStore);
        try {
            context = build(settings, trustStore, keyStore);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** For new connections. If files have changed and cannot be read, the old certificates stay. */
    SslContext current() {
        lock.lock();
        try {
            if (settings.reload()) {
                reloadIfChanged();
            }
            return context;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private void reloadIfChanged() {
        Map<Path, Map<String, Object>> now = stamps(trustStore, keyStore);
        if (now.equals(stamps)) {
            return;
        }
        try {
            context = build(settings, trustStore, keyStore);
            stamps = now;
            LOG.info("Certificates were read again: {}", now.keySet());
        } catch (IOException e) {
            // The stamps stay the old ones, so the next connection tries again.
            LOG.warn("Changed certificates are not used, the old ones stay: {}", e.getMessage());
        }
    }

    private static Map<Path, Map<String, Object>> stamps(@Nullable StoreFile... files) {
        Map<Path, Map<String, Object>> stamps = new LinkedHashMap<>();
        for (StoreFile file : files) {
            if (file != null) {
                stamps.put(file.path(), stamp(file.path()));
            }
        }
        return stamps;
    }

    private static Map<String, Object> stamp(Path file) {
        try {
            return Files.readAttributes(file, "lastModifiedTime,size,fileKey");
        } catch (IOException e) {
            // Perhaps it is being replaced: this differs from the stamp of every file.
            return Map.of();
        }
    }

    private static SslContext build(TlsConfig settings, @Nullable StoreFile trustStore, @Nullable StoreFile keyStore)
            throws IOException {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .protocols(settings.protocols())
                .endpointIdentificationAlgorithm(settings.verifyHostName() ? "HTTPS" : "");
        if (trustStore != null) {
            builder.trustManager(trustStore.trustManagers());
        }
        if (keyStore != null) {
            builder.keyManager(keyStore.keyManagers());
        }
        if (!settings.cipherSuites().isEmpty()) {
            builder.ciphers(settings.cipherSuites());
        }
        try {
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "hbase.rpc.tls.enabledProtocols = " + settings.protocols() + " or hbase.rpc.tls.ciphersuites = "
                            + settings.cipherSuites() + " cannot be used: " + e.getMessage(),
                    e);
        }
    }
}
