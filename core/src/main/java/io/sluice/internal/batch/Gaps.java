package io.sluice.internal.batch;

import io.sluice.internal.locate.RegionMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        return byGap.values().stream()
                .map(entries -> entries.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }
}
