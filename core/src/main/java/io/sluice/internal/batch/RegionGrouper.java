package io.sluice.internal.batch;

import io.sluice.ServerName;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sorts mutations by server and region and cuts them into requests. Pure: what it returns depends on nothing but its
 * arguments.
 *
 * <p>Mutations of one region keep their order, so those of one row reach the server as they were accepted.
 */
final class RegionGrouper {
    private final BatchLimits limits;
    private final Map<String, byte[]> requestAttributes;

    RegionGrouper(BatchLimits limits, Map<String, byte[]> requestAttributes) {
        this.limits = limits;
        this.requestAttributes = requestAttributes;
    }

    /**
     * @param requests what can be sent now
     * @param missing entries whose region is not known
     */
    record Grouping(List<ServerBatch> requests, int[] missing) {}

    /** @param entries indices into the batch, in order; those that have settled are left out */
    Grouping group(Batch batch, int[] entries, RegionMap map) {
        RegionCounts counts = new RegionCounts();
        int[] groups = new int[entries.length];
        int[] missing = new int[entries.length];
        int missed = 0;
        for (int i = 0; i < entries.length; i++) {
            groups[i] = -1;
            if (batch.isSettled(entries[i])) {
                continue;
            }
            int region = find(batch, entries[i], map);
            if (region < 0) {
                missing[missed++] = entries[i];
            } else {
                groups[i] = counts.count(region);
            }
        }
        int[] sorted = sort(entries, groups, counts);
        return new Grouping(cut(batch, map, sorted, counts), Arrays.copyOf(missing, missed));
    }

    private static int find(Batch batch, int entry, RegionMap map) {
        return map.find(batch.array(entry), batch.rowOffset(entry), batch.rowLength(entry));
    }

    /** Counting sort: entries of one region together, regions as they were first met, order within kept. */
    private static int[] sort(int[] entries, int[] groups, RegionCounts counts) {
        int[] next = counts.starts();
        int[] sorted = new int[counts.total()];
        for (int i = 0; i < entries.length; i++) {
            if (groups[i] >= 0) {
                sorted[next[groups[i]]++] = entries[i];
            }
        }
        return sorted;
    }

    private List<ServerBatch> cut(Batch batch, RegionMap map, int[] sorted, RegionCounts counts) {
        Map<ServerName, RequestCutter> cutters = new LinkedHashMap<>();
        int[] starts = counts.starts();
        for (int group = 0; group < counts.groups(); group++) {
            RegionLocation region = map.region(counts.region(group));
            RequestCutter cutter = cutters.computeIfAbsent(
                    region.server(), server -> new RequestCutter(batch, server, limits, requestAttributes));
            int end = starts[group] + counts.size(group);
            for (int i = starts[group]; i < end; i++) {
                cutter.add(region, sorted[i]);
            }
        }
        List<ServerBatch> requests = new ArrayList<>();
        cutters.values().forEach(cutter -> requests.addAll(cutter.finish()));
        return requests;
    }
}
