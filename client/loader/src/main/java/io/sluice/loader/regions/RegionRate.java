package io.sluice.loader.regions;

import io.sluice.ServerName;
import io.sluice.client.internal.RegionCounts;
import io.sluice.loader.regions.RegionSample.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The writes to a region between two samples.
 *
 * @param startKey first key
 * @param endKey first key that is not in it, empty for the last region
 * @param server its server
 * @param writes mutations between the samples
 * @param sizeBytes size of its files and memory
 */
record RegionRate(byte[] startKey, byte[] endKey, ServerName server, long writes, long sizeBytes) {
    /** Returns all regions of the second sample, in the order of their keys. */
    static List<RegionRate> between(RegionSample before, RegionSample after) {
        List<Map.Entry<String, Entry>> sorted = new ArrayList<>(after.regions().entrySet());
        sorted.sort(Comparator.comparing(entry -> start(entry.getValue()), Arrays::compareUnsigned));
        List<RegionRate> rates = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i++) {
            Entry now = sorted.get(i).getValue();
            byte[] end = i + 1 < sorted.size() ? start(sorted.get(i + 1).getValue()) : new byte[0];
            Entry then = before.regions().get(sorted.get(i).getKey());
            // A region that has moved counts from 0.
            long since =
                    then != null && then.load().writeRequests() <= now.load().writeRequests()
                            ? then.load().writeRequests()
                            : 0;
            RegionCounts load = now.load();
            rates.add(new RegionRate(start(now), end, now.server(), load.writeRequests() - since, load.sizeBytes()));
        }
        return rates;
    }

    private static byte[] start(Entry entry) {
        return RegionKeys.startKey(entry.load().regionName());
    }
}
