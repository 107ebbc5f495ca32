package io.sluice.internal.batch;

import io.sluice.ServerName;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.locate.RegionLocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the mutations of one server into requests within the limits. */
final class RequestCutter {
    private final Batch batch;
    private final ServerName server;
    private final BatchLimits limits;
    private final Map<String, byte[]> requestAttributes;
    private final List<ServerBatch> requests = new ArrayList<>(1);

    private int[] mutations = new int[64];
    private int count;
    private long bytes;
    private List<Slice> slices = new ArrayList<>();
    private @Nullable RegionLocation region;
    private int sliceStart;

    RequestCutter(Batch batch, ServerName server, BatchLimits limits, Map<String, byte[]> requestAttributes) {
        this.batch = batch;
        this.server = server;
        this.limits = limits;
        this.requestAttributes = requestAttributes;
    }

    void add(RegionLocation to, int entry) {
        int length = batch.length(entry);
        if (count > 0 && (bytes + length > limits.maxBytes() || count == limits.maxMutations())) {
            endRequest();
        }
        boolean atomic = batch.kind(entry) == MutationKind.ROW_MUTATIONS;
        if (to != region || atomic) {
            endSlice();
            region = to;
        }
        if (count == mutations.length) {
            mutations = Arrays.copyOf(mutations, count * 2);
        }
        mutations[count++] = entry;
        bytes += length;
        if (atomic) {
            slices.add(new Slice(to, count - 1, count, true));
            sliceStart = count;
        }
    }

    private void endSlice() {
        if (region != null && sliceStart < count) {
            slices.add(new Slice(region, sliceStart, count, false));
        }
        sliceStart = count;
    }

    private void endRequest() {
        endSlice();
        requests.add(new ServerBatch(batch, server, slices, Arrays.copyOf(mutations, count), requestAttributes));
        count = 0;
        bytes = 0;
        slices = new ArrayList<>();
        sliceStart = 0;
    }

    List<ServerBatch> finish() {
        if (count > 0) {
            endRequest();
        }
        return requests;
    }
}
