package io.sluice.bench.connectioncycle;

import com.zaxxer.hikari.util.ConcurrentBag;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The concurrent bag on which HikariCP is based. */
final class HikariBag implements CyclePool<Connection> {
    private static final long LONG_ENOUGH_MINUTES = 10;

    private final ConcurrentBag<Connection> bag;

    HikariBag(int max) {
        // All entries exist from the start, so no more are requested.
        bag = new ConcurrentBag<>(waiting -> {});
        for (int i = 0; i < max; i++) {
            bag.add(new Connection());
        }
    }

    @Override
    public Connection acquire() throws InterruptedException {
        return Objects.requireNonNull(
                bag.borrow(LONG_ENOUGH_MINUTES, TimeUnit.MINUTES), "no connection was released in time");
    }

    @Override
    public void release(Connection lease) {
        bag.requite(lease);
    }
}
