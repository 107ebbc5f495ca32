package io.sluice.bench.connectioncycle;

import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import java.util.concurrent.atomic.AtomicInteger;

/** A connection that does nothing; also an entry of HikariCP's bag, which keeps its state in its entries. */
final class Connection implements IConcurrentBagEntry {
    private final AtomicInteger state = new AtomicInteger();

    @Override
    public boolean compareAndSet(int expected, int wanted) {
        return state.compareAndSet(expected, wanted);
    }

    @Override
    public void setState(int wanted) {
        state.set(wanted);
    }

    @Override
    public int getState() {
        return state.get();
    }
}
