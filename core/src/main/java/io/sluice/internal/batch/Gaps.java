package io.sluice.internal.batch;

import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.locate.RegionUnknownException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Sorts entries whose region is not known by the unknown stretch of rows they lie in. */
final class Gaps {
    private Gaps() {}

    /** The entries of each stretch, in order; empty if there are none. */
    static List<int[]> split(Batch batch, int[] missing, RegionMap map) {
        if (missing.length == 0) {
            return List.of();
        }
        if (map.size() == 0) {
            return List.of(missing);
        }
        Map<Integer, List<Integer>> byGap = new TreeMap<>();
        for (int entry : missing) {
            int before = map.floor(batch.array(entry), batch.rowOffset(entry), batch.rowLength(entry));
            byGap.computeIfAbsent(before, gap -> new ArrayList<>()).add(entry);
        }
        return byGap.values().stream().map(Gaps::toArray).toList();
    }

    /**
     * What a failed look-up tells of the entries of its stretch.
     *
     * @param failed those that fail with it
     * @param others those to be sent or looked up themselves
     */
    record Outcome(int[] failed, int[] others) {}

    /**
     * After a look-up for a row of a stretch: those before the row have no place either, if no region of which the answer
     * tells is between. Any other error than a region without a place is that of the whole stretch.
     *
     * @param map what is known after it
     */
    static Outcome failed(Batch batch, int[] entries, byte[] row, Throwable error, RegionMap map) {
        boolean all = !(error instanceof RegionUnknownException);
        IntPredicate fails = entry -> all || map.isUnknown(batch.row(entry), row);
        return new Outcome(
                IntStream.of(entries).filter(fails).toArray(),
                IntStream.of(entries).filter(fails.negate()).toArray());
    }

    private static int[] toArray(Collection<Integer> entries) {
        return entries.stream().mapToInt(Integer::intValue).toArray();
    }
}
