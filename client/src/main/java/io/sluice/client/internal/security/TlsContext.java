package io.sluice.client.internal.security;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.sluice.client.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
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

    @GuardedBy("lock") private List<Stamp> stamps;

    /** What tells that a file has changed. */
    private record Stamp(
            Path path,
            @Nullable FileTime modified,
            long size,
            @Nullable Object fileKey) {
        static Stamp of(StoreFile file) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file.path(), BasicFileAttributes.class);
                return new Stamp(file.path(), attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
            } catch (IOException e) {
                // Perhaps it is being replaced: this differs from every other stamp.
                return new Stamp(file.path(), null, -1, null);
            }
        }
    }

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
        List<Stamp> now = stamps(trustStore, keyStore);
        if (now.equals(stamps)) {
            return;
        }
        try {
            context = build(settings, trustStore, keyStore);
            stamps = now;
            LOG.info(
                    "Certificates were read again: {}",
                    now.stream().map(Stamp::path).toList());
        } catch (IOException e) {
            // The stamps stay the old ones, so the next connection tries again.
            LOG.warn("Changed certificates are not used, the old ones stay: {}", e.getMessage());
        }
    }

    private static List<Stamp> stamps(@Nullable StoreFile trustStore, @Nullable StoreFile keyStore) {
        return Stream.concat(Stream.ofNullable(trustStore), Stream.ofNullable(keyStore))
                .map(Stamp::of)
                .toList();
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
