package io.sluice.internal.batch;

import io.sluice.internal.locate.RegionMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Groups mutations by server and region and cuts them into requests. Pure, except for the columns of the batch that serve
 * this purpose: the result depends only on the arguments.
 *
 * <p>Mutations of one region keep their order, so those of one row reach the server as they were accepted.
 *
 * <p>Regions and servers are numbers of the map throughout: accessing the objects of a table with 100,000 regions would cost
 * more than everything else, as each is far away in memory.
 */
final class RegionGrouper {
    /** The region of an entry that is not sent now. */
    static final int NOT_SENT = -1;

    /**
     * How many regions of the map an entry may cost. Counting walks once over all regions of the table, at less than a
     * nanosecond each; sorting costs some ten nanoseconds an entry. So a few entries of a large table are sorted.
     */
    private static final int REGIONS_PER_ENTRY = 16;

    private static final int REGION_BITS = 24;
    private static final int SERVER_BITS = 20;
    private static final int INDEX_BITS = Long.SIZE - 1 - SERVER_BITS - REGION_BITS;

    private static final int[] NONE = {};

    private final RequestLimits limits;
    private final ServerLimits serverLimits;
    private final Map<String, byte[]> requestAttributes;
    private final boolean keepsRows;

    /**
     * @param limits of a request, by the mutator's settings
     * @param serverLimits of a request, as reported by servers
     * @param keepsRows whether consecutive mutations of one row stay in one request
     */
    RegionGrouper(
            RequestLimits limits, ServerLimits serverLimits, Map<String, byte[]> requestAttributes, boolean keepsRows) {
        this.limits = limits;
        this.serverLimits = serverLimits;
        this.requestAttributes = requestAttributes;
        this.keepsRows = keepsRows;
    }

    /**
     * @param requests the mutations that can be sent now
     * @param missing entries whose region is not known
     * @param heldBack entries that must wait for earlier ones of their row, since the server does not accept that many at a
     *     time
     */
    record Grouping(List<ServerBatch> requests, int[] missing, int[] heldBack) {}

    /**
     * Groups entries of a batch. No other thread may do so with the same entries at the same time.
     *
     * @param entries indices into the batch, in order; entries that have settled are left out; null for all, at the batch's
     *     first dispatch
     */
    Grouping group(Batch batch, int @Nullable [] entries, RegionMap map) {
        Located located;
        if (entries == null && !batch.hasVoid() && !batch.isCompacted()) {
            // Not checked whether some have settled: in that case the batch is abandoned, and none of them will be
            // sent.
            int[] missing = batch.locateAll(batch.size(), map);
            located = new Located(batch.size() - missing.length, missing);
        } else {
            located = locate(batch, entries, map);
        }
        int found = located.found();
        Order order = sort(batch, entries, map, found);
        // A whole batch is given only when no row comes twice in it.
        boolean runs = keepsRows && entries != null;
        RequestCutter cutter = new RequestCutter(batch, map, limits, serverLimits, requestAttributes, runs);
        return new Grouping(cutter.cut(order, found), located.missing(), cutter.heldBack());
    }

    /** How many regions were found, and the entries for which none was found. */
    private record Located(int found, int[] missing) {}

    private static Located locate(Batch batch, int @Nullable [] entries, RegionMap map) {
        int count = count(batch, entries);
        int[] missing = NONE;
        int missed = 0;
        int found = 0;
        for (int i = 0; i < count; i++) {
            int entry = entry(entries, i);
            int region = NOT_SENT;
            if (!batch.isSettled(entry) && !batch.isVoid(entry)) {
                region = batch.locate(entry, map);
                if (region < 0) {
                    missing = missed == missing.length ? Arrays.copyOf(missing, Math.max(16, 2 * missed)) : missing;
                    missing[missed++] = entry;
                } else {
                    found++;
                }
            }
            batch.region(entry, region);
        }
        return new Located(found, Arrays.copyOf(missing, missed));
    }

    private static int count(Batch batch, int @Nullable [] entries) {
        return entries == null ? batch.size() : entries.length;
    }

    private static int entry(int @Nullable [] entries, int index) {
        return entries == null ? index : entries[index];
    }

    /**
     * Sorts entries by server, then region, and keeps the order within a region. Entries whose region in the batch is
     * {@link #NOT_SENT}, or not known, are left out.
     *
     * @param found how many entries there are to be sorted
     */
    private static Order sort(Batch batch, int @Nullable [] entries, RegionMap map, int found) {
        Order order = entries == null ? batch.order(found) : Order.of(new int[found]);
        boolean fewEntries = map.numbers() / REGIONS_PER_ENTRY > found;
        boolean fitKeys = map.numbers() < 1 << REGION_BITS
                && map.serverCount() < 1 << SERVER_BITS
                && count(batch, entries) < 1 << INDEX_BITS;
        if (fewEntries && fitKeys) {
            sortKeys(batch, entries, map, order, found);
        } else {
            countRegions(batch, entries, map, order);
        }
        return order;
    }

    private static void countRegions(Batch batch, int @Nullable [] entries, RegionMap map, Order order) {
        int count = count(batch, entries);
        int[] next = new int[map.numbers()];
        for (int i = 0; i < count; i++) {
            int region = batch.region(entry(entries, i));
            if (region >= 0) {
                next[region]++;
            }
        }
        toStarts(next, map);
        for (int i = 0; i < count; i++) {
            int entry = entry(entries, i);
            int region = batch.region(entry);
            if (region >= 0) {
                order.set(next[region]++, entry);
            }
        }
    }

    /** Turns the number of entries of each region into the position of its first one. */
    private static void toStarts(int[] regions, RegionMap map) {
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

    /** Server, region and index in one number each, so that the order of the numbers is the wanted one. */
    private static void sortKeys(Batch batch, int @Nullable [] entries, RegionMap map, Order order, int found) {
        int count = count(batch, entries);
        long[] keys = new long[found];
        int next = 0;
        for (int i = 0; i < count; i++) {
            int region = batch.region(entry(entries, i));
            if (region >= 0) {
                long place = ((long) map.server(region) << REGION_BITS) | region;
                keys[next++] = (place << INDEX_BITS) | i;
            }
        }
        Arrays.sort(keys);
        for (int i = 0; i < found; i++) {
            order.set(i, entry(entries, (int) (keys[i] & ((1L << INDEX_BITS) - 1))));
        }
    }

    /**
     * Groups entries whose region is not known by the unknown range of rows that they lie in.
     *
     * @return the entries of each range, in their order; empty if there are none
     */
    static List<int[]> byUnknownRange(Batch batch, int[] missing, RegionMap map) {
        if (missing.length == 0) {
            return List.of();
        }
        if (map.size() == 0) {
            return List.of(missing);
        }
        Map<Integer, List<Integer>> ranges = new TreeMap<>();
        for (int entry : missing) {
            int before = map.floor(batch.array(entry), batch.rowOffset(entry), batch.rowLength(entry));
            ranges.computeIfAbsent(before, range -> new ArrayList<>()).add(entry);
        }
        return ranges.values().stream()
                .map(entries -> entries.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }
}
