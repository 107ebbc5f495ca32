package io.sluice.internal.batch;

import io.sluice.ServerName;
import io.sluice.internal.locate.RegionLocation;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The mutations of one {@link Batch} that travel in one request to one server: slices of regions, each a run of
 * positions, in the order in which the server shall apply them.
 *
 * <pre>
 *   slices      [ region A: 0..3 ) [ region B: 3..4, atomic ) [ region B: 4..7 )
 *   position      0   1   2          3                          4   5   6
 *   mutation()    12  3   7          5                          0   1   9          index into the batch
 * </pre>
 */
public final class ServerBatch {
    private final Batch batch;
    private final ServerName server;
    private final List<Slice> slices;
    /** The mutations of several requests. */
    private final Order order;
    /** The position of this request's first in the order. */
    private final int first;

    private final int count;
    private final long bytes;
    private final Map<String, byte[]> requestAttributes;
    /** Belongs to the dispatching thread, before it hands the request on. */
    private Map<String, String> traceHeaders = Map.of();

    /**
     * A run of mutations of one region: one {@code RegionAction} of the request.
     *
     * @param region where they go
     * @param from first position
     * @param to position after the last
     * @param atomic whether this is one {@link MutationKind#ROW_MUTATIONS} entry ({@code to == from + 1})
     * @param bytes of their cells, heads and attributes
     */
    public record Slice(RegionLocation region, int from, int to, boolean atomic, long bytes) {}

    ServerBatch(
            Batch batch,
            ServerName server,
            List<Slice> slices,
            Order order,
            int first,
            int count,
            long bytes,
            Map<String, byte[]> requestAttributes) {
        this.batch = batch;
        this.server = server;
        this.slices = slices;
        this.order = order;
        this.first = first;
        this.count = count;
        this.bytes = bytes;
        this.requestAttributes = requestAttributes;
    }

    public Batch batch() {
        return batch;
    }

    public ServerName server() {
        return server;
    }

    /** The runs of this request, positions ascending and without gaps. */
    public List<Slice> slices() {
        return slices;
    }

    /** Number of entries of the batch in this request; a {@code RowMutations} counts as one. */
    public int mutationCount() {
        return count;
    }

    /** The index in {@link #batch()} of the mutation at a position. */
    public int mutation(int position) {
        return order.get(first + position);
    }

    /** The indices of all of them, in their order. */
    int[] mutations() {
        return IntStream.range(0, count).map(this::mutation).toArray();
    }

    /** Number of mutations as the server counts them: each one in {@code RowMutations} counts. */
    int rowCount() {
        int rows = 0;
        for (int position = 0; position < mutationCount(); position++) {
            rows += batch.rowCount(mutation(position));
        }
        return rows;
    }

    /** Bytes of its mutations' cells, heads and attributes. */
    public long bytes() {
        return bytes;
    }

    /** Makes the request carry these trace headers to its server; to be called before it is handed on. */
    void carry(Map<String, String> headers) {
        traceHeaders = headers;
    }

    /** The trace headers for the server ({@code RequestHeader.trace_info}). */
    public Map<String, String> traceHeaders() {
        return traceHeaders;
    }

    /** Attributes of the request itself ({@code RequestHeader.attribute}), seen by servers from 2.6 on. */
    public Map<String, byte[]> requestAttributes() {
        return requestAttributes;
    }
}
