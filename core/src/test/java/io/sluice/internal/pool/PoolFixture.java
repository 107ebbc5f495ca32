package io.sluice.internal.pool;

import io.sluice.internal.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A pool in virtual time whose connects a test completes. */
final class PoolFixture {
    static final long SECOND = 1_000_000_000L;

    final ManualTime time;
    final List<CompletableFuture<FakeConnection>> connects = new ArrayList<>();
    final List<Integer> loops = new ArrayList<>();
    final List<FakeConnection> connections = new ArrayList<>();
    final PoolParts parts;
    final ConnectLimit limit;
    final ConnectionPool<FakeConnection> pool;

    @Nullable Throwable thrown;

    PoolFixture(PoolSettings settings) {
        this(settings, Integer.MAX_VALUE);
    }

    PoolFixture(PoolSettings settings, int maxConnectingTotal) {
        this(settings, new ManualTime(), maxConnectingTotal);
    }

    private PoolFixture(PoolSettings settings, ManualTime time, int maxConnectingTotal) {
        this(settings, time, new PoolParts(time, time, maxConnectingTotal, 3));
    }

    private PoolFixture(PoolSettings settings, ManualTime time, PoolParts parts) {
        this.time = time;
        this.parts = parts;
        limit = parts.connects();
        pool = new ConnectionPool<>("target", this::open, settings, parts);
    }

    /** A pool that shares time, loops and limits with this one. */
    PoolFixture beside(PoolSettings settings) {
        return new PoolFixture(settings, time, parts);
    }

    /** A pool with so many connections open. */
    static PoolFixture warm(PoolSettings settings, int open) {
        PoolFixture fixture = new PoolFixture(settings);
        CompletableFuture<WarmUpResult> unused = fixture.pool.warmUp(open, open);
        for (int i = 0; i < open; i++) {
            FakeConnection unusedConnection = fixture.succeed(i);
        }
        return fixture;
    }

    /** Settings of a pool with so many connections, each with so many leases. */
    static PoolSettings size(int max, int calls) {
        return settings(new PoolSettings.Size(0, max, calls));
    }

    /** The defaults, apart from this. */
    static PoolSettings settings(PoolSettings.Size size) {
        return new PoolSettings(
                size, PoolSettings.Waiting.DEFAULTS, PoolSettings.Connecting.DEFAULTS, PoolSettings.Care.DEFAULTS);
    }

    static PoolSettings withFairness(PoolSettings settings, Fairness fairness) {
        PoolSettings.Waiting waiting =
                new PoolSettings.Waiting(fairness, settings.waiting().maxPending());
        return new PoolSettings(settings.size(), waiting, settings.connecting(), settings.care());
    }

    static PoolSettings withCare(PoolSettings settings, PoolSettings.Care care) {
        return new PoolSettings(settings.size(), settings.waiting(), settings.connecting(), care);
    }

    private CompletableFuture<FakeConnection> open(int loop) {
        loops.add(loop);
        if (thrown != null) {
            throw sneaky(thrown);
        }
        CompletableFuture<FakeConnection> connect = new CompletableFuture<>();
        connects.add(connect);
        return connect;
    }

    /** Throws an unchecked exception or an error. */
    private static RuntimeException sneaky(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return (RuntimeException) thrown;
    }

    /** Has a connect succeed, by its number. */
    FakeConnection succeed(int connect) {
        FakeConnection connection = new FakeConnection(loops.get(connect));
        connections.add(connection);
        connects.get(connect).complete(connection);
        return connection;
    }

    CompletableFuture<Lease<FakeConnection>> acquire() {
        return pool.acquireAsync(10 * SECOND);
    }

    /** A lease that is to be had at once. */
    Lease<FakeConnection> lease() {
        Lease<FakeConnection> lease = pool.tryAcquire();
        if (lease == null) {
            throw new AssertionError("no lease is to be had");
        }
        return lease;
    }

    PoolNumbers.Now now() {
        return pool.numbers().now();
    }
}
