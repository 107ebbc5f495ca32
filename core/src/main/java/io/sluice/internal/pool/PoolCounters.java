package io.sluice.internal.pool;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a pool does; leases themselves are counted by {@link Slots}. Safe for use by many threads. */
final class PoolCounters {
    private final LongAdder waited = new LongAdder();
    private final LongAdder waitNanos = new LongAdder();
    private final LongAccumulator maxWaitNanos = maximum();
    final LongAdder timeouts = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder leaks = new LongAdder();
    /** Sum of the times of release minus the sum of the times of acquire; for each lease that is held, "now" is missing. */
    final LongAdder usedNanos = new LongAdder();

    private final LongAdder opened = new LongAdder();
    final LongAdder failed = new LongAdder();
    private final LongAdder connectNanos = new LongAdder();
    private final LongAccumulator maxConnectNanos = maximum();
    private final AtomicLongArray closed = new AtomicLongArray(CloseReason.values().length);

    private static LongAccumulator maximum() {
        return new LongAccumulator(Math::max, 0);
    }

    void waited(long nanos) {
        waited.increment();
        waitNanos.add(nanos);
        maxWaitNanos.accumulate(nanos);
    }

    void opened(long nanos) {
        opened.increment();
        connectNanos.add(nanos);
        maxConnectNanos.accumulate(nanos);
    }

    void closed(CloseReason reason) {
        closed.getAndIncrement(reason.ordinal());
    }

    /**
     * @param uses leases acquired
     * @param heldNanos to be added for leases that are held
     */
    PoolNumbers numbers(PoolNumbers.Now now, long uses, long heldNanos) {
        // Read while leases come and go: it may be off by the leases of that moment, but must not be negative.
        long used = Math.max(0, usedNanos.sum() + heldNanos);
        Map<CloseReason, Long> closes = new EnumMap<>(CloseReason.class);
        for (CloseReason reason : CloseReason.values()) {
            closes.put(reason, closed.get(reason.ordinal()));
        }
        return new PoolNumbers(
                now,
                new PoolNumbers.Acquires(
                        uses,
                        waited.sum(),
                        waitNanos.sum(),
                        maxWaitNanos.get(),
                        timeouts.sum(),
                        refused.sum(),
                        used,
                        leaks.sum()),
                new PoolNumbers.Connects(opened.sum(), failed.sum(), connectNanos.sum(), maxConnectNanos.get()),
                closes);
    }
}
