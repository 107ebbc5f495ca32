package io.sluice.internal.pool;

import io.sluice.internal.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A pool in virtual time whose connects a test completes. */
final class PoolFixture {
    static final long SECOND = 1_000_000_000L;

    final ManualTime time = new ManualTime();
    final List<CompletableFuture<FakeConnection>> connects = new ArrayList<>();
    final List<Integer> lanes = new ArrayList<>();
    final ConnectLimit limit;
    final ConnectionPool<FakeConnection> pool;

    PoolFixture(PoolSettings settings) {
        this(settings, Integer.MAX_VALUE);
    }

    PoolFixture(PoolSettings settings, int maxConnectingTotal) {
        limit = new ConnectLimit(maxConnectingTotal);
        pool = new ConnectionPool<>("target", this::open, settings, new PoolParts(time, time, limit, new Lanes(3)));
    }

    /** Settings of a pool with so many connections, each with so many leases. */
    static PoolSettings size(int max, int calls) {
        return PoolSettings.DEFAULTS.withSize(new PoolSettings.Size(0, max, calls));
    }

    CompletableFuture<FakeConnection> open(int lane) {
        CompletableFuture<FakeConnection> connect = new CompletableFuture<>();
        connects.add(connect);
        lanes.add(lane);
        return connect;
    }

    /** Has a connect succeed, by its number. */
    FakeConnection succeed(int connect) {
        FakeConnection connection = new FakeConnection(lanes.get(connect));
        connects.get(connect).complete(connection);
        return connection;
    }

    CompletableFuture<Lease<FakeConnection>> acquire() {
        return pool.acquireAsync(10 * SECOND);
    }

    PoolNumbers.Now now() {
        return pool.numbers().now();
    }
}
