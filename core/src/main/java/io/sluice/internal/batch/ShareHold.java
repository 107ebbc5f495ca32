package io.sluice.internal.batch;

import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.flow.Place;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.retry.ErrorMeaning;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that the entries of one request, look-up or pause count as on their way, until {@link #release}. Belongs to the
 * holder of the entries; if an error loses the holder, the end of the batch releases it.
 *
 * <p>Each place counts the entries that go there, and a proportional part of the memory of their batch that no entry needs:
 * the end of a block that was sent before it was full. When {@link Batch#compact} has given that back, they count less.
 */
final class ShareHold implements Runnable {
    /** At most this many regions of a request are counted, one by one. */
    private static final int MOST_COUNTED = 8;

    private final Shares shares;
    private final Batch batch;
    private final List<Part> parts;

    /**
     * How much the bytes of the entries count, as a factor in units of {@link Batch#ONCE}; only falls, to 0 at the release.
     */
    private final AtomicLong weight;

    /** The request that holds this, which ends with the batch, too; null for a look-up or pause. */
    private volatile BatchDispatcher.@Nullable Sending sending;

    /**
     * The entries that go to one place.
     *
     * @param bytes that they need
     * @param entries how many
     */
    private record Part(Place place, long bytes, int entries) {
        /** The bytes that they count against the share. */
        long counted(long weight) {
            return bytes * weight / Batch.ONCE;
        }
    }

    private ShareHold(Shares shares, Batch batch, List<Part> parts, long weight) {
        this.shares = shares;
        this.batch = batch;
        this.parts = parts;
        this.weight = new AtomicLong(weight);
    }

    /** The end of the batch releases it, whatever happens to the holder. */
    private static ShareHold counted(Shares shares, Batch batch, List<Part> parts) {
        long weight = batch.weight();
        int counted = 0;
        boolean kept = false;
        try {
            for (Part part : parts) {
                shares.add(part.place(), part.counted(weight));
                counted++;
            }
            ShareHold holding = new ShareHold(shares, batch, parts, weight);
            batch.whenSettled(holding);
            kept = true;
            return holding;
        } finally {
            if (!kept) {
                // By hand: a class that is first used at the end of the stack can never be used again.
                for (int i = 0; i < counted; i++) {
                    shares.remove(parts.get(i).place(), parts.get(i).counted(weight));
                }
            }
        }
    }

    /** Makes the end of the batch end the request, too. */
    void endWith(BatchDispatcher.Sending ofRequest) {
        sending = ofRequest;
    }

    /** The deadline of the batch is near. */
    void watchDeadline() {
        BatchDispatcher.Sending its = sending;
        if (its != null) {
            its.watchDeadline();
        }
    }

    /** The end of the batch. */
    @Override
    public void run() {
        BatchDispatcher.Sending its = sending;
        try {
            release();
        } finally {
            if (its != null) {
                its.batchEnds();
            }
        }
    }

    /**
     * For a request of entries that no server has refused yet: all of it counts for the server, nothing for its regions. A
     * region that accepts its mutations needs no bound of its own, and for requests with many regions, counting each of them
     * cost more than encoding.
     */
    static ShareHold first(Shares shares, ServerBatch request) {
        return counted(shares, request.batch(), List.of(ofServer(request)));
    }

    /**
     * For a request of entries that are sent again: the bytes for each region count for it, as they did during the pause.
     */
    static ShareHold again(Shares shares, ServerBatch request) {
        Batch batch = request.batch();
        List<Part> parts = new ArrayList<>(1 + request.slices().size());
        for (Slice slice : request.slices()) {
            int entries = slice.to() - slice.from();
            parts.add(new Part(Place.of(slice.region()), Batch.heldBytes(entries, slice.bytes()), entries));
        }
        parts.add(ofServer(request));
        return counted(shares, batch, parts);
    }

    private static Part ofServer(ServerBatch request) {
        int entries = request.mutationCount();
        long bytes = Batch.heldBytes(entries, request.bytes());
        return new Part(Place.of(request.server()), bytes, entries);
    }

    /**
     * For some entries of a request that are to be sent again. They count for the server only if the server itself is in
     * trouble: mutations that a region does not accept must not keep out those for other regions of the server.
     *
     * @param entries in any order
     * @param error why
     */
    static ShareHold of(Shares shares, ServerBatch request, int[] entries, Throwable error) {
        Batch batch = request.batch();
        BitSet again = new BitSet(batch.size());
        for (int entry : entries) {
            again.set(entry);
        }
        List<Part> parts = new ArrayList<>(1 + request.slices().size());
        long all = 0;
        int allEntries = 0;
        for (Slice slice : request.slices()) {
            long bytes = 0;
            int count = 0;
            for (int position = slice.from(); position < slice.to(); position++) {
                int entry = request.mutation(position);
                if (again.get(entry)) {
                    bytes += batch.heldBytes(entry);
                    count++;
                }
            }
            if (bytes > 0) {
                parts.add(new Part(Place.of(slice.region()), bytes, count));
                all += bytes;
                allEntries += count;
            }
        }
        if (ErrorMeaning.ofCall(error, true).concernsServer()) {
            parts.add(new Part(Place.of(request.server()), all, allEntries));
        }
        return counted(shares, batch, parts);
    }

    /** For entries whose region is not known. */
    static ShareHold notLocated(Shares shares, Batch batch, int[] entries) {
        long bytes = 0;
        for (int entry : entries) {
            bytes += batch.heldBytes(entry);
        }
        return counted(shares, batch, List.of(new Part(new Place.NotLocated(batch.table()), bytes, entries.length)));
    }

    /** Another hold that counts the same. */
    ShareHold copy() {
        return counted(shares, batch, parts);
    }

    /** Records why these were not accepted, and when they are sent again, on the engine's clock. */
    ShareHold failed(Throwable error, long nowNanos, long nextNanos) {
        for (Part part : parts) {
            shares.failed(part.place(), error, nowNanos, nextNanos);
            shares.traffic().retried(part.place(), part.entries(), nowNanos);
        }
        return this;
    }

    /** The server has answered the request. Records which places accepted all of their mutations, and the traffic. */
    void answered(ServerBatch request, ServerBatchResult result, long tookNanos, long nowNanos) {
        if (result.isAcknowledged()) {
            parts.forEach(part -> shares.served(part.place()));
        } else {
            for (Slice slice : request.slices()) {
                if (result.isAcknowledged(slice.from(), slice.to())) {
                    shares.served(Place.of(slice.region()));
                }
            }
        }
        countTraffic(request, tookNanos, nowNanos);
    }

    /**
     * Of many regions only some are recorded, each with the weight of those left out: counting each of a hundred regions
     * would cost more than encoding the request.
     */
    private void countTraffic(ServerBatch request, long tookNanos, long nowNanos) {
        List<Slice> slices = request.slices();
        int step = (slices.size() + MOST_COUNTED - 1) / MOST_COUNTED;
        int first = step == 1 ? 0 : ThreadLocalRandom.current().nextInt(step);
        for (int i = first; i < slices.size(); i += step) {
            Slice slice = slices.get(i);
            shares.traffic().answered(slice.region(), slice.bytes(), tookNanos, step, nowNanos);
        }
    }

    /**
     * The entries are no longer on their way, or are counted anew. Does nothing the second time, nor after the batch's end.
     */
    void release() {
        long last = weight.getAndSet(0);
        if (last > 0) {
            batch.forget(this);
            parts.forEach(part -> shares.remove(part.place(), part.counted(last)));
        }
    }

    /** The batch holds no more than its entries need any more: they count less. */
    void compacted() {
        long before = weight.getAndAccumulate(Batch.ONCE, Math::min);
        if (before > Batch.ONCE) {
            parts.forEach(part -> shares.lessen(part.place(), part.counted(before) - part.counted(Batch.ONCE)));
        }
    }
}
