package io.sluice.client.internal.metrics;

import io.sluice.TableName;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.metrics.TableNow;
import io.sluice.internal.pool.PoolNumbers;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * What a connection knows of itself at this moment. Asked by any thread, and now and then only.
 *
 * @param numbers what was counted
 * @param tables what the open mutators of each table hold
 * @param buffered mutations that the open mutators of a table have in buffers
 * @param windows the windows of requests, by {@code host:port}
 * @param pools the pools of connections, by {@code host:port}
 * @param budget the memory budget
 * @param blocks the blocks of memory
 * @param cachedRegions regions whose place is known
 * @param eventLoops how many event loops there are
 * @param pendingTasks tasks that wait for an event loop, by its number; -1 if it does not tell
 */
public record ClientView(
        ClientNumbers numbers,
        Supplier<Map<TableName, TableNow>> tables,
        ToLongFunction<TableName> buffered,
        Supplier<Map<String, Window>> windows,
        Supplier<Map<String, PoolNumbers>> pools,
        Supplier<Budget> budget,
        Supplier<Blocks> blocks,
        LongSupplier cachedRegions,
        int eventLoops,
        IntUnaryOperator pendingTasks) {

    /**
     * The memory budget.
     *
     * @param waiters how many threads wait for room
     */
    public record Budget(long usedBytes, long limitBytes, int waiters) {}

    /**
     * The blocks of memory.
     *
     * @param made in all
     * @param pooled that nobody uses now
     */
    public record Blocks(long made, int pooled, int inUse, int bytesOfOne) {}

    /**
     * The windows of requests to a server at this moment, of all mutators together.
     *
     * @param size requests that may be in flight
     * @param inFlight requests in flight
     * @param waiting requests that wait for a place
     */
    public record Window(long size, long inFlight, long waiting) {
        /** Of no mutator. */
        static final Window NONE = new Window(0, 0, 0);

        /** Both together. */
        public Window plus(Window other) {
            return new Window(size + other.size, inFlight + other.inFlight, waiting + other.waiting);
        }
    }
}
