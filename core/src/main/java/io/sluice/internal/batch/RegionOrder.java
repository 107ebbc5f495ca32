package io.sluice.internal.batch;

import io.sluice.internal.locate.RegionMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Sorts entries by server, then region, and keeps those of one region in their order. */
final class RegionOrder {
    /**
     * How many regions of the map an entry may cost. Counting goes once over all regions of the table, at less than a
     * nanosecond each; sorting costs some ten nanoseconds an entry. So few entries of a large table are sorted.
     */
    private static final int REGIONS_PER_ENTRY = 16;

    private static final int REGION_BITS = 24;
    private static final int SERVER_BITS = 20;
    private static final int INDEX_BITS = Long.SIZE - 1 - SERVER_BITS - REGION_BITS;

    private final Batch batch;
    private final int @Nullable [] entries;
    private final RegionMap map;
    private final int count;

    /** @param entries those whose region in the batch is not {@link RegionGrouper#NOT_SENT} are sorted; null for all */
    RegionOrder(Batch batch, int @Nullable [] entries, RegionMap map) {
        this.batch = batch;
        this.entries = entries;
        this.map = map;
        count = entries == null ? batch.size() : entries.length;
    }

    private int entry(int index) {
        return entries == null ? index : entries[index];
    }

    /** @param found how many there are to be sorted */
    Order sort(int found) {
        Order order = entries == null ? batch.order(found) : Order.of(new int[found]);
        boolean fewEntries = map.numbers() / REGIONS_PER_ENTRY > found;
        boolean fitKeys =
                map.numbers() < 1 << REGION_BITS && map.serverCount() < 1 << SERVER_BITS && count < 1 << INDEX_BITS;
        if (fewEntries && fitKeys) {
            sortKeys(order, found);
        } else {
            countRegions(order);
        }
        return order;
    }

    private void countRegions(Order order) {
        int[] next = new int[map.numbers()];
        for (int i = 0; i < count; i++) {
            int region = batch.region(entry(i));
            if (region >= 0) {
                next[region]++;
            }
        }
        toStarts(next);
        for (int i = 0; i < count; i++) {
            int entry = entry(i);
            int region = batch.region(entry);
            if (region >= 0) {
                order.set(next[region]++, entry);
            }
        }
    }

    /** Makes of the number of entries of each region the position of its first. */
    private void toStarts(int[] regions) {
        int[] servers = new int[map.serverCount()];
        for (int region = 0; region < regions.length; region++) {
            if (regions[region] > 0) {
                servers[map.server(region)] += regions[region];
            }
        }
        int start = 0;
        for (int server = 0; server < servers.length; server++) {
            int size = servers[server];
            servers[server] = start;
            start += size;
        }
        for (int region = 0; region < regions.length; region++) {
            int size = regions[region];
            if (size > 0) {
                int server = map.server(region);
                regions[region] = servers[server];
                servers[server] += size;
            }
        }
    }

    /** Server, region and index in one number each, so that the order of numbers is the one wanted. */
    private void sortKeys(Order order, int found) {
        long[] keys = new long[found];
        int next = 0;
        for (int i = 0; i < count; i++) {
            int region = batch.region(entry(i));
            if (region >= 0) {
                long place = ((long) map.server(region) << REGION_BITS) | region;
                keys[next++] = (place << INDEX_BITS) | i;
            }
        }
        Arrays.sort(keys);
        for (int i = 0; i < found; i++) {
            order.set(i, entry((int) (keys[i] & ((1L << INDEX_BITS) - 1))));
        }
    }
}
