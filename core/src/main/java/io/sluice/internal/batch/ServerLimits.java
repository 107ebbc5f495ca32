package io.sluice.internal.batch;

import io.sluice.RequestTooBigException;
import io.sluice.ServerName;
import io.sluice.internal.retry.RowLimit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Limits of requests that servers have told by refusing one. A server that is started again is another
 * {@link ServerName}, and may have other limits. Safe for use by many threads.
 */
public final class ServerLimits {
    /** Part of the server's limit that cells may take, where a refused request tells how much else there is. */
    private static final double MARGIN = 0.9;

    private final Map<ServerName, BatchLimits> learnt = new ConcurrentHashMap<>();

    /** What a request to a server may hold, by these limits and by those of the server. */
    BatchLimits of(ServerName server, BatchLimits own) {
        if (learnt.isEmpty()) {
            return own;
        }
        BatchLimits told = learnt.get(server);
        return told == null ? own : least(told, own);
    }

    private static BatchLimits least(BatchLimits one, BatchLimits other) {
        return new BatchLimits(
                Math.min(one.maxBytes(), other.maxBytes()), Math.min(one.maxMutations(), other.maxMutations()));
    }

    /**
     * Learns from a request of several mutations that was too large. The new limits are less than what it had, so that it
     * is cut when it is sent again.
     */
    void learn(ServerBatch request, Throwable refusal) {
        RowLimit rows = RowLimit.of(refusal);
        BatchLimits limits = rows == null
                ? new BatchLimits(maxBytes(request, refusal), Integer.MAX_VALUE)
                : new BatchLimits(Long.MAX_VALUE, maxRows(request, rows));
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
    @Nullable BatchLimits learnt(ServerName server) {
        return learnt.get(server);
    }
}
