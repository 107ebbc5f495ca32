package io.sluice.bench.endtoend;

import io.sluice.bench.run.Effort;
import io.sluice.bench.writer.Load;
import java.util.ArrayList;
import java.util.List;

/**
 * A load and its size.
 *
 * @param load the puts that are written
 * @param size the amount that is written
 */
record Situation(Load load, Size size) {
    static final int SMALL_BYTES = 100;
    private static final int LARGE_BYTES = 1_000;
    /** Only without the log, and not paced: shows what copying costs. */
    private static final int LARGEST_BYTES = 10_000;

    static final int MANY_THREADS = 8;

    private static final List<Integer> LINGERS_MILLIS = List.of(10, 1, 100);

    /**
     * The amount that is written.
     *
     * @param jvms of each client: each is one sample
     * @param warmUpRounds unmeasured rounds of each client, besides the one in each round; only before the first situation,
     *     when client processes are new
     * @param pacedWarmUpRounds unmeasured rounds of each contender at a fixed rate, which use another code path of the
     *     client, with a future for each put; also only in the first situation
     * @param smallRows rows of a round with small values
     * @param lingersMillis ages at which every client sends in a paced stage; their defaults range from 1 s to never. All of them
     *     only without the log and with small values, otherwise the first; none with the largest values
     * @param pacedSeconds duration of a paced round
     */
    record Size(
            int jvms,
            int warmUpRounds,
            int pacedWarmUpRounds,
            long smallRows,
            List<Integer> lingersMillis,
            double pacedSeconds) {
        static Size of(Effort effort) {
            return switch (effort) {
                case FULL -> new Size(effort.jvms(), 12, 4, 500_000, LINGERS_MILLIS, 5);
                case QUICK -> new Size(effort.jvms(), 2, 1, 200_000, LINGERS_MILLIS, 2);
                case SMOKE -> new Size(effort.jvms(), 0, 0, 2_000, LINGERS_MILLIS.subList(0, 1), 0.1);
            };
        }

        Size withoutWarmUp() {
            return new Size(jvms, 0, 0, smallRows, lingersMillis, pacedSeconds);
        }

        Size withLingers(int count) {
            return new Size(
                    jvms, warmUpRounds, pacedWarmUpRounds, smallRows, lingersMillis.subList(0, count), pacedSeconds);
        }
    }

    /** Returns all situations; for {@code SMOKE}, only the one with most threads. */
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
                    // The other lingers only where the server takes least of the time.
                    boolean allLingers = skipWal && valueBytes == SMALL_BYTES;
                    all.add(new Situation(
                            new Load(threads, valueBytes, skipWal), allLingers ? its : its.withLingers(1)));
                }
            }
        }
        for (int threads : new int[] {1, MANY_THREADS}) {
            all.add(new Situation(
                    new Load(threads, LARGEST_BYTES, true), size.withoutWarmUp().withLingers(0)));
        }
        return all;
    }

    /** Number of puts of a round: fewer if they are large. */
    long rows() {
        return switch (load.valueBytes()) {
            case SMALL_BYTES -> size.smallRows();
            case LARGE_BYTES -> size.smallRows() / 2;
            default -> size.smallRows() / 10;
        };
    }

    /** The name in tables. */
    String label() {
        return (load.skipWal() ? "SKIP_WAL, " : "default durability, ") + load.valueBytes() + " bytes, "
                + load.threads() + (load.threads() == 1 ? " thread" : " threads");
    }
}
