package io.sluice.client;

import io.sluice.MutatorState;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.internal.JsonText;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a connection holds and does: a snapshot. It is taken number by number, while others go on, so that numbers need not
 * add up. Lists are bounded, or as long as there are mutators and servers. docs/state.md explains each number and how it
 * reads as JSON.
 *
 * @param at when it was taken
 * @param closed whether the connection is closed
 * @param mutators those that are open
 * @param servers those that have a pool or got requests, by name
 * @param parked where mutations wait because a region or server takes none, those first that hold most; at most 100
 * @param top the regions with most of late
 * @param pools the connections
 */
public record ConnectionState(
        Instant at,
        boolean closed,
        Budget budget,
        List<Mutator> mutators,
        List<Server> servers,
        List<Parked> parked,
        Top top,
        ConnectionPoolState pools,
        Blocks blocks,
        RegionCache regionCache) {

    /** Makes the lists immutable. */
    public ConnectionState {
        mutators = List.copyOf(mutators);
        servers = List.copyOf(servers);
        parked = List.copyOf(parked);
    }

    /**
     * The same as JSON: each component by its name, in their order. Times are ISO 8601 in UTC, names of servers and tables
     * are strings, and what is absent is {@code null}.
     */
    public String toJson() {
        return JsonText.of(this);
    }

    /**
     * The memory of mutations on their way.
     *
     * @param usedBytes what all mutators hold
     * @param limitBytes what they may hold ({@code bufferBudget})
     * @param shareBytes what one region or server may hold ({@code regionShare}); the limit if there are no shares
     * @param waiters threads and streams that wait for room
     */
    public record Budget(long usedBytes, long limitBytes, long shareBytes, int waiters) {}

    /** A mutator. */
    public record Mutator(TableName table, MutatorState state) {}

    /**
     * A server.
     *
     * @param address host and port
     * @param failuresInARow requests without an answer, or with one that says that the server has too much to do, since the
     *     last good one; of several windows the most
     * @param loadPercent the pressure of its most pressed region as it last said, where its {@code
     *     hbase.client.backpressure.enabled} is true; of several windows the most
     * @param windows one for each value of {@code setMaxInFlightPerServer} that mutators of the connection have: those with the
     *     same value share it
     */
    public record Server(ServerName server, String address, int failuresInARow, int loadPercent, List<Window> windows) {
        /** Makes the list immutable. */
        public Server {
            windows = List.copyOf(windows);
        }
    }

    /**
     * Requests to one server, of all mutators that allow it the same number.
     *
     * @param maxInFlight that number, see {@code setMaxInFlightPerServer}
     * @param size how many may be in flight now
     * @param inFlight how many are
     * @param waiting how many wait
     * @param latencyNanos how long answers take, about, the last eight counting most; 0 before the first
     */
    public record Window(int maxInFlight, int size, int inFlight, int waiting, long latencyNanos) {}

    /**
     * A place to which mutations wait to be sent again, or that holds more than its share.
     *
     * @param kind what the place is
     * @param place its name: the region's, the server's, or words for rows without a known region
     * @param server where the region is, or the server; null if not known
     * @param heldBytes what is on its way there
     * @param share the part of the budget that this is, from 0
     * @param overShare whether mutations for it meet the backpressure
     * @param cause the last error, or null if it is only slow
     * @param failures requests that failed since it took something last
     * @param since when it began to fail, or null
     * @param nextAttempt when something is sent again, or null
     */
    public record Parked(
            PlaceKind kind,
            String place,
            @Nullable ServerName server,
            long heldBytes,
            double share,
            boolean overShare,
            @Nullable String cause,
            int failures,
            @Nullable Instant since,
            @Nullable Instant nextAttempt) {}

    /** What takes part in the budget. */
    public enum PlaceKind {
        REGION,
        SERVER,
        /** Rows of a table whose region is not known. */
        NOT_LOCATED,
        /** Rows with earlier mutations on their way, with {@code Ordering.PER_ROW}. */
        HELD_BACK
    }

    /**
     * The regions with most of late; numbers fade with a half-life of a minute. A table of fixed size keeps them, which may
     * miss regions with a small part of all; see docs/state.md.
     *
     * @param byBytes where most bytes went, at most ten
     * @param byRetries where most mutations had to be sent again, at most ten
     * @param byLatency where answered requests took longest on average, at most ten
     */
    public record Top(List<Hot> byBytes, List<Hot> byRetries, List<Hot> byLatency) {
        /** Makes the lists immutable. */
        public Top {
            byBytes = List.copyOf(byBytes);
            byRetries = List.copyOf(byRetries);
            byLatency = List.copyOf(byLatency);
        }
    }

    /**
     * A region.
     *
     * @param region its name
     * @param value bytes, mutations that were sent again, or nanoseconds of one request on average, by the list it is in
     * @param requests how many these come from
     */
    public record Hot(String region, ServerName server, long value, double requests) {}

    /**
     * Memory of the write buffers.
     *
     * @param blockBytes size of a block
     * @param inUse blocks that hold mutations, of every size
     * @param free blocks kept for later
     */
    public record Blocks(int blockBytes, int inUse, int free) {}

    /**
     * Regions whose place is known.
     *
     * @param regions of all tables
     * @param tables regions by table
     */
    public record RegionCache(int regions, Map<TableName, Integer> tables) {
        /** Makes the map immutable. */
        public RegionCache {
            tables = Map.copyOf(tables);
        }
    }
}
