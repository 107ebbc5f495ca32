package io.sluice.client.internal;

import io.sluice.Bytes;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.ConnectionPoolState;
import io.sluice.client.ConnectionState;
import io.sluice.client.internal.metrics.ClientView;
import io.sluice.client.internal.net.EventLoops;
import io.sluice.internal.buffer.WriteEngine;
import io.sluice.internal.flow.Place;
import io.sluice.internal.flow.RegionTraffic;
import io.sluice.internal.flow.RequestWindow.WindowState;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.pool.CloseReason;
import io.sluice.internal.pool.PoolNumbers;
import io.sluice.internal.pool.ServerPools;
import io.sluice.internal.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Takes snapshots of a connection for the program and its meters, on any thread and also after its close. It takes only leaf
 * locks, one after the other, which every thread holds for a few field reads.
 */
record ConnectionStates(
        WriteEngine engine,
        ByteBudget budget,
        Shares shares,
        PooledBlockAllocator allocator,
        ServerPools<?> pools,
        CachingRegionLocator locator,
        Clock clock) {
    private static final int TOP = 10;
    private static final int MOST_PARKED = 100;

    /** @param closed whether the connection is */
    ConnectionState take(boolean closed) {
        List<WriteEngine.MutatorReport> reports = engine.reports();
        ConnectionPoolState poolState = poolStates();
        Instant now = Instant.ofEpochMilli(clock.currentTimeMillis());
        return new ConnectionState(
                now,
                closed,
                budgetState(),
                reports.stream()
                        .map(one -> new ConnectionState.Mutator(one.table(), one.state()))
                        .toList(),
                servers(engine.windowStates(), poolState),
                parked(now),
                top(),
                poolState,
                new ConnectionState.Blocks(allocator.blockSize(), allocator.blocksInUse(), allocator.blocksFree()),
                regionCache());
    }

    /** The numbers for meters. */
    ClientView view(ClientNumbers numbers, EventLoops loops) {
        return new ClientView(
                numbers,
                engine::tablesNow,
                engine::buffered,
                this::windowsByAddress,
                pools::numbersByAddress,
                budget::usedBytes,
                budget::waiters,
                budget.limitBytes(),
                allocator::blocksMade,
                allocator::blocksFree,
                allocator::blocksInUse,
                allocator.blockSize(),
                locator::size,
                loops.count(),
                loops::pendingTasks);
    }

    private Map<String, ClientView.Window> windowsByAddress() {
        Map<String, ClientView.Window> byAddress = new HashMap<>();
        engine.windowStates()
                .forEach((server, windows) -> windows.values()
                        .forEach(window -> byAddress.merge(
                                server.getHostAndPort(),
                                new ClientView.Window(window.size(), window.inFlight(), window.waiting()),
                                ClientView.Window::plus)));
        return byAddress;
    }

    /** A snapshot of all pools. */
    ConnectionPoolState poolStates() {
        Map<ServerName, ConnectionPoolState.Pool> servers = new HashMap<>();
        PoolNumbers total = pools.gone();
        for (Map.Entry<ServerName, PoolNumbers> server : pools.numbers().entrySet()) {
            servers.put(server.getKey(), pool(server.getValue()));
            total = total.plus(server.getValue());
        }
        return new ConnectionPoolState(servers, pool(total));
    }

    private static ConnectionPoolState.Pool pool(PoolNumbers numbers) {
        PoolNumbers.Now now = numbers.now();
        PoolNumbers.Acquires acquires = numbers.acquires();
        PoolNumbers.Connects connects = numbers.connects();
        return new ConnectionPoolState.Pool(
                new ConnectionPoolState.Connections(now.idle(), now.leased(), now.connecting(), now.paused()),
                new ConnectionPoolState.Requests(
                        now.leases(),
                        now.pending(),
                        acquires.count(),
                        acquires.waited(),
                        acquires.waitNanos(),
                        acquires.maxWaitNanos(),
                        acquires.timeouts(),
                        acquires.refused(),
                        acquires.usedNanos(),
                        acquires.leaks()),
                new ConnectionPoolState.Connects(
                        connects.opened(), connects.failed(), connects.nanos(), connects.maxNanos()),
                closed(numbers.closed()));
    }

    private static Map<ConnectionPoolState.CloseReason, Long> closed(Map<CloseReason, Long> counts) {
        Map<ConnectionPoolState.CloseReason, Long> closed = new EnumMap<>(ConnectionPoolState.CloseReason.class);
        counts.forEach((reason, count) -> closed.put(ConnectionPoolState.CloseReason.valueOf(reason.name()), count));
        return closed;
    }

    private ConnectionState.Budget budgetState() {
        long limitBytes = budget.limitBytes();
        return new ConnectionState.Budget(
                budget.usedBytes(), limitBytes, Math.min(limitBytes, shares.shareBytes()), budget.waiters());
    }

    private static List<ConnectionState.Server> servers(
            Map<ServerName, SortedMap<Integer, WindowState>> windows, ConnectionPoolState pools) {
        Set<ServerName> servers = new TreeSet<>(windows.keySet());
        servers.addAll(pools.servers().keySet());
        return servers.stream()
                .map(server -> server(server, windows.getOrDefault(server, Collections.emptySortedMap())))
                .toList();
    }

    private static ConnectionState.Server server(ServerName server, SortedMap<Integer, WindowState> windows) {
        int failures =
                windows.values().stream().mapToInt(WindowState::troubles).max().orElse(0);
        int load =
                windows.values().stream().mapToInt(WindowState::pressure).max().orElse(0);
        List<ConnectionState.Window> shown = new ArrayList<>();
        windows.forEach((max, now) -> shown.add(
                new ConnectionState.Window(max, now.size(), now.inFlight(), now.waiting(), now.latencyNanos())));
        return new ConnectionState.Server(server, server.getHostAndPort(), failures, load, shown);
    }

    private List<ConnectionState.Parked> parked(Instant now) {
        long nowNanos = clock.nanoTime();
        return shares.parked().stream()
                .limit(MOST_PARKED)
                .map(parked -> parked(parked, now, nowNanos))
                .toList();
    }

    private ConnectionState.Parked parked(Shares.Parked parked, Instant now, long nowNanos) {
        Place place = parked.place();
        String name = place.toString();
        ServerName server = null;
        ConnectionState.PlaceKind kind = ConnectionState.PlaceKind.HELD_BACK;
        if (place instanceof Place.OfRegion of) {
            name = Bytes.toStringBinary(of.region().regionName());
            server = of.region().server();
            kind = ConnectionState.PlaceKind.REGION;
        } else if (place instanceof Place.OfServer of) {
            name = of.server().toString();
            server = of.server();
            kind = ConnectionState.PlaceKind.SERVER;
        } else if (place instanceof Place.NotLocated) {
            kind = ConnectionState.PlaceKind.NOT_LOCATED;
        }
        Shares.Trouble trouble = parked.trouble();
        return new ConnectionState.Parked(
                kind,
                name,
                server,
                parked.heldBytes(),
                (double) parked.heldBytes() / budget.limitBytes(),
                parked.overShare(),
                trouble == null ? null : trouble.error().toString(),
                trouble == null ? 0 : trouble.times(),
                trouble == null ? null : now.plusNanos(trouble.sinceNanos() - nowNanos),
                trouble == null ? null : now.plusNanos(trouble.nextNanos() - nowNanos));
    }

    private ConnectionState.Top top() {
        RegionTraffic traffic = shares.traffic();
        long nowNanos = clock.nanoTime();
        return new ConnectionState.Top(
                hot(traffic.topByBytes(TOP, nowNanos), RegionTraffic.Recent::weight),
                hot(traffic.topByRetries(TOP, nowNanos), RegionTraffic.Recent::weight),
                hot(traffic.topByLatency(TOP, nowNanos), RegionTraffic.Recent::mean));
    }

    private static List<ConnectionState.Hot> hot(
            List<RegionTraffic.Recent> regions, ToDoubleFunction<RegionTraffic.Recent> value) {
        return regions.stream()
                .map(recent -> new ConnectionState.Hot(
                        Bytes.toStringBinary(recent.region().regionName()),
                        recent.region().server(),
                        Math.round(value.applyAsDouble(recent)),
                        recent.requests()))
                .toList();
    }

    private ConnectionState.RegionCache regionCache() {
        Map<TableName, Integer> known = new HashMap<>();
        locator.known().forEach((table, map) -> known.put(table, map.size()));
        int regions = known.values().stream().mapToInt(Integer::intValue).sum();
        return new ConnectionState.RegionCache(regions, known);
    }
}
