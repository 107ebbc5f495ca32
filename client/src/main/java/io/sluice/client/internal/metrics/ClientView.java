package io.sluice.client.internal.metrics;

import io.sluice.TableName;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.metrics.TableNow;
import io.sluice.internal.pool.PoolNumbers;
import java.util.Map;

/** What a connection knows of itself at this moment. Called by any thread, and now and then only. */
public interface ClientView {
    /** What was counted. */
    ClientNumbers numbers();

    /** What the open mutators of each table hold. */
    Map<TableName, TableNow> tables();

    /** Mutations that the open mutators of a table have in buffers. */
    long buffered(TableName table);

    /** The windows of requests, by {@code host:port}. */
    Map<String, Window> windows();

    /** The pools of connections, by {@code host:port}. */
    Map<String, PoolNumbers> pools();

    /** The memory budget. */
    Budget budget();

    /** The blocks of memory. */
    Blocks blocks();

    /** Regions whose place is known. */
    long cachedRegions();

    /** How many event loops there are. */
    int eventLoops();

    /** Tasks that wait for an event loop; -1 if it does not tell. */
    int pendingTasks(int loop);

    /**
     * The memory budget.
     *
     * @param waiters how many threads wait for room
     */
    record Budget(long usedBytes, long limitBytes, int waiters) {}

    /**
     * The blocks of memory.
     *
     * @param made in all
     * @param pooled that nobody uses now
     */
    record Blocks(long made, int pooled, int inUse, int bytesOfOne) {}

    /**
     * The windows of requests to a server at this moment, of all mutators together.
     *
     * @param size requests that may be in flight
     * @param inFlight requests in flight
     * @param waiting requests that wait for a place
     */
    record Window(long size, long inFlight, long waiting) {
        /** Of no mutator. */
        static final Window NONE = new Window(0, 0, 0);

        /** Both together. */
        public Window plus(Window other) {
            return new Window(size + other.size, inFlight + other.inFlight, waiting + other.waiting);
        }
    }
}
