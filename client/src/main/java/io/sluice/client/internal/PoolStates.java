package io.sluice.client.internal;

import io.sluice.ServerName;
import io.sluice.client.ConnectionPoolState;
import io.sluice.internal.pool.CloseReason;
import io.sluice.internal.pool.PoolNumbers;
import io.sluice.internal.pool.ServerPools;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** Makes public numbers of the pools' own. */
final class PoolStates {
    private PoolStates() {}

    /** A snapshot of all pools. */
    static ConnectionPoolState of(ServerPools<?> pools) {
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
}
