package io.sluice.internal.buffer;

import io.sluice.CloseResult;
import io.sluice.FlushResult;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.Batch.Settled;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The batches that held unsettled mutations at one moment, and their outcomes since. A batch that is still being filled counts
 * with all that it holds in the end.
 */
final class Outstanding {
    private final List<Batch> batches;
    private final Settled before;

    Outstanding(List<Batch> batches) {
        this.batches = batches;
        before = settled();
    }

    private Settled settled() {
        long acknowledged = 0;
        long failed = 0;
        for (Batch batch : batches) {
            Settled of = batch.settled();
            acknowledged += of.acknowledged();
            failed += of.failed();
        }
        return new Settled(acknowledged, failed);
    }

    List<Batch> batches() {
        return batches;
    }

    /** The state of a flush of these batches, all of which have been sealed, that has taken this long. */
    FlushResult flushResult(long nanos) {
        Settled now = settled();
        return new FlushResult(
                now.acknowledged() - before.acknowledged(),
                now.failed() - before.failed(),
                size() - now.acknowledged() - now.failed(),
                Duration.ofNanos(nanos));
    }

    /**
     * The result of a close that sealed these batches and has handed these mutations back. The rest is acknowledged or
     * failed, even if its callbacks have not returned. Not so in an incomplete batch: the thread that is still copying its
     * mutation into it will fail the whole batch.
     */
    CloseResult closeResult(List<Unacknowledged> handedBack) {
        long failed = batches.stream().mapToLong(Batch::failures).sum();
        long incomplete = batches.stream()
                .filter(batch -> !batch.isComplete())
                .mapToLong(Batch::size)
                .sum();
        return new CloseResult(
                size() - incomplete - failed - before.acknowledged(),
                failed - before.failed() - handedBack.size(),
                handedBack);
    }

    private long size() {
        return batches.stream().mapToLong(Batch::size).sum();
    }

    /**
     * Runs a task when all have settled, at once if they have.
     *
     * @return leaves nothing behind in the batches: for a caller that does not wait any longer
     */
    Runnable whenAllSettled(Runnable task) {
        // One more until all of them have been asked.
        AtomicInteger left = new AtomicInteger(batches.size() + 1);
        Runnable oneSettled = () -> {
            if (left.decrementAndGet() == 0) {
                task.run();
            }
        };
        batches.forEach(batch -> batch.whenSettled(oneSettled));
        oneSettled.run();
        return () -> batches.forEach(batch -> batch.forget(oneSettled));
    }
}
