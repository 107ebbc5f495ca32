package io.sluice.internal.memory;

import io.sluice.internal.time.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Lets a pool shrink while it is idle: once a period the blocks that were not needed during it are dropped. So a block that
 * is not needed is gone after two periods at the latest, and one that is needed again within a period stays.
 */
public final class PeriodicTrim {
    private final PooledBlockAllocator allocator;
    private final Timer timer;
    private final long periodNanos;

    private volatile boolean cancelled;
    private volatile Timer.@Nullable Cancellable next;

    private PeriodicTrim(PooledBlockAllocator allocator, Timer timer, long periodNanos) {
        this.allocator = allocator;
        this.timer = timer;
        this.periodNanos = periodNanos;
    }

    /**
     * Begins with the first period.
     *
     * @param timer runs {@link PooledBlockAllocator#trim()}, which takes some nanoseconds for each block dropped
     * @param periodNanos positive
     * @return to be cancelled before the timer ends
     */
    public static PeriodicTrim start(PooledBlockAllocator allocator, Timer timer, long periodNanos) {
        if (periodNanos <= 0) {
            throw new IllegalArgumentException("periodNanos " + periodNanos);
        }
        PeriodicTrim trim = new PeriodicTrim(allocator, timer, periodNanos);
        trim.schedule();
        return trim;
    }

    private void schedule() {
        Timer.Cancellable scheduled = timer.schedule(this::run, periodNanos);
        next = scheduled;
        // Cancelling sets the flag first and then reads next, so one of the two threads sees the other.
        if (cancelled) {
            scheduled.cancel();
        }
    }

    private void run() {
        if (!cancelled) {
            int unused = allocator.trim();
            schedule();
        }
    }

    /** No further trim begins after this. Safe to call at any time and again. */
    public void cancel() {
        cancelled = true;
        Timer.Cancellable scheduled = next;
        if (scheduled != null) {
            scheduled.cancel();
        }
    }
}
