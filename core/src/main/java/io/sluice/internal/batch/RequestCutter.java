package io.sluice.internal.batch;

import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Cuts mutations that are in order of server and region into requests within the limits. */
final class RequestCutter {
    private static final int NONE = -1;

    private final Batch batch;
    private final RegionMap map;
    private final BatchLimits limits;
    private final ServerLimits serverLimits;
    private final Map<String, byte[]> requestAttributes;
    private final List<ServerBatch> requests = new ArrayList<>(4);

    /** Of a request to the present server. */
    private BatchLimits present;

    private int server = NONE;
    private int region = NONE;
    private List<Slice> slices = new ArrayList<>(4);
    /** Position in the order of the request's first mutation. */
    private int first;

    private int count;
    private int rows;
    private long bytes;
    private int sliceStart;

    RequestCutter(Batch batch, RegionMap map, RegionGrouper.Limits limits, Map<String, byte[]> requestAttributes) {
        this.batch = batch;
        this.map = map;
        this.limits = limits.own();
        this.serverLimits = limits.ofServers();
        this.requestAttributes = requestAttributes;
        present = this.limits;
    }

    /** The requests for the first mutations of an order, so many. */
    List<ServerBatch> cut(Order order, int mutations) {
        boolean mayBeAtomic = batch.hasAtomic();
        for (int position = 0; position < mutations; position++) {
            int entry = order.get(position);
            int to = batch.region(entry);
            if (to != region) {
                enter(to, order);
            }
            int length = batch.length(entry);
            boolean atomic = mayBeAtomic && batch.kind(entry) == MutationKind.ROW_MUTATIONS;
            int entryRows = atomic ? batch.rowCount(entry) : 1;
            if (count > 0 && (bytes + length > present.maxBytes() || rows + entryRows > present.maxMutations())) {
                endRequest(order);
            }
            if (atomic) {
                endSlice(false);
            }
            count++;
            rows += entryRows;
            bytes += length;
            if (atomic) {
                endSlice(true);
            }
        }
        endRequest(order);
        return requests;
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
            slices.add(new Slice(location, sliceStart, count, atomic));
            sliceStart = count;
        }
    }

    private void endRequest(Order order) {
        endSlice(false);
        if (count == 0) {
            return;
        }
        ServerBatch.Part part = new ServerBatch.Part(order, first, count, bytes);
        requests.add(new ServerBatch(batch, map.serverName(server), slices, part, requestAttributes));
        first += count;
        count = 0;
        rows = 0;
        bytes = 0;
        slices = new ArrayList<>(4);
        sliceStart = 0;
    }
}
