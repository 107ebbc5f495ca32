package io.sluice.bench.connectioncycle;

import java.util.Objects;
import reactor.core.publisher.Mono;
import reactor.pool.InstrumentedPool;
import reactor.pool.PoolBuilder;
import reactor.pool.PooledRef;

/** reactor-pool with its defaults; callers block on its publishers. */
final class ReactorPool implements CyclePool<PooledRef<Object>> {
    private final InstrumentedPool<Object> pool;

    ReactorPool(int max) {
        pool = PoolBuilder.from(Mono.fromSupplier(Object::new))
                .sizeBetween(max, max)
                .maxPendingAcquireUnbounded()
                .buildPool();
        pool.warmup().block();
    }

    @Override
    public PooledRef<Object> acquire() {
        return Objects.requireNonNull(pool.acquire().block(), "the pool returned no connection");
    }

    @Override
    public void release(PooledRef<Object> lease) {
        lease.release().subscribe();
    }
}
