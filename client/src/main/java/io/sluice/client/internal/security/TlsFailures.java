package io.sluice.client.internal.security;

import io.netty.channel.Channel;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.sluice.DoNotRetryIOException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLException;

/** Explains why TLS failed, and which key to check. A failure that a later attempt cannot fix is final. */
public final class TlsFailures {
    private TlsFailures() {}

    /** Whether an exception of a channel comes from its encryption. */
    public static boolean concerns(Throwable cause) {
        return cause instanceof SSLException;
    }

    /**
     * What it may mean that a server ended a connection before it sent anything, and which keys to check. A server that
     * expects TLS does so when it gets plain text. With TLS 1.3 a server refuses a certificate only when the client has
     * begun to send, and its message is lost if the connection is reset.
     */
    public static String endAdvice(Channel channel) {
        return channel.pipeline().get(SslHandler.class) != null
                ? "a server does so if it does not offer the service, refuses the user, or refuses or misses this client's"
                        + " certificate (hbase.rpc.tls.keystore.location)"
                : "a server does so if it does not offer the service, refuses the user, or expects TLS"
                        + " (hbase.client.netty.tls.enabled here, hbase.server.netty.tls.supportplaintext there)";
    }

    /** The exception for the caller that waits for the connection. */
    public static IOException explain(String peer, Throwable cause) {
        String server = "TLS with " + peer + ": ";
        if (cause instanceof NotSslRecordException) {
            // Netty's message is a hexadecimal dump of what arrived.
            return new DoNotRetryIOException(
                    server + "the server answers in plain text. hbase.client.netty.tls.enabled is true here; is"
                            + " hbase.server.netty.tls.enabled there, and is this the port of an HBase server?",
                    cause);
        }
        if (cause instanceof SslHandshakeTimeoutException) {
            return new IOException(
                    server + "no handshake in time (hbase.client.netty.tls.handshaketimeout): " + cause.getMessage(),
                    cause);
        }
        if (!(cause instanceof SSLException)) {
            return new IOException(
                    server + "the connection ended during the handshake (" + cause.getMessage()
                            + "); a server that wants a certificate of the client may do so without a word"
                            + " (hbase.rpc.tls.keystore.location)",
                    cause);
        }
        Throwable reason = reason(cause);
        if (reason instanceof GeneralSecurityException) {
            return new DoNotRetryIOException(
                    server + "the server's certificate is not accepted: " + text(reason) + ". Look at"
                            + " hbase.rpc.tls.truststore.location, and at host name and dates of the certificate",
                    cause);
        }
        String text = text(cause);
        if (text.contains("certificate")) {
            return new DoNotRetryIOException(
                    server + "the server does not accept this client's certificate: " + text + ". Look at"
                            + " hbase.rpc.tls.keystore.location",
                    cause);
        }
        if (text.contains("handshake_failure") || text.contains("protocol")) {
            return new DoNotRetryIOException(
                    server + "no common protocol or cipher suite, or no certificate of this client: " + text
                            + ". Look at hbase.rpc.tls.enabledProtocols, hbase.rpc.tls.ciphersuites and"
                            + " hbase.rpc.tls.keystore.location",
                    cause);
        }
        return new IOException(server + text, cause);
    }

    /** The deepest exception about a certificate, or the deepest one. */
    private static Throwable reason(Throwable error) {
        Throwable reason = error;
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof GeneralSecurityException || !(reason instanceof GeneralSecurityException)) {
                reason = cause;
            }
        }
        return reason;
    }

    private static String text(Throwable error) {
        return error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
    }
}
