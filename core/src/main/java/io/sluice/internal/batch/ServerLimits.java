package io.sluice.internal.batch;

import io.sluice.RequestTooBigException;
import io.sluice.ServerName;
import io.sluice.internal.retry.RowLimit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is known of servers apart from their regions: the request limits that they reported when they refused one, and when
 * the locations of their regions were last doubted. A server that is restarted is another {@link ServerName}, and may have
 * other limits. Safe for use by many threads.
 */
public final class ServerLimits {
    /** Part of the server's limit that cells may take, used when a refused request shows how much else there is. */
    private static final double MARGIN = 0.9;

    /**
     * How often the regions of a server that refuses everything are looked up again, although no error says that they moved.
     */
    static final long DOUBT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST_DOUBTED = 10_000;
    private static final long NEVER = -1;

    private final Map<ServerName, RequestLimits> learnt = new ConcurrentHashMap<>();
    /** From when on the regions of a server may be doubted again, on the engine's clock. */
    private final Map<ServerName, Long> next = new ConcurrentHashMap<>();

    /**
     * When to forget the regions of a server that refuses calls without looking at the regions: now, or later, since that is
     * done at most once a second. No refusal is ignored: the region may have moved after the last look-up.
     *
     * @return nanoseconds from now, or a negative number if another refusal has already triggered it
     */
    long doubtPlaceIn(ServerName server, long nowNanos) {
        if (next.size() >= MOST_DOUBTED) {
            next.clear();
        }
        long[] wait = {NEVER};
        next.compute(server, (key, due) -> {
            if (due == null || due - nowNanos <= 0) {
                wait[0] = 0;
                return nowNanos + DOUBT_NANOS;
            }
            if (due - nowNanos > DOUBT_NANOS) {
                return due;
            }
            wait[0] = due - nowNanos;
            return due + DOUBT_NANOS;
        });
        return wait[0];
    }

    /** What a request to a server may hold, by these limits and by those of the server. */
    RequestLimits of(ServerName server, RequestLimits own) {
        if (learnt.isEmpty()) {
            return own;
        }
        RequestLimits told = learnt.get(server);
        return told == null ? own : least(told, own);
    }

    private static RequestLimits least(RequestLimits one, RequestLimits other) {
        return new RequestLimits(
                Math.min(one.maxBytes(), other.maxBytes()), Math.min(one.maxMutations(), other.maxMutations()));
    }

    /**
     * Learns from a request of several mutations that was too large. The new limits are below the size of the request, so
     * that it is cut when it is sent again.
     */
    void learn(ServerBatch request, Throwable refusal) {
        RowLimit rows = RowLimit.of(refusal);
        RequestLimits limits = rows == null
                ? new RequestLimits(maxBytes(request, refusal), Integer.MAX_VALUE)
                : new RequestLimits(Long.MAX_VALUE, maxRows(request, rows));
        learnt.merge(request.server(), limits, ServerLimits::least);
    }

    private static int maxRows(ServerBatch request, RowLimit rows) {
        int half = Math.max(1, request.rowCount() / 2);
        return rows.limit() > 0 ? Math.min(rows.limit(), Math.max(1, request.rowCount() - 1)) : half;
    }

    private static long maxBytes(ServerBatch request, Throwable refusal) {
        if (refusal instanceof RequestTooBigException tooBig && tooBig.getLimitBytes() > 0) {
            double share = Math.min(1, (double) tooBig.getLimitBytes() / Math.max(1, tooBig.getRequestBytes()));
            long bytes = (long) (request.bytes() * share * MARGIN);
            return Math.max(1, Math.min(request.bytes() - 1, bytes));
        }
        return Math.max(1, request.bytes() / 2);
    }

    /** The limits that a server has reported, or null. */
    @Nullable RequestLimits learnt(ServerName server) {
        return learnt.get(server);
    }
}
