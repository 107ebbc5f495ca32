package io.sluice.client.internal.meta;

import io.sluice.Configuration;
import io.sluice.client.internal.net.Keys;
import io.sluice.internal.retry.RetryPolicy;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * How {@code hbase:meta} is asked.
 *
 * @param prefetchRows maximum number of rows that a look-up fetches
 * @param scanRows maximum number of rows for each call while a whole table is scanned
 * @param operationTimeoutNanos for a scan or another question, with all its attempts
 * @param rpcTimeoutNanos for one call
 * @param retry the pauses between attempts, whose number only the time limits
 */
public record MetaSettings(
        int prefetchRows, int scanRows, long operationTimeoutNanos, long rpcTimeoutNanos, RetryPolicy retry) {
    private static final int SCAN_ROWS = 500;

    /** HBase's client fetches 10. So many are little more work for the server, and all regions of most tables. */
    private static final int PREFETCH_ROWS = 100;

    /**
     * Reads HBase's keys.
     *
     * @throws IllegalArgumentException if a value is not a positive number (the pauses: negative); names the key
     */
    public static MetaSettings from(Configuration conf) {
        int prefetchRows = Keys.positiveInt(conf, "hbase.client.locate.prefetch.limit", PREFETCH_ROWS);
        long pauseMillis = notNegative(conf, "hbase.client.pause", 100);
        long overloadedMillis = notNegative(conf, "hbase.client.pause.server.overloaded", pauseMillis);
        RetryPolicy retry = new RetryPolicy(
                Integer.MAX_VALUE,
                TimeUnit.MILLISECONDS.toNanos(pauseMillis),
                TimeUnit.MILLISECONDS.toNanos(Math.max(pauseMillis, overloadedMillis)),
                () -> ThreadLocalRandom.current().nextDouble());
        return new MetaSettings(
                prefetchRows,
                SCAN_ROWS,
                Keys.positiveMillis(conf, "hbase.client.meta.operation.timeout", 1_200_000),
                Keys.positiveMillis(conf, "hbase.client.meta.read.rpc.timeout", Keys.readTimeoutMillis(conf)),
                retry);
    }

    private static long notNegative(Configuration conf, String key, long defaultValue) {
        long value = conf.getLong(key, defaultValue);
        if (value < 0) {
            throw new IllegalArgumentException(key + " must not be negative, not " + value);
        }
        return value;
    }
}
