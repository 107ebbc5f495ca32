package io.sluice.client.internal.security;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How connections are encrypted, with HBase's keys.
 *
 * @param trustStore the authorities to trust ({@code hbase.rpc.tls.truststore.location}); null for those of the JVM
 * @param keyStore the client's own certificate and key ({@code hbase.rpc.tls.keystore.location}); null for none
 * @param protocols such as {@code TLSv1.3}, never empty ({@code hbase.rpc.tls.enabledProtocols})
 * @param cipherSuites empty for Netty's choice ({@code hbase.rpc.tls.ciphersuites})
 * @param verifyHostName whether the certificate must name the host ({@code hbase.client.netty.tls.verify.server.hostname})
 * @param handshakeTimeoutNanos {@code hbase.client.netty.tls.handshaketimeout}
 * @param reload whether files that have changed are read again for new connections ({@code hbase.rpc.tls.certReload})
 */
public record TlsSettings(
        @Nullable StoreFile trustStore,
        @Nullable StoreFile keyStore,
        List<String> protocols,
        List<String> cipherSuites,
        boolean verifyHostName,
        long handshakeTimeoutNanos,
        boolean reload) {

    /** Copies the lists. */
    public TlsSettings {
        protocols = List.copyOf(protocols);
        cipherSuites = List.copyOf(cipherSuites);
    }
}
