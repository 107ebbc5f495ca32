package io.sluice.internal.batch;

import io.sluice.RequestTooBigException;
import io.sluice.ServerName;
import io.sluice.internal.retry.RowLimit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The request limits that servers reported when they refused a request. A server that is restarted is another
 * {@link ServerName}, and may have other limits. Safe for use by many threads.
 */
public final class ServerLimits {
    /** Part of the server's limit that cells may take, used when a refused request shows how much else there is. */
    private static final double MARGIN = 0.9;

    private final Map<ServerName, Long> maxBytes = new ConcurrentHashMap<>();
    private final Map<ServerName, Integer> maxMutations = new ConcurrentHashMap<>();

    /** The most bytes of cells and attributes in a request to a server, by its limit and by the mutator's. */
    long maxBytes(ServerName server, long own) {
        Long told = maxBytes.isEmpty() ? null : maxBytes.get(server);
        return told == null ? own : Math.min(told, own);
    }

    /** The most mutations in a request to a server, by its limit and by the mutator's. */
    int maxMutations(ServerName server, int own) {
        Integer told = maxMutations.isEmpty() ? null : maxMutations.get(server);
        return told == null ? own : Math.min(told, own);
    }

    /**
     * Learns from a request of several mutations that was too large. The new limit is below the size of the request, so
     * that it is cut when it is sent again.
     */
    void learn(ServerBatch request, Throwable refusal) {
        RowLimit rows = RowLimit.of(refusal);
        if (rows == null) {
            maxBytes.merge(request.server(), fewerBytes(request, refusal), Math::min);
        } else {
            maxMutations.merge(request.server(), fewerMutations(request, rows), Math::min);
        }
    }

    private static int fewerMutations(ServerBatch request, RowLimit rows) {
        int half = Math.max(1, request.rowCount() / 2);
        return rows.limit() > 0 ? Math.min(rows.limit(), Math.max(1, request.rowCount() - 1)) : half;
    }

    private static long fewerBytes(ServerBatch request, Throwable refusal) {
        if (refusal instanceof RequestTooBigException tooBig && tooBig.getLimitBytes() > 0) {
            double share = Math.min(1, (double) tooBig.getLimitBytes() / Math.max(1, tooBig.getRequestBytes()));
            long bytes = (long) (request.bytes() * share * MARGIN);
            return Math.max(1, Math.min(request.bytes() - 1, bytes));
        }
        return Math.max(1, request.bytes() / 2);
    }
}
