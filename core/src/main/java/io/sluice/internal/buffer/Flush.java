package io.sluice.internal.buffer;

import io.sluice.FlushResult;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** One flush, and how long it has taken. */
final class Flush {
    private final Clock clock;
    private final long startNanos;
    private final Outstanding outstanding;
    private final CompletableFuture<FlushResult> result = new CompletableFuture<>();

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
        outstanding = new Outstanding(unsettled.get());
    }

    /** Completes, never exceptionally, when all of them have settled. To be called once. */
    CompletableFuture<FlushResult> settled() {
        outstanding.whenAllSettled(() -> {
            long nanos = 0;
            try {
                nanos = nanosSoFar();
            } finally {
                result.complete(after(nanos));
            }
        });
        return result;
    }

    /** Leaves nothing behind in the batches: for a caller that does not wait any longer. */
    void forget() {
        outstanding.forget();
    }

    /** How it stands now. */
    FlushResult soFar() {
        return after(nanosSoFar());
    }

    private long nanosSoFar() {
        return clock.nanoTime() - startNanos;
    }

    private FlushResult after(long nanos) {
        long pending = outstanding.batches().stream().mapToLong(Batch::pending).sum();
        long failed = outstanding.failed();
        return new FlushResult(outstanding.acknowledged(pending, failed), failed, pending, Duration.ofNanos(nanos));
    }
}
