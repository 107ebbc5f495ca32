package io.sluice.client.internal.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.TableName;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.metrics.TableNow;
import io.sluice.internal.pool.PoolNumbers;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a connection, for any thread that reads them now and then.
 *
 * @param tables what the open mutators of each table hold
 * @param buffered how many mutations the open mutators of a table have in buffers
 * @param windows by {@code host:port}
 * @param pools by {@code host:port}
 * @param budgetWaiters how many threads wait for room
 * @param blocksMade since the beginning
 * @param cachedRegions regions whose location is known
 * @param eventLoops how many event loops there are
 * @param pendingTasks tasks that wait for an event loop, by its number; -1 if unknown
 */
public record ClientView(
        ClientNumbers numbers,
        Supplier<Map<TableName, TableNow>> tables,
        ToLongFunction<TableName> buffered,
        Supplier<Map<String, Window>> windows,
        Supplier<Map<String, PoolNumbers>> pools,
        DoubleSupplier budgetUsed,
        DoubleSupplier budgetWaiters,
        long budgetBytes,
        DoubleSupplier blocksMade,
        DoubleSupplier blocksFree,
        DoubleSupplier blocksInUse,
        int blockBytes,
        DoubleSupplier cachedRegions,
        int eventLoops,
        IntUnaryOperator pendingTasks) {

    /** Keeps sums for the duration of one scrape: with a thousand servers, each gauge would compute them again. */
    public ClientView {
        tables = new KeptSum<>(tables);
        windows = new KeptSum<>(windows);
        pools = new KeptSum<>(pools);
    }

    private static final class KeptSum<T> implements Supplier<T> {
        private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

        private final Supplier<T> source;

        @GuardedBy("this") private @Nullable T sum;

        @GuardedBy("this") private long nanos;

        KeptSum(Supplier<T> source) {
            this.source = source;
        }

        @Override
        public synchronized T get() {
            T known = sum;
            long now = System.nanoTime();
            if (known == null || now - nanos > KEPT_NANOS) {
                known = source.get();
                sum = known;
                nanos = now;
            }
            return known;
        }
    }

    /**
     * The sum of the request windows of all mutators for one server.
     *
     * @param size requests that may be in flight
     * @param waiting requests that wait for a place
     */
    public record Window(long size, long inFlight, long waiting) {
        static final Window NONE = new Window(0, 0, 0);

        public Window plus(Window other) {
            return new Window(size + other.size, inFlight + other.inFlight, waiting + other.waiting);
        }
    }
}
