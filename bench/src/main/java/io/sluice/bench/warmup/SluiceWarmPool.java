package io.sluice.bench.warmup;

import io.sluice.bench.warmup.OpeningLoops.Opened;
import io.sluice.client.internal.net.EventLoopTimer;
import io.sluice.client.internal.net.EventLoops;
import io.sluice.internal.pool.ConnectionPool;
import io.sluice.internal.pool.PoolParts;
import io.sluice.internal.pool.PoolSettings;
import io.sluice.internal.pool.PoolSettings.Care;
import io.sluice.internal.pool.PoolSettings.Connecting;
import io.sluice.internal.pool.PoolSettings.Size;
import io.sluice.internal.pool.PoolSettings.Waiting;
import io.sluice.internal.pool.PooledConnection;
import io.sluice.internal.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Sluice's pool, with the same settings. */
final class SluiceWarmPool implements WarmPool {
    private static final long LONG_ENOUGH_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final EventLoops TIMER_LOOPS = EventLoops.create(1);

    private final int connections;
    private final ConnectionPool<OnLoop> pool;

    /**
     * @param loops the number of event loops
     * @param opener opens a connection on one of them
     */
    SluiceWarmPool(int connections, int loops, IntFunction<CompletableFuture<Opened>> opener) {
        this.connections = connections;
        PoolSettings settings = new PoolSettings(
                new Size(connections, connections, 1), Waiting.DEFAULTS, new Connecting(connections, 0), Care.DEFAULTS);
        pool = new ConnectionPool<>(
                "bench",
                loop -> opener.apply(loop).thenApply(OnLoop::new),
                settings,
                new PoolParts(new EventLoopTimer(TIMER_LOOPS), Clock.system(), Integer.MAX_VALUE, loops));
    }

    @Override
    public CompletableFuture<?> warmUp() {
        return pool.warmUp(connections, connections);
    }

    @Override
    public CompletableFuture<?> acquire() {
        return pool.acquireAsync(LONG_ENOUGH_NANOS);
    }

    /** A connection that does nothing. */
    private static final class OnLoop implements PooledConnection {
        private final CompletableFuture<Void> closed = new CompletableFuture<>();

        OnLoop(Opened unused) {}

        @Override
        public boolean isOpen() {
            return !closed.isDone();
        }

        @Override
        public CompletableFuture<Void> closed() {
            return closed;
        }

        @Override
        public void close() {
            closed.complete(null);
        }
    }
}
