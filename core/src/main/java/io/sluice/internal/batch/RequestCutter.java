package io.sluice.internal.batch;

import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Cuts mutations that are in order of server and region into requests within the limits. */
final class RequestCutter {
    private static final int NONE = -1;
    private static final int SLICES = 16;
    private static final int[] NOBODY = {};

    private final Batch batch;
    private final boolean mayBeAtomic;
    private final RegionMap map;
    private final RequestLimits limits;
    private final ServerLimits serverLimits;
    private final Map<String, byte[]> requestAttributes;
    private final boolean keepsRows;
    private final List<ServerBatch> requests = new ArrayList<>(4);

    /** Limits of a request to the current server. */
    private RequestLimits present;

    private int server = NONE;
    private int region = NONE;
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
    private int[] heldBack = NOBODY;
    private int heldBackCount;

    /**
     * @param keepsRows whether consecutive mutations of one row go into one request: as many of them as it holds, while the
     *     others are held back
     */
    RequestCutter(
            Batch batch,
            RegionMap map,
            RequestLimits limits,
            ServerLimits serverLimits,
            Map<String, byte[]> requestAttributes,
            boolean keepsRows) {
        this.batch = batch;
        mayBeAtomic = batch.hasAtomic();
        this.map = map;
        this.limits = limits;
        this.serverLimits = serverLimits;
        this.requestAttributes = requestAttributes;
        this.keepsRows = keepsRows;
        present = limits;
        expectedSlices = Math.min(SLICES, map.size());
    }

    /** The requests for the first mutations of an order, this many. */
    List<ServerBatch> cut(Order order, int mutations) {
        for (int position = 0; position < mutations; position++) {
            int entry = order.get(position);
            int to = batch.region(entry);
            if (to != region) {
                enter(to, order);
            }
            int length = batch.length(entry);
            int rowsHere = rowsOf(entry);
            if (!keepsRows) {
                endRequestBefore(length, rowsHere, order);
            } else if (position >= runEnd) {
                if (isRestOfRun(entry)) {
                    holdBack(entry);
                    continue;
                }
                beginRun(order, position, mutations);
                endRequestBefore(runBytes, runRows, order);
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
        endRequest(order);
        return requests;
    }

    /** The mutations that the requests leave out, in their order. */
    int[] heldBack() {
        return Arrays.copyOf(heldBack, heldBackCount);
    }

    /** Whether there is no room for this much more. */
    private void endRequestBefore(long moreBytes, int moreRows, Order order) {
        if (count > 0 && (bytes + moreBytes > present.maxBytes() || rows + moreRows > present.maxMutations())) {
            endRequest(order);
        }
    }

    private boolean isRestOfRun(int entry) {
        return runEnd > 0 && batch.rowHash(entry) == runRow;
    }

    private void holdBack(int entry) {
        if (heldBackCount == heldBack.length) {
            heldBack = Arrays.copyOf(heldBack, Math.max(16, 2 * heldBackCount));
        }
        heldBack[heldBackCount++] = entry;
    }

    /** As many mutations of a row as a request holds, at least one. */
    private void beginRun(Order order, int position, int mutations) {
        int entry = order.get(position);
        runEnd = position + 1;
        runBytes = batch.length(entry);
        runRows = rowsOf(entry);
        runRow = batch.rowHash(entry);
        while (runEnd < mutations) {
            int next = order.get(runEnd);
            long bytesWithIt = runBytes + batch.length(next);
            int rowsWithIt = runRows + rowsOf(next);
            if (batch.rowHash(next) != runRow
                    || bytesWithIt > present.maxBytes()
                    || rowsWithIt > present.maxMutations()) {
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

    private void enter(int to, Order order) {
        endSlice(false);
        int next = map.server(to);
        if (next != server) {
            endRequest(order);
            server = next;
            present = serverLimits.of(map.serverName(next), limits);
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

    private void endRequest(Order order) {
        endSlice(false);
        if (count == 0) {
            return;
        }
        requests.add(
                new ServerBatch(batch, map.serverName(server), slices, order, first, count, bytes, requestAttributes));
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
