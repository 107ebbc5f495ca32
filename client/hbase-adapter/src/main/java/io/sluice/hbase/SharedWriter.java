package io.sluice.hbase;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Mutation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes of many threads, each of which waits for its own: what is written while requests are on their way travels together
 * in the next. Nothing waits for time to pass: while few flushes are on their way, a write leaves at once; after that, when
 * one of them has arrived. The periodic flush of the mutator is for what would wait for a flush that a silent server holds up.
 */
final class SharedWriter {
    /** Flushes on their way at a time: so many threads write as if they were alone. More make smaller requests. */
    private static final int MOST = 2;

    /** Set where a write found {@link #MOST} flushes on their way; the next that arrives takes it along. */
    private static final int WAITING = 1 << 16;

    private final AsyncBufferedMutator mutator;

    /** Number of flushes on their way, and {@link #WAITING}. */
    private final AtomicInteger flights = new AtomicInteger();

    /** @param mutator not used by anybody else, with a short periodic flush */
    SharedWriter(AsyncBufferedMutator mutator) {
        this.mutator = mutator;
    }

    /**
     * Writes them. Waits for room when the memory budget is used up.
     *
     * @return a future for each
     * @throws IllegalArgumentException if one is not acceptable; none is written then
     */
    List<CompletableFuture<Void>> write(List<? extends Mutation> mutations) {
        List<CompletableFuture<Void>> futures = mutator.mutate(mutations);
        // After they are in the buffer: whoever flushes because of this finds them there.
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
