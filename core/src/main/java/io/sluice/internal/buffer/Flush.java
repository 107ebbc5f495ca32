package io.sluice.internal.buffer;

import io.sluice.FlushResult;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** One flush and what it waits for: the batches that held unsettled mutations when it began. */
final class Flush {
    private final Clock clock;
    private final long startNanos;
    private final List<Batch> batches;
    private final long pendingAtStart;
    private final long failuresAtStart;
    /** Batches that have not settled, and one more until all of them have been asked. */
    private final AtomicInteger left;

    private final CompletableFuture<FlushResult> result = new CompletableFuture<>();
    private final Runnable onSettled = this::oneSettled;

    /**
     * @param unsettled tells the batches that were taken out and have not settled
     * @param send sends what is buffered; called in the constructor
     */
    Flush(Clock clock, Supplier<List<Batch>> unsettled, Runnable send) {
        this.clock = clock;
        startNanos = clock.nanoTime();
        send.run();
        // Listed after the buffer was swapped: what was accepted before this call is in one of these, or has settled. A
        // batch that another thread filled in between may be listed too; it is being sent, so it ends by itself.
        batches = unsettled.get();
        pendingAtStart = batches.stream().mapToLong(Batch::pending).sum();
        failuresAtStart = batches.stream().mapToLong(Batch::failures).sum();
        left = new AtomicInteger(batches.size() + 1);
    }

    /** Completes, never exceptionally, when all of them have settled. To be called once. */
    CompletableFuture<FlushResult> settled() {
        batches.forEach(batch -> batch.whenSettled(onSettled));
        oneSettled();
        return result;
    }

    private void oneSettled() {
        if (left.decrementAndGet() == 0) {
            result.complete(soFar());
        }
    }

    /** Leaves nothing behind in the batches: for a caller that does not wait any longer. */
    void forget() {
        batches.forEach(batch -> batch.forget(onSettled));
    }

    /** How it stands now. */
    FlushResult soFar() {
        long pending = batches.stream().mapToLong(Batch::pending).sum();
        long failed = batches.stream().mapToLong(Batch::failures).sum() - failuresAtStart;
        long acked = Math.max(0, pendingAtStart - pending - failed);
        return new FlushResult(acked, failed, pending, Duration.ofNanos(clock.nanoTime() - startNanos));
    }
}
