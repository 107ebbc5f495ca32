package io.sluice.internal.pool;

/**
 * Remembers, by a hash of the thread, which connection a thread should try first, and until when it may overtake the
 * waiters.
 *
 * <p>The arrays are not synchronized on purpose, and several threads may share a cell: a stale or foreign value costs a
 * longer search, or grants or costs a thread a part of its turn, and no more. A cell is written only when it changes.
 */
final class ThreadAffinity {
    private static final int LEAST_CELLS = 16;
    private static final int MOST_CELLS = 4096;

    private final int[] slotOf;
    private final long[] turnEndNanos;
    private final int shift;

    /** @param slots that threads are spread over at first */
    ThreadAffinity(int slots) {
        int count = Integer.highestOneBit(Math.max(LEAST_CELLS, Math.min(MOST_CELLS, 4 * slots)) * 2 - 1);
        slotOf = new int[count];
        turnEndNanos = new long[count];
        shift = Long.SIZE - Integer.numberOfTrailingZeros(count);
        for (int cell = 0; cell < count; cell++) {
            slotOf[cell] = (int) ((long) cell * slots / count);
        }
    }

    int cell() {
        // Thread ids follow one another; multiplied by 2^64 / golden ratio they spread evenly.
        return (int) ((Thread.currentThread().getId() * 0x9E3779B97F4A7C15L) >>> shift);
    }

    /** The slot to try first. */
    int slot(int cell) {
        return slotOf[cell];
    }

    void remember(int cell, int slot) {
        if (slotOf[cell] != slot) {
            slotOf[cell] = slot;
        }
    }

    /** Lets the calling thread overtake the waiters until then. */
    void beginTurn(long endNanos) {
        turnEndNanos[cell()] = endNanos;
    }

    /** @param turnNanos length of a turn; an end further away is not valid, as in a cell that never had a turn */
    boolean isInTurn(long nowNanos, long turnNanos) {
        long left = turnEndNanos[cell()] - nowNanos;
        return left > 0 && left <= turnNanos;
    }
}
