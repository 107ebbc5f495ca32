package io.sluice.internal.metrics;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** How often the region of a mutation was known. Safe for use by many threads. */
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

    /** The cluster did not tell where a region is. */
    public void loadFailed() {
        failures.increment();
    }

    /** Mutations whose region was known when they were to be sent. */
    public long hits() {
        return hits.sum();
    }

    public long misses() {
        return misses.sum();
    }

    /** Questions to the cluster that failed. */
    public long failures() {
        return failures.sum();
    }

    /** Nanoseconds that questions to the cluster took, those that failed included; null if nobody reads. */
    public @Nullable Histogram loadTime() {
        return loadTime;
    }
}
