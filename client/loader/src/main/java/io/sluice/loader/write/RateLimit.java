package io.sluice.loader.write;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Limits units a second, evenly: each caller gets the time at which it may continue, and waits until then. Unused
 * capacity expires after a tenth of a second. Thread-safe.
 */
public final class RateLimit {
    private static final long SAVED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final double nanosPerUnit;
    private final LongSupplier clock;
    private final Sleeper sleeper;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private long nextNanos;

    /** Waits. */
    interface Sleeper {
        void sleep(long nanos) throws InterruptedException;
    }

    RateLimit(double unitsPerSecond, LongSupplier clock, Sleeper sleeper) {
        nanosPerUnit = unitsPerSecond <= 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / unitsPerSecond;
        this.clock = clock;
        this.sleeper = sleeper;
        nextNanos = clock.getAsLong();
    }

    /**
     * Returns a limit that uses the system's clock.
     *
     * @param unitsPerSecond 0 for no limit
     */
    public static RateLimit of(double unitsPerSecond) {
        return new RateLimit(unitsPerSecond, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
    }

    /** Waits until {@code units} may pass. */
    void take(long units) throws InterruptedException {
        if (nanosPerUnit == 0) {
            return;
        }
        long wait;
        lock.lock();
        try {
            long now = clock.getAsLong();
            nextNanos = Math.max(nextNanos, now - SAVED_NANOS);
            wait = nextNanos - now;
            nextNanos += Math.round(units * nanosPerUnit);
        } finally {
            lock.unlock();
        }
        if (wait > 0) {
            sleeper.sleep(wait);
        }
    }
}
