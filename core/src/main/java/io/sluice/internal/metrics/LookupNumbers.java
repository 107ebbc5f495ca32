package io.sluice.internal.metrics;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts of region look-ups. Safe for use by many threads. */
public final class LookupNumbers {
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder failures = new LongAdder();
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

    /** Mutations whose region was in the cache when they were sent. */
    public long hits() {
        return hits.sum();
    }

    public long misses() {
        return misses.sum();
    }

    /** Failed look-ups in the cluster. */
    public long failures() {
        return failures.sum();
    }

    /** Nanoseconds that look-ups in the cluster took, including failed ones; null if there is no reader. */
    public @Nullable Histogram loadTime() {
        return loadTime;
    }
}
