package io.sluice.client.internal.net;

import io.sluice.DoNotRetryIOException;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Servers whose latest connections ended before the first answer, and what is known of why.
 *
 * <p>A server that expects TLS ends connections in plain text without a word. One that refuses a certificate says so, but
 * with TLS 1.3 the client has begun to send by then, and what a server said is lost with a connection that is reset. So the
 * next connection to such a server is opened with care: it finds out whether TLS is spoken, or listens before it sends.
 * Safe for use by many threads.
 */
final class SilentEnds {
    /** So many in a row, and TLS at the other end, are no accident: a server that takes both would have answered. */
    private static final int CERTAIN = 3;

    private static final long LISTEN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int MAX_DOUBLINGS = 3;
    /** More servers are not remembered; then it is as if nothing had been seen. */
    private static final int MAX_SERVERS = 10_000;

    private final ConcurrentMap<String, Seen> servers = new ConcurrentHashMap<>();

    private record Seen(int ends, boolean speaksTls) {}

    /** How long the next connection to a server is to listen before it sends; 0 for one that has given no reason. */
    long listenNanos(String server) {
        Seen seen = servers.get(server);
        return seen == null ? 0 : LISTEN_NANOS << Math.min(seen.ends - 1, MAX_DOUBLINGS);
    }

    /** Notes that a server speaks TLS, though it ended a connection in plain text. */
    void speaksTls(String server) {
        servers.computeIfPresent(server, (name, seen) -> new Seen(seen.ends, true));
    }

    /** Forgets what was seen of a server: it has answered. */
    void answered(String server) {
        // Mostly there is nothing; then no bin is locked.
        if (!servers.isEmpty()) {
            servers.remove(server);
        }
    }

    /**
     * Notes that a connection has ended before its first answer.
     *
     * @param encrypted whether it spoke TLS
     * @param how it ended, the beginning of the text
     * @return what to tell; a {@link DoNotRetryIOException} once the reason is certain
     */
    IOException ended(String server, boolean encrypted, String how, @Nullable Throwable cause) {
        if (servers.size() >= MAX_SERVERS) {
            servers.clear();
        }
        Seen seen = servers.merge(
                server, new Seen(1, false), (before, first) -> new Seen(before.ends + 1, before.speaksTls));
        if (encrypted) {
            return new IOException(
                    how + " before its first answer; servers do so when they do not offer the service, refuse the user,"
                            + " or refuse the certificate of the client, or want one"
                            + " (hbase.rpc.tls.keystore.location)",
                    cause);
        }
        if (!seen.speaksTls) {
            return new IOException(
                    how + " before its first answer; servers do so without a word when they do not offer the service,"
                            + " refuse the user, or expect TLS (hbase.client.netty.tls.enabled)",
                    cause);
        }
        String text = server + " speaks TLS and ends connections in plain text (" + how
                + " before its first answer): set hbase.client.netty.tls.enabled = true here, or"
                + " hbase.server.netty.tls.supportplaintext = true there";
        IOException told = seen.ends < CERTAIN ? new IOException(text) : new DoNotRetryIOException(text);
        if (cause != null) {
            told.initCause(cause);
        }
        return told;
    }
}
