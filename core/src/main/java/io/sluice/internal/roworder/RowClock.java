package io.sluice.internal.roworder;

import io.sluice.internal.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Provides timestamps in milliseconds that increase strictly for each row, so that a Put after a Delete of the same row is
 * newer than the Delete, however soon it comes.
 *
 * <p>Each row belongs to a stripe, by its hash, and each timestamp of a stripe is higher by at least one. With this many
 * stripes a stripe gets more than one mutation in a millisecond only if one row does, or if there are some ten million a
 * second; then its timestamps run ahead of the clock. {@link #excessMillis} says when that is too far. Never goes back, even
 * if the system's clock does: it then advances by {@code nanoTime}, until the clock has caught up. Safe for use by many
 * threads.
 */
public final class RowClock {
    /** 128 KiB. */
    private static final int STRIPES = 1 << 14;

    /** How far a timestamp may be ahead of the clock before mutations of its row have to wait. */
    private static final long MAX_AHEAD_MILLIS = 1_000;

    private final Clock clock;
    private final AtomicLongArray last = new AtomicLongArray(STRIPES);
    /** The highest of the timestamps that were too far ahead; 0 if the clock has caught up with all of them. */
    private final AtomicLong furthest = new AtomicLong();
    /** The time at a moment; replaced when the system's clock is ahead. A lost write is soon repeated. */
    private volatile Anchor anchor;

    private record Anchor(long millis, long nanos) {}

    public RowClock(Clock clock) {
        this.clock = clock;
        anchor = new Anchor(clock.currentTimeMillis(), clock.nanoTime());
    }

    /**
     * Returns the timestamp for a mutation of a row.
     *
     * @param row its number, see {@link RowHash}
     */
    public long next(long row) {
        int stripe = stripe(row);
        long now = now();
        long before = last.get(stripe);
        while (true) {
            long next = Math.max(now, before + 1);
            long seen = last.compareAndExchange(stripe, before, next);
            if (seen == before) {
                if (next - now > MAX_AHEAD_MILLIS) {
                    long unused = furthest.accumulateAndGet(next, Math::max);
                }
                return next;
            }
            before = seen;
        }
    }

    /** Whether mutations of any row must wait for the clock, about; so rarely that few mutations need {@link #excessMillis}. */
    public boolean isAhead() {
        return furthest.get() != 0;
    }

    /** How long mutations of a row must wait for the clock; 0 or less if they need not. */
    public long excessMillis(long row) {
        long now = now();
        long far = furthest.get();
        if (far != 0 && far - now <= MAX_AHEAD_MILLIS) {
            boolean unused = furthest.compareAndSet(far, 0);
        }
        return last.get(stripe(row)) - now - MAX_AHEAD_MILLIS;
    }

    private static int stripe(long row) {
        return (int) (row >>> 17) & (STRIPES - 1);
    }

    private long now() {
        Anchor since = anchor;
        long steady = since.millis() + TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - since.nanos());
        long system = clock.currentTimeMillis();
        if (system > steady) {
            anchor = new Anchor(system, clock.nanoTime());
            return system;
        }
        return steady;
    }
}
