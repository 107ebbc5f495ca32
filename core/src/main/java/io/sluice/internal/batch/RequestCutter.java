package io.sluice.internal.batch;

import io.sluice.ServerName;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.locate.RegionLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Cuts mutations that are in order of server and region into requests within the limits. */
final class RequestCutter {
    private final Batch batch;
    private final Order order;
    private final BatchLimits limits;
    private final Map<String, byte[]> requestAttributes;
    private final boolean mayBeAtomic;
    private final List<ServerBatch> requests = new ArrayList<>(4);

    private @Nullable ServerName server;
    private List<Slice> slices = new ArrayList<>(4);
    /** Position in the order of the request's first mutation. */
    private int first;

    private int count;
    private long bytes;
    private int sliceStart;

    RequestCutter(Batch batch, Order order, BatchLimits limits, Map<String, byte[]> requestAttributes) {
        this.batch = batch;
        this.order = order;
        this.limits = limits;
        this.requestAttributes = requestAttributes;
        mayBeAtomic = batch.hasAtomic();
    }

    /** Adds the next mutations of the order, which are all of this region. */
    void add(RegionLocation region, int mutations, long length) {
        if (!region.server().equals(server)) {
            endRequest();
            server = region.server();
        }
        if (!mayBeAtomic && count + mutations <= limits.maxMutations() && bytes + length <= limits.maxBytes()) {
            count += mutations;
            bytes += length;
        } else {
            int end = first + count + mutations;
            while (first + count < end) {
                addOne(region, order.get(first + count));
            }
        }
        endSlice(region);
    }

    private void addOne(RegionLocation region, int entry) {
        int length = batch.length(entry);
        if (count > 0 && (bytes + length > limits.maxBytes() || count == limits.maxMutations())) {
            endSlice(region);
            endRequest();
        }
        boolean atomic = batch.kind(entry) == MutationKind.ROW_MUTATIONS;
        if (atomic) {
            endSlice(region);
        }
        count++;
        bytes += length;
        if (atomic) {
            slices.add(new Slice(region, count - 1, count, true));
            sliceStart = count;
        }
    }

    private void endSlice(RegionLocation region) {
        if (sliceStart < count) {
            slices.add(new Slice(region, sliceStart, count, false));
            sliceStart = count;
        }
    }

    private void endRequest() {
        ServerName to = server;
        if (to == null || count == 0) {
            return;
        }
        ServerBatch.Part part = new ServerBatch.Part(order, first, count, bytes);
        requests.add(new ServerBatch(batch, to, slices, part, requestAttributes));
        first += count;
        count = 0;
        bytes = 0;
        slices = new ArrayList<>(4);
        sliceStart = 0;
    }

    List<ServerBatch> finish() {
        endRequest();
        return requests;
    }
}
