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
 * A snapshot of what a connection holds and does. The numbers are read one after the other while work goes on, so they need
 * not add up. Lists are bounded, or have an element for each mutator or server. docs/state.md explains each number and its
 * JSON.
 *
 * @param at when the snapshot was taken
 * @param closed whether the connection is closed
 * @param mutators the open mutators
 * @param servers those that have a pool or received requests, by name
 * @param parked where mutations wait because a region or server accepts none, the largest first; at most 100
 * @param top the regions with the most recent traffic
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

    public ConnectionState {
        mutators = List.copyOf(mutators);
        servers = List.copyOf(servers);
        parked = List.copyOf(parked);
    }

    /**
     * This snapshot as JSON: each component by its name, in their order. Times are ISO 8601 in UTC, names of servers and
     * tables are strings, and absent values are {@code null}.
     */
    public String toJson() {
        return JsonText.of(this);
    }

    /**
     * The memory of mutations on their way.
     *
     * @param usedBytes bytes that all mutators hold
     * @param limitBytes bytes that they may hold ({@code bufferBudget})
     * @param shareBytes bytes that one region or server may hold ({@code regionShare}); the limit if there are no shares
     * @param waiters threads and streams that wait for room
     */
    public record Budget(long usedBytes, long limitBytes, long shareBytes, int waiters) {}

    /** A mutator. */
    public record Mutator(TableName table, MutatorState state) {}

    /**
     * A server.
     *
     * @param address host and port
     * @param failuresInARow requests since the last success that were not answered, or refused because of overload; the
     *     maximum of several windows
     * @param loadPercent the highest pressure of its regions that it reported last, if its {@code
     *     hbase.client.backpressure.enabled} is true; the maximum of several windows
     * @param windows one for each value of {@code setMaxInFlightPerServer} of the connection's mutators: those with the same
     *     value share a window
     */
    public record Server(ServerName server, String address, int failuresInARow, int loadPercent, List<Window> windows) {
        public Server {
            windows = List.copyOf(windows);
        }
    }

    /**
     * Requests to one server, of all mutators that allow it the same number.
     *
     * @param maxInFlight that number, see {@code setMaxInFlightPerServer}
     * @param size how many may be in flight now
     * @param inFlight how many are in flight
     * @param waiting how many wait
     * @param latencyNanos moving average of the answer times, mostly of the last eight; 0 before the first
     */
    public record Window(int maxInFlight, int size, int inFlight, int waiting, long latencyNanos) {}

    /**
     * A place for which mutations wait to be sent again, or that holds more than its share.
     *
     * @param place the name of the region or server, or a description of rows without a known region
     * @param server the server, or that of the region; null if not known
     * @param heldBytes bytes on their way there
     * @param share the same as a part of the budget, from 0
     * @param overShare whether mutations for it meet the backpressure
     * @param cause the last error, or null if it is only slow
     * @param failures requests that have failed since the last success
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

    /** What has a share of the budget. */
    public enum PlaceKind {
        REGION,
        SERVER,
        /** Rows of a table whose region is not known. */
        NOT_LOCATED,
        /** Rows with earlier mutations on their way, with {@code Ordering.PER_ROW}. */
        HELD_BACK
    }

    /**
     * The regions with the most recent traffic; numbers decay with a half-life of a minute. They are kept in a table of fixed
     * size, which may miss regions with a small part of the traffic; see docs/state.md.
     *
     * @param byBytes with the most bytes sent, at most ten
     * @param byRetries with the most mutations that were sent again, at most ten
     * @param byLatency with the longest average time of answered requests, at most ten
     */
    public record Top(List<Hot> byBytes, List<Hot> byRetries, List<Hot> byLatency) {
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
     * @param value bytes, mutations that were sent again, or average nanoseconds of a request, depending on the list
     * @param requests the number of requests behind the value
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
     * Regions whose location is known.
     *
     * @param regions of all tables
     * @param tables regions by table
     */
    public record RegionCache(int regions, Map<TableName, Integer> tables) {
        public RegionCache {
            tables = Map.copyOf(tables);
        }
    }
}
