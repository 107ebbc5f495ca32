package io.sluice.hbase;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Mutation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Combines writes of many threads, each of which waits for its own: mutations written while flushes are in flight are
 * sent together in the next one. No timer delays a write: it is sent at once while few flushes are in flight, else as
 * soon as one of them completes. The periodic flush of the mutator sends mutations that would otherwise wait for a
 * flush to a server that does not respond.
 */
final class SharedWriter {
    /**
     * Maximum number of flushes in flight: so many threads write as if each were the only one. With more, requests get
     * smaller.
     */
    private static final int MOST = 2;

    /** Set by a write that found {@link #MOST} flushes in flight; the next one that completes starts another flush. */
    private static final int WAITING = 1 << 16;

    private final AsyncBufferedMutator mutator;

    /** Number of flushes in flight, plus {@link #WAITING} if set. */
    private final AtomicInteger flights = new AtomicInteger();

    /** @param mutator used by this object only; with a short periodic flush */
    SharedWriter(AsyncBufferedMutator mutator) {
        this.mutator = mutator;
    }

    /**
     * Writes mutations. Waits for room when the memory budget is used up.
     *
     * @return a future for each
     * @throws IllegalArgumentException if one is not acceptable; none is written then
     */
    List<CompletableFuture<Void>> write(List<? extends Mutation> mutations) {
        List<CompletableFuture<Void>> futures = mutator.mutate(mutations);
        // Only after the mutations are in the buffer, so that the flush that this causes includes them.
        if (mayDepart()) {
            depart();
        }
        return futures;
    }

    private boolean mayDepart() {
        int before = flights.getAndUpdate(now -> now < MOST ? now + 1 : now | WAITING);
        return before < MOST;
    }

    private void depart() {
        var unused = mutator.flushAsync().whenComplete((flushed, error) -> arrived());
    }

    private void arrived() {
        int before = flights.getAndUpdate(now -> now >= WAITING ? now - WAITING : now - 1);
        if (before >= WAITING) {
            depart();
        }
    }
}
