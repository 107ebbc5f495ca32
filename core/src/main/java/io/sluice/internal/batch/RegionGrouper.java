package io.sluice.internal.batch;

import io.sluice.Ordering;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Groups entries of a batch by server and region, for one dispatch, and cuts them into requests within the limits. Pure,
 * except for the columns of the batch that serve this purpose: the result depends only on the arguments.
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

    private static final int SLICES = 16;
    private static final int NONE = -1;
    private static final int[] NO_ENTRIES = {};
    private static final Order NOT_SORTED = Order.of(NO_ENTRIES);

    private final Batch batch;
    private final int @Nullable [] entries;
    private final RegionMap map;
    private final DispatchSettings settings;
    private final ServerLimits serverLimits;
    private final boolean mayBeAtomic;
    /**
     * Whether consecutive mutations of one row go into one request: as many of them as it holds, while the others are held
     * back.
     */
    private final boolean keepsRows;

    private final List<ServerBatch> requests = new ArrayList<>(4);

    /** Entries whose region was found, and those for which none was found. */
    private int found;

    private int[] missing = NO_ENTRIES;
    /** The entries whose region was found, by server and region. */
    private Order order = NOT_SORTED;

    /** Servers so far, including the current one: entries of each are consecutive. */
    private int servers;

    private int server = NONE;
    private int region = NONE;

    /** Limits of a request to the current server. */
    private long maxBytes;

    private int maxMutations;

    /** Slices of the request, made with its first mutation. */
    private List<Slice> slices = List.of();

    /** Expected number of slices of the next request. */
    private int expectedSlices;
    /** Position in the order of the request's first mutation. */
    private int first;

    private int count;
    private int rows;
    private long bytes;
    private int sliceStart;
    /** Bytes of the request's slices so far. */
    private long slicedBytes;

    /** Row of the current run: mutations of one row that stay together. */
    private long runRow;
    /** Position after the run; then its bytes, and how many rows the server counts it for. */
    private int runEnd;

    private long runBytes;
    private int runRows;
    private int[] heldBack = NO_ENTRIES;
    private int heldBackCount;

    /**
     * @param entries indices into the batch, in order; entries that have settled are left out; null for all, at the batch's
     *     first dispatch, when no row comes twice in it or their order is not kept
     * @param serverLimits of a request, as reported by servers
     */
    RegionGrouper(
            Batch batch,
            int @Nullable [] entries,
            RegionMap map,
            DispatchSettings settings,
            ServerLimits serverLimits) {
        this.batch = batch;
        this.entries = entries;
        this.map = map;
        this.settings = settings;
        this.serverLimits = serverLimits;
        mayBeAtomic = batch.hasAtomic();
        keepsRows = settings.ordering() == Ordering.PER_ROW && entries != null;
        maxBytes = settings.maxRequestBytes();
        maxMutations = settings.maxRequestMutations();
        expectedSlices = Math.min(SLICES, map.size());
    }

    /** The mutations that can be sent now. To be called once; no other thread may group the same entries meanwhile. */
    List<ServerBatch> group() {
        if (entries == null && !batch.hasVoid() && !batch.isCompacted()) {
            // Not checked whether some have settled: in that case the batch is abandoned, and none of them will be
            // sent.
            missing = batch.locateAll(batch.size(), map);
            found = batch.size() - missing.length;
        } else {
            locate();
        }
        sort();
        cut();
        return requests;
    }

    /** Servers of the requests. */
    int servers() {
        return servers;
    }

    /** Entries whose region is not known. */
    int[] missing() {
        return missing;
    }

    /**
     * Entries that must wait for earlier ones of their row, since the server does not accept that many at a time; in their
     * order.
     */
    int[] heldBack() {
        return Arrays.copyOf(heldBack, heldBackCount);
    }

    private int entryCount() {
        return entries == null ? batch.size() : entries.length;
    }

    private int entry(int index) {
        return entries == null ? index : entries[index];
    }

    // ---- locating ----

    private void locate() {
        int all = entryCount();
        int missed = 0;
        for (int i = 0; i < all; i++) {
            int entry = entry(i);
            int its = NOT_SENT;
            if (!batch.isSettled(entry) && !batch.isVoid(entry)) {
                its = batch.locate(entry, map);
                if (its < 0) {
                    missing = withRoom(missing, missed);
                    missing[missed++] = entry;
                } else {
                    found++;
                }
            }
            batch.region(entry, its);
        }
        missing = Arrays.copyOf(missing, missed);
    }

    private static int[] withRoom(int[] list, int used) {
        return used == list.length ? Arrays.copyOf(list, Math.max(16, 2 * used)) : list;
    }

    /**
     * The entries whose region is not known, by the unknown range of rows that they lie in; those of each range in their
     * order.
     */
    List<int[]> missingByRange() {
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
                .map(those -> those.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    // ---- sorting ----

    /**
     * Sorts entries by server, then region, and keeps the order within a region. Entries whose region in the batch is
     * {@link #NOT_SENT}, or not known, are left out.
     */
    private void sort() {
        order = entries == null ? batch.order(found) : Order.of(new int[found]);
        boolean fewEntries = map.numbers() / REGIONS_PER_ENTRY > found;
        boolean fitKeys = map.numbers() < 1 << REGION_BITS
                && map.serverCount() < 1 << SERVER_BITS
                && entryCount() < 1 << INDEX_BITS;
        if (fewEntries && fitKeys) {
            sortKeys();
        } else {
            countRegions();
        }
    }

    private void countRegions() {
        int all = entryCount();
        int[] next = new int[map.numbers()];
        for (int i = 0; i < all; i++) {
            int its = batch.region(entry(i));
            if (its >= 0) {
                next[its]++;
            }
        }
        toStarts(next);
        for (int i = 0; i < all; i++) {
            int entry = entry(i);
            int its = batch.region(entry);
            if (its >= 0) {
                order.set(next[its]++, entry);
            }
        }
    }

    /** Turns the number of entries of each region into the position of its first one. */
    private void toStarts(int[] regions) {
        int[] servers = new int[map.serverCount()];
        for (int number = 0; number < regions.length; number++) {
            if (regions[number] > 0) {
                servers[map.server(number)] += regions[number];
            }
        }
        int start = 0;
        for (int number = 0; number < servers.length; number++) {
            int size = servers[number];
            servers[number] = start;
            start += size;
        }
        for (int number = 0; number < regions.length; number++) {
            int size = regions[number];
            if (size > 0) {
                int its = map.server(number);
                regions[number] = servers[its];
                servers[its] += size;
            }
        }
    }

    /** Server, region and index in one number each, so that the order of the numbers is the wanted one. */
    private void sortKeys() {
        int all = entryCount();
        long[] keys = new long[found];
        int next = 0;
        for (int i = 0; i < all; i++) {
            int its = batch.region(entry(i));
            if (its >= 0) {
                long place = ((long) map.server(its) << REGION_BITS) | its;
                keys[next++] = (place << INDEX_BITS) | i;
            }
        }
        Arrays.sort(keys);
        for (int i = 0; i < found; i++) {
            order.set(i, entry((int) (keys[i] & ((1L << INDEX_BITS) - 1))));
        }
    }

    // ---- cutting ----

    private void cut() {
        for (int position = 0; position < found; position++) {
            int entry = order.get(position);
            int to = batch.region(entry);
            if (to != region) {
                enter(to);
            }
            int length = batch.length(entry);
            int rowsHere = rowsOf(entry);
            if (!keepsRows) {
                endRequestBefore(length, rowsHere);
            } else if (position >= runEnd) {
                if (isRestOfRun(entry)) {
                    holdBack(entry);
                    continue;
                }
                beginRun(position);
                endRequestBefore(runBytes, runRows);
            }
            if (heldBackCount > 0) {
                // Moves up, since a request's mutations are consecutive.
                order.set(first + count, entry);
            }
            boolean atomic = mayBeAtomic && batch.kind(entry) == MutationKind.ROW_MUTATIONS;
            if (atomic) {
                endSlice(false);
            }
            count++;
            rows += rowsHere;
            bytes += length;
            if (atomic) {
                endSlice(true);
            }
        }
        endRequest();
    }

    /** Ends the request if it has no room for this much more. */
    private void endRequestBefore(long moreBytes, int moreRows) {
        if (count > 0 && (bytes + moreBytes > maxBytes || rows + moreRows > maxMutations)) {
            endRequest();
        }
    }

    private boolean isRestOfRun(int entry) {
        return runEnd > 0 && batch.rowHash(entry) == runRow;
    }

    private void holdBack(int entry) {
        heldBack = withRoom(heldBack, heldBackCount);
        heldBack[heldBackCount++] = entry;
    }

    /** As many mutations of a row as a request holds, at least one. */
    private void beginRun(int position) {
        int entry = order.get(position);
        runEnd = position + 1;
        runBytes = batch.length(entry);
        runRows = rowsOf(entry);
        runRow = batch.rowHash(entry);
        while (runEnd < found) {
            int next = order.get(runEnd);
            long bytesWithIt = runBytes + batch.length(next);
            int rowsWithIt = runRows + rowsOf(next);
            if (batch.rowHash(next) != runRow || bytesWithIt > maxBytes || rowsWithIt > maxMutations) {
                return;
            }
            runEnd++;
            runBytes = bytesWithIt;
            runRows = rowsWithIt;
        }
    }

    /** How many rows of the server's limit it counts for. */
    private int rowsOf(int entry) {
        return mayBeAtomic && batch.kind(entry) == MutationKind.ROW_MUTATIONS ? batch.rowCount(entry) : 1;
    }

    private void enter(int to) {
        endSlice(false);
        int next = map.server(to);
        if (next != server) {
            endRequest();
            servers++;
            server = next;
            maxBytes = serverLimits.maxBytes(map.serverName(next), settings.maxRequestBytes());
            maxMutations = serverLimits.maxMutations(map.serverName(next), settings.maxRequestMutations());
        }
        region = to;
    }

    private void endSlice(boolean atomic) {
        if (sliceStart < count) {
            RegionLocation location = map.region(region);
            slices = slices.isEmpty() ? new ArrayList<>(expectedSlices) : slices;
            slices.add(new Slice(location, sliceStart, count, atomic, bytes - slicedBytes));
            sliceStart = count;
            slicedBytes = bytes;
        }
    }

    private void endRequest() {
        endSlice(false);
        if (count == 0) {
            return;
        }
        requests.add(new ServerBatch(
                batch, map.serverName(server), slices, order, first, count, bytes, settings.requestAttributes()));
        first += count;
        count = 0;
        rows = 0;
        bytes = 0;
        // The next one has about as many as this one.
        expectedSlices = slices.size() + SLICES / 4;
        slices = List.of();
        sliceStart = 0;
        slicedBytes = 0;
    }
}
