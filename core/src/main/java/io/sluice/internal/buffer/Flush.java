package io.sluice.internal.buffer;

import io.sluice.FlushResult;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One flush and what it waits for: the batches that held unsettled mutations when it began. */
final class Flush {
    private final Clock clock;
    private final long startNanos;
    private final List<Batch> batches;
    private final long pendingAtStart;
    private final long failuresAtStart;

    /** @param send sends what is buffered; called in the constructor */
    Flush(Clock clock, BufferStripes stripes, Runnable send) {
        this.clock = clock;
        startNanos = clock.nanoTime();
        send.run();
        // Listed after the buffer was swapped: what was accepted before this call is in one of these, or has settled. A
        // batch that another thread filled in between may be listed too; it is being sent, so it ends by itself.
        batches = stripes.unsettled();
        pendingAtStart = batches.stream().mapToLong(Batch::pending).sum();
        failuresAtStart = batches.stream().mapToLong(Batch::failures).sum();
    }

    /** Completes, always normally, when all of them have settled. */
    CompletableFuture<FlushResult> settled() {
        CompletableFuture<?>[] ends = batches.stream().map(Batch::settled).toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(ends).thenApply(done -> soFar());
    }

    /** How it stands now. */
    FlushResult soFar() {
        long pending = batches.stream().mapToLong(Batch::pending).sum();
        long failed = batches.stream().mapToLong(Batch::failures).sum() - failuresAtStart;
        long acked = Math.max(0, pendingAtStart - pending - failed);
        return new FlushResult(acked, failed, pending, Duration.ofNanos(clock.nanoTime() - startNanos));
    }
}
