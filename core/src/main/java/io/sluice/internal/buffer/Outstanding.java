package io.sluice.internal.buffer;

import io.sluice.FlushResult;
import io.sluice.internal.batch.Batch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The batches that held unsettled mutations at one moment, and their outcomes since. */
final class Outstanding {
    private final List<Batch> batches;
    private final long pendingAtStart;
    private final long failuresAtStart;
    /** Batches that have not settled, and one more until all of them have been asked. */
    private final AtomicInteger left;

    private final Runnable onSettled = this::oneSettled;
    /** Written before the last count down. */
    private Runnable whenAllSettled = () -> {};

    Outstanding(List<Batch> batches) {
        this.batches = batches;
        pendingAtStart = batches.stream().mapToLong(Batch::pending).sum();
        failuresAtStart = batches.stream().mapToLong(Batch::failures).sum();
        left = new AtomicInteger(batches.size() + 1);
    }

    List<Batch> batches() {
        return batches;
    }

    /** Mutations that failed since. */
    long failed() {
        return batches.stream().mapToLong(Batch::failures).sum() - failuresAtStart;
    }

    /** The number of those acknowledged, given these numbers of others. */
    long acknowledged(long pending, long failed) {
        return Math.max(0, pendingAtStart - pending - failed);
    }

    /** The state of a flush of these batches that has taken this long. */
    FlushResult flushResult(long nanos) {
        long pending = batches.stream().mapToLong(Batch::pending).sum();
        long failed = failed();
        return new FlushResult(acknowledged(pending, failed), failed, pending, Duration.ofNanos(nanos));
    }

    /** Runs a task when all have settled, at once if they have. To be called once. */
    void whenAllSettled(Runnable task) {
        whenAllSettled = task;
        batches.forEach(batch -> batch.whenSettled(onSettled));
        oneSettled();
    }

    private void oneSettled() {
        if (left.decrementAndGet() == 0) {
            whenAllSettled.run();
        }
    }

    /** Leaves nothing behind in the batches: for a caller that does not wait any longer. */
    void forget() {
        batches.forEach(batch -> batch.forget(onSettled));
    }
}
