package io.sluice.bench.endtoend;

import io.sluice.bench.run.Effort;
import io.sluice.bench.writer.Load;
import java.util.ArrayList;
import java.util.List;

/**
 * What is written, and how much of it.
 *
 * @param load what
 * @param size how much
 */
record Situation(Load load, Size size) {
    static final int SMALL_BYTES = 100;
    private static final int LARGE_BYTES = 1_000;
    static final int MANY_THREADS = 8;

    /**
     * How much is written.
     *
     * @param warmUpRounds of each contender, not kept, beside the one that is part of each round; only before the first
     *     situation, when client processes and server are new
     * @param rounds of each contender
     * @param pacedWarmUpRounds of each contender, at a fixed rate, not kept: by another way through the client, with a
     *     future for each put; only in the first situation, too
     * @param pacedRounds of each contender, at a fixed rate
     * @param smallRows of a round with small values
     * @param pacedSeconds of a paced round
     */
    record Size(
            int warmUpRounds, int rounds, int pacedWarmUpRounds, int pacedRounds, long smallRows, double pacedSeconds) {
        static Size of(Effort effort) {
            return switch (effort) {
                case FULL -> new Size(24, 3, 4, 4, 500_000, 5);
                case QUICK -> new Size(2, 1, 1, 1, 200_000, 2);
                case SMOKE -> new Size(0, 1, 0, 1, 2_000, 0.1);
            };
        }

        Size withoutWarmUp() {
            return new Size(0, rounds, 0, pacedRounds, smallRows, pacedSeconds);
        }
    }

    /** All of them; for smoke the one with most threads. */
    static List<Situation> all(Effort effort) {
        Size size = Size.of(effort);
        if (effort == Effort.SMOKE) {
            return List.of(new Situation(new Load(MANY_THREADS, SMALL_BYTES, true), size));
        }
        List<Situation> all = new ArrayList<>();
        for (boolean skipWal : new boolean[] {true, false}) {
            for (int valueBytes : new int[] {SMALL_BYTES, LARGE_BYTES}) {
                for (int threads : new int[] {1, MANY_THREADS}) {
                    Size its = all.isEmpty() ? size : size.withoutWarmUp();
                    all.add(new Situation(new Load(threads, valueBytes, skipWal), its));
                }
            }
        }
        return all;
    }

    /** Puts of a round: half as many when they are large. */
    long rows() {
        return load.valueBytes() == SMALL_BYTES ? size.smallRows() : size.smallRows() / 2;
    }

    /** As it stands in tables. */
    String label() {
        return (load.skipWal() ? "SKIP_WAL, " : "default durability, ") + load.valueBytes() + " bytes, "
                + load.threads() + (load.threads() == 1 ? " thread" : " threads");
    }
}
