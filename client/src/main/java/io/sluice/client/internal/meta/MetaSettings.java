package io.sluice.client.internal.meta;

import io.sluice.Configuration;
import io.sluice.internal.retry.RetryPolicy;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * How {@code hbase:meta} is asked.
 *
 * @param prefetchRows rows that one lookup fetches at most, positive
 * @param scanRows rows that one call of a scan of a whole table fetches at most, positive
 * @param operationTimeoutNanos how long a lookup may take with all its attempts, positive
 * @param rpcTimeoutNanos how long one call may take, positive
 * @param retry the pauses between attempts; their number is bounded by the time only
 */
public record MetaSettings(
        int prefetchRows, int scanRows, long operationTimeoutNanos, long rpcTimeoutNanos, RetryPolicy retry) {
    private static final String PREFETCH = "hbase.client.locate.prefetch.limit";
    private static final String OPERATION_TIMEOUT = "hbase.client.meta.operation.timeout";
    private static final String META_READ_TIMEOUT = "hbase.client.meta.read.rpc.timeout";
    private static final String READ_TIMEOUT = "hbase.rpc.read.timeout";
    private static final String RPC_TIMEOUT = "hbase.rpc.timeout";
    private static final String PAUSE = "hbase.client.pause";
    private static final String OVERLOADED_PAUSE = "hbase.client.pause.server.overloaded";
    private static final int SCAN_ROWS = 500;

    /**
     * Reads HBase's keys: {@code hbase.client.locate.prefetch.limit} (10), {@code hbase.client.meta.operation.timeout}
     * (1200000 ms), {@code hbase.client.meta.read.rpc.timeout} (else {@code hbase.rpc.read.timeout}, else
     * {@code hbase.rpc.timeout}, 60000 ms), {@code hbase.client.pause} (100 ms) and
     * {@code hbase.client.pause.server.overloaded} (the pause).
     *
     * @throws IllegalArgumentException if a value is not a positive number (the pauses: negative); names the key
     */
    public static MetaSettings from(Configuration conf) {
        int prefetchRows = (int) positive(PREFETCH, conf.getInt(PREFETCH, 10));
        long operationMillis = positive(OPERATION_TIMEOUT, conf.getLong(OPERATION_TIMEOUT, 1_200_000));
        long rpcMillis = positive(RPC_TIMEOUT, conf.getLong(RPC_TIMEOUT, 60_000));
        rpcMillis = positive(READ_TIMEOUT, conf.getLong(READ_TIMEOUT, rpcMillis));
        rpcMillis = positive(META_READ_TIMEOUT, conf.getLong(META_READ_TIMEOUT, rpcMillis));
        long pauseMillis = notNegative(PAUSE, conf.getLong(PAUSE, 100));
        long overloadedMillis = notNegative(OVERLOADED_PAUSE, conf.getLong(OVERLOADED_PAUSE, pauseMillis));
        RetryPolicy retry = new RetryPolicy(
                Integer.MAX_VALUE,
                TimeUnit.MILLISECONDS.toNanos(pauseMillis),
                TimeUnit.MILLISECONDS.toNanos(Math.max(pauseMillis, overloadedMillis)),
                () -> ThreadLocalRandom.current().nextDouble());
        return new MetaSettings(
                prefetchRows,
                SCAN_ROWS,
                TimeUnit.MILLISECONDS.toNanos(operationMillis),
                TimeUnit.MILLISECONDS.toNanos(rpcMillis),
                retry);
    }

    private static long positive(String key, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(key + " must be positive, not " + value);
        }
        return value;
    }

    private static long notNegative(String key, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(key + " must not be negative, not " + value);
        }
        return value;
    }
}
