package io.sluice.internal.batch;

import io.sluice.CallTimeoutException;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.pace.Place;
import io.sluice.internal.pace.Shares;
import io.sluice.internal.retry.FailureClassifier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * What the entries of one request, look-up or pause count as on their way to, until {@link #release}. Belongs to the holder
 * of the entries.
 *
 * <p>Each place counts, beside the entries that go there, all the memory of the batch that no entry counts: it may be the
 * last one to which entries of the batch are on their way, and then keeps that memory from others alone.
 */
final class Holding {
    private final Shares shares;
    private final List<Part> parts;
    private boolean released;

    /**
     * What goes to one place.
     *
     * @param bytes what it counts against the share
     * @param entries how many
     * @param cellBytes of the entries' cells and heads
     */
    private record Part(Place place, long bytes, int entries, long cellBytes) {
        Part(Place place, long heldBytes, int entries, Batch batch) {
            this(
                    place,
                    heldBytes + batch.unusedBytes(),
                    entries,
                    heldBytes - (long) entries * BatchEntries.ENTRY_OVERHEAD_BYTES);
        }
    }

    private Holding(Shares shares, List<Part> parts) {
        this.shares = shares;
        this.parts = parts;
        parts.forEach(part -> shares.add(part.place(), part.bytes()));
    }

    /** For a request: what goes to each region, and all of it to the server. */
    static Holding of(Shares shares, ServerBatch request) {
        return of(shares, request, entry -> true, true);
    }

    /**
     * For some entries of a request that are to be sent again. They count for the server only if it is what is in trouble:
     * what a region does not take must not keep its neighbours on the same server out.
     *
     * @param error why
     */
    static Holding of(Shares shares, ServerBatch request, int[] entries, Throwable error) {
        BitSet again = new BitSet(request.batch().size());
        for (int entry : entries) {
            again.set(entry);
        }
        return of(shares, request, again::get, concernsServer(error));
    }

    private static Holding of(Shares shares, ServerBatch request, IntPredicate counted, boolean forServer) {
        Batch batch = request.batch();
        List<Part> parts = new ArrayList<>(1 + request.slices().size());
        long all = 0;
        int allEntries = 0;
        for (Slice slice : request.slices()) {
            long bytes = 0;
            int entries = 0;
            for (int position = slice.from(); position < slice.to(); position++) {
                int entry = request.mutation(position);
                if (counted.test(entry)) {
                    bytes += batch.heldBytes(entry);
                    entries++;
                }
            }
            if (bytes > 0) {
                parts.add(new Part(Place.of(slice.region()), bytes, entries, batch));
                all += bytes;
                allEntries += entries;
            }
        }
        if (forServer) {
            parts.add(new Part(Place.of(request.server()), all, allEntries, batch));
        }
        return new Holding(shares, parts);
    }

    private static boolean concernsServer(Throwable error) {
        return switch (FailureClassifier.classify(error)) {
            case SERVER_DOWN, SERVER_OVERLOADED -> true;
            default -> error instanceof CallTimeoutException;
        };
    }

    /** For entries whose region is not known. */
    static Holding notLocated(Shares shares, Batch batch, int[] entries) {
        long bytes = 0;
        for (int entry : entries) {
            bytes += batch.heldBytes(entry);
        }
        return new Holding(shares, List.of(new Part(Place.notLocated(batch.table()), bytes, entries.length, batch)));
    }

    /** Another one that counts the same. */
    Holding copy() {
        return new Holding(shares, parts);
    }

    /** Notes why these have not been taken, and when they are sent again, on the engine's clock. */
    Holding failed(Throwable error, long nowNanos, long nextNanos) {
        for (Part part : parts) {
            shares.failed(part.place(), error, nowNanos, nextNanos);
            shares.traffic().retried(part.place(), part.entries(), nowNanos);
        }
        return this;
    }

    /** Notes that all of them have been taken, and how long that took. */
    void served(long tookNanos, long nowNanos) {
        for (Part part : parts) {
            shares.served(part.place());
            shares.traffic().answered(part.place(), part.cellBytes(), tookNanos, nowNanos);
        }
    }

    /** Like {@link #served} for the regions none of whose mutations failed. */
    void servedInPart(ServerBatch request, ServerBatchResult result, long tookNanos, long nowNanos) {
        for (Slice slice : request.slices()) {
            if (result.isAcknowledged(slice.from(), slice.to())) {
                shares.served(Place.of(slice.region()));
            }
        }
        for (Part part : parts) {
            shares.traffic().answered(part.place(), part.cellBytes(), tookNanos, nowNanos);
        }
    }

    /** They are not on their way any more, or counted anew. Does nothing the second time. */
    void release() {
        if (!released) {
            released = true;
            parts.forEach(part -> shares.remove(part.place(), part.bytes()));
        }
    }
}
