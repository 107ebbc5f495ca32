package io.sluice.bench.connectioncycle;

import java.util.Arrays;

/** How many turns each thread had: equal numbers are fair. */
final class Turns {
    private Turns() {}

    /** The fewest that a thread had. */
    static long least(long[] turns) {
        return Arrays.stream(turns).min().orElseThrow();
    }

    /** Half of the threads had at least as many; the upper of two in the middle. */
    static long median(long[] turns) {
        long[] sorted = turns.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** The threads that had none. */
    static int none(long[] turns) {
        return (int) Arrays.stream(turns).filter(count -> count == 0).count();
    }
}
