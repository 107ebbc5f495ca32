package io.sluice.internal.batch;

import io.sluice.ServerName;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The regions of a grouping, those of one server next to each other, servers as they were first met. */
final class ServerOrder {
    private final RegionCounts counts;
    private final RegionMap map;
    /** The groups in their order. */
    private final int[] groups;

    ServerOrder(RegionCounts counts, RegionMap map) {
        this.counts = counts;
        this.map = map;
        groups = sort();
    }

    private RegionLocation region(int group) {
        return map.region(counts.region(group));
    }

    /** Counting sort by server. */
    private int[] sort() {
        int[] serverOf = new int[counts.groups()];
        int[] sizes = new int[16];
        Map<ServerName, Integer> numbers = new HashMap<>();
        for (int group = 0; group < serverOf.length; group++) {
            Integer fresh = numbers.size();
            Integer known = numbers.putIfAbsent(region(group).server(), fresh);
            int server = known == null ? fresh : known;
            sizes = server == sizes.length ? Arrays.copyOf(sizes, 2 * server) : sizes;
            sizes[server]++;
            serverOf[group] = server;
        }
        int[] next = new int[numbers.size()];
        for (int server = 1; server < next.length; server++) {
            next[server] = next[server - 1] + sizes[server - 1];
        }
        int[] sorted = new int[serverOf.length];
        for (int group = 0; group < sorted.length; group++) {
            sorted[next[serverOf[group]]++] = group;
        }
        return sorted;
    }

    /** By group: the position of its first mutation, when the groups lie one after the other in this order. */
    int[] starts() {
        int[] starts = new int[groups.length];
        int next = 0;
        for (int group : groups) {
            starts[group] = next;
            next += counts.size(group);
        }
        return starts;
    }

    /** Gives the regions to the cutter. */
    List<ServerBatch> cut(RequestCutter cutter) {
        for (int group : groups) {
            cutter.add(region(group), counts.size(group), counts.bytes(group));
        }
        return cutter.finish();
    }
}
