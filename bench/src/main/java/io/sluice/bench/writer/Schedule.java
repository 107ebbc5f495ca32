package io.sluice.bench.writer;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The times when puts are due.
 *
 * @param startNanoTime time when the first one is due
 * @param ratePerSecond rate of all threads together
 */
public record Schedule(long startNanoTime, double ratePerSecond) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The time when a put is due, by its number. */
    long due(long number) {
        return startNanoTime + (long) (number * NANOS_PER_SECOND / ratePerSecond);
    }

    /**
     * Waits until a put is due, without spinning, and at least for a minimum: at a hundred thousand puts a second,
     * shorter waits would take the processors from client and server. So puts come in bursts, and the first of each is
     * late by that minimum, which is included in its latency.
     *
     * @return the time when it was due
     */
    public long awaitDue(long number) {
        long due = due(number);
        long left = due - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(Math.max(left, NAP_NANOS));
            left = due - System.nanoTime();
        }
        return due;
    }
}
