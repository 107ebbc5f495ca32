package io.sluice.bench.firstmillion;

import io.sluice.bench.run.Effort;
import io.sluice.bench.writer.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The load of a new JVM.
 *
 * @param valueBytes value size of each put
 * @param threads number of writing threads
 */
record FirstSituation(int valueBytes, int threads) {
    private static final int SMALL_BYTES = 100;
    private static final int LARGE_BYTES = 1_000;
    private static final int MANY_THREADS = 8;

    /** The situation that runs until the cost of a put no longer changes. */
    static final FirstSituation LONG = new FirstSituation(SMALL_BYTES, MANY_THREADS);

    static List<FirstSituation> all(Effort effort) {
        if (effort == Effort.SMOKE) {
            return List.of(LONG);
        }
        List<FirstSituation> all = new ArrayList<>();
        for (int bytes : new int[] {SMALL_BYTES, LARGE_BYTES}) {
            for (int threads : new int[] {1, MANY_THREADS}) {
                all.add(new FirstSituation(bytes, threads));
            }
        }
        return all;
    }

    Load load() {
        return new Load(threads, valueBytes, true);
    }

    /** The name in tables. */
    String label() {
        return String.format(Locale.ROOT, "%,d bytes, %d %s", valueBytes, threads, threads == 1 ? "thread" : "threads");
    }
}
