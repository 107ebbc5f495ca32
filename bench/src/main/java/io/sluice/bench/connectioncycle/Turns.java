package io.sluice.bench.connectioncycle;

import java.util.Arrays;

/** The number of turns of each thread: equal numbers are fair. */
final class Turns {
    private Turns() {}

    /** The fewest turns of a thread. */
    static long least(long[] turns) {
        return Arrays.stream(turns).min().orElseThrow();
    }

    /** The median; of two middle values, the upper one. */
    static long median(long[] turns) {
        long[] sorted = turns.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** The number of threads without a turn. */
    static int none(long[] turns) {
        return (int) Arrays.stream(turns).filter(count -> count == 0).count();
    }
}
