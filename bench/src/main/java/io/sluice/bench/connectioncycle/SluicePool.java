package io.sluice.bench.connectioncycle;

import io.sluice.client.internal.net.EventLoopTimer;
import io.sluice.client.internal.net.EventLoops;
import io.sluice.internal.pool.ConnectionPool;
import io.sluice.internal.pool.Fairness;
import io.sluice.internal.pool.Lease;
import io.sluice.internal.pool.PoolParts;
import io.sluice.internal.pool.PoolSettings;
import io.sluice.internal.pool.PooledConnection;
import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Sluice's pool, with one thread at a time on each connection. */
final class SluicePool implements CyclePool<Lease<SluicePool.Idle>> {
    private static final long LONG_ENOUGH_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final ConnectionPool<Idle> pool;

    SluicePool(int max, Fairness fairness) {
        pool = new ConnectionPool<>(
                "bench",
                loop -> CompletableFuture.completedFuture(new Idle()),
                new PoolSettings(
                        new PoolSettings.Size(0, max, 1),
                        new PoolSettings.Waiting(fairness, PoolSettings.Waiting.DEFAULTS.maxPending()),
                        PoolSettings.Connecting.DEFAULTS,
                        PoolSettings.Care.DEFAULTS),
                new PoolParts(new EventLoopTimer(EventLoops.create(1)), Clock.system(), Integer.MAX_VALUE, 1));
        pool.warmUp(max, max).join();
    }

    @Override
    public Lease<Idle> acquire() throws InterruptedException {
        try {
            return pool.acquire(LONG_ENOUGH_NANOS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void release(Lease<Idle> lease) {
        lease.release();
    }

    /** A connection that does nothing. */
    static final class Idle implements PooledConnection {
        private final CompletableFuture<Void> closed = new CompletableFuture<>();

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
