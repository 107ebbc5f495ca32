package io.sluice.internal.metrics;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts of region look-ups. The engine adds by the methods; readers sum up the counters. Safe for use by many threads. */
public final class LookupNumbers {
    /** Mutations whose region was in the cache when they were sent. */
    public final LongAdder hits = new LongAdder();

    public final LongAdder misses = new LongAdder();
    /** Failed look-ups in the cluster. */
    public final LongAdder failures = new LongAdder();

    private volatile @Nullable Histogram loadTime;

    void record(boolean on) {
        loadTime = on ? new Histogram() : null;
    }

    public void lookedUp(int known, int unknown) {
        hits.add(known);
        misses.add(unknown);
    }

    /** A look-up in the cluster has failed. */
    public void loadFailed() {
        failures.increment();
    }

    /** Nanoseconds that look-ups in the cluster took, including failed ones; null if there is no reader. */
    public @Nullable Histogram loadTime() {
        return loadTime;
    }
}
