package io.sluice.internal.batch;

import io.sluice.RequestTooBigException;
import io.sluice.ServerName;
import io.sluice.internal.retry.RowLimit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is known of servers beside their regions: limits of requests that they have told by refusing one, and when the place
 * of their regions was last doubted. A server that is started again is another {@link ServerName}, and may have other
 * limits. Safe for use by many threads.
 */
public final class ServerLimits {
    /** Part of the server's limit that cells may take, where a refused request tells how much else there is. */
    private static final double MARGIN = 0.9;

    /** How often the regions of a server that refuses everything are looked up again, though nothing says they moved. */
    static final long DOUBT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST_DOUBTED = 10_000;
    private static final long NEVER = -1;

    private final Map<ServerName, RequestLimits> learnt = new ConcurrentHashMap<>();
    /** From when on the regions of a server may be doubted again, on the engine's clock. */
    private final Map<ServerName, Long> next = new ConcurrentHashMap<>();

    /**
     * When to forget the regions of a server that refuses without looking at them: now, or, since that is done at most once a
     * second, later. A refusal is never passed over: the region may have moved after the last look-up.
     *
     * @return nanoseconds from now, or a negative number if another refusal has seen to it
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
     * Learns from a request of several mutations that was too large. The new limits are less than what it had, so that it
     * is cut when it is sent again.
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

    /** What a server has told, or null. */
    @Nullable RequestLimits learnt(ServerName server) {
        return learnt.get(server);
    }
}
