package io.sluice.internal.pool;

/**
 * What threads leave for themselves, by a hash of the thread: where to look for a permit first, and until when one may be
 * taken although others wait.
 *
 * <p>Plain on purpose, and threads may share a home: a stale or foreign number costs a longer search, or grants or costs
 * somebody a part of a burst, and no more. It is written only when it changes.
 */
final class Homes {
    private static final int LEFT = -1;
    private static final int LEAST = 16;
    private static final int MOST = 4096;

    private final int places;
    private final int[] placeOf;
    private final long[] burstEndNanos;
    private final int shift;

    /** @param places to be spread over */
    Homes(int places) {
        this.places = places;
        int count = Integer.highestOneBit(Math.max(LEAST, Math.min(MOST, 4 * places)) * 2 - 1);
        placeOf = new int[count];
        burstEndNanos = new long[count];
        shift = Long.SIZE - Integer.numberOfTrailingZeros(count);
        for (int home = 0; home < count; home++) {
            placeOf[home] = first(home);
        }
    }

    private int first(int home) {
        return (int) ((long) home * places / placeOf.length);
    }

    /** The home of the calling thread. */
    int ofThisThread() {
        // Thread numbers follow one another; multiplied by 2^64 / golden ratio they spread evenly.
        return (int) ((Thread.currentThread().getId() * 0x9E3779B97F4A7C15L) >>> shift);
    }

    /** Where to look first. */
    int place(int home) {
        int place = placeOf[home];
        return place == LEFT ? first(home) : place;
    }

    void settle(int home, int place) {
        if (placeOf[home] != place) {
            placeOf[home] = place;
        }
    }

    /** Has the calling thread take nothing before those who wait, until it is settled again. */
    void leave() {
        placeOf[ofThisThread()] = LEFT;
    }

    boolean hasLeft() {
        return placeOf[ofThisThread()] == LEFT;
    }

    /** Lets the calling thread go on taking what is free until then. */
    void beginBurst(long endNanos) {
        burstEndNanos[ofThisThread()] = endNanos;
    }

    /** @param mostNanos how long bursts are; what ends later than that is none, as in a home that has never had one */
    boolean isInBurst(long nowNanos, long mostNanos) {
        long left = burstEndNanos[ofThisThread()] - nowNanos;
        return left > 0 && left <= mostNanos;
    }
}
