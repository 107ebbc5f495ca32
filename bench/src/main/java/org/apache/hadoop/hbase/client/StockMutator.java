package org.apache.hadoop.hbase.client;

import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.io.netty.util.HashedWheelTimer;

/** Opens the buffered mutator of {@code hbase-client}, whose class is package-private. */
public final class StockMutator {
    private static final int TICK_MILLIS = 10;

    private StockMutator() {}

    /**
     * Opens a mutator without a periodic flush. Its timer starts no thread while nothing is scheduled.
     *
     * @param table the table that receives its batches
     * @param bufferBytes heap size of mutations at which it sends
     * @param maxMutations number of mutations at which it sends
     */
    public static AsyncBufferedMutator open(AsyncTable<?> table, long bufferBytes, int maxMutations) {
        HashedWheelTimer timer = new HashedWheelTimer(TICK_MILLIS, TimeUnit.MILLISECONDS);
        return new AsyncBufferedMutatorImpl(
                timer, table, bufferBytes, 0, DescribedChange.MAX_KEY_VALUE_BYTES, maxMutations);
    }
}
