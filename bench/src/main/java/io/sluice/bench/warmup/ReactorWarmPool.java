package io.sluice.bench.warmup;

import io.sluice.bench.warmup.OpeningLoops.Opened;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.pool.InstrumentedPool;
import reactor.pool.PoolBuilder;
import reactor.pool.PoolConfig;

/** reactor-pool, with the number of connections as both minimum and maximum. */
final class ReactorWarmPool implements WarmPool {
    private final InstrumentedPool<Opened> pool;

    private ReactorWarmPool(InstrumentedPool<Opened> pool) {
        this.pool = pool;
    }

    private static PoolBuilder<Opened, PoolConfig<Opened>> builder(Supplier<CompletableFuture<Opened>> opener) {
        return PoolBuilder.from(Mono.fromFuture(opener));
    }

    /** Creates a pool with the defaults. */
    static WarmPool one(int connections, Supplier<CompletableFuture<Opened>> opener) {
        return new ReactorWarmPool(
                builder(opener).sizeBetween(connections, connections).buildPool());
    }

    /** Opens all at once, which version 1.0.0 does not support. */
    static WarmPool parallel(int connections, Supplier<CompletableFuture<Opened>> opener) {
        return new ReactorWarmPool(builder(opener)
                .sizeBetween(connections, connections, connections)
                .buildPool());
    }

    @Override
    public CompletableFuture<?> warmUp() {
        return pool.warmup().toFuture();
    }

    @Override
    public CompletableFuture<?> acquire() {
        return pool.acquire().toFuture();
    }
}
