package io.sluice.internal.buffer;

import io.sluice.CloseResult;
import io.sluice.MutatorClosedException;
import io.sluice.TableName;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchDispatcher;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import io.sluice.internal.time.Timer.Cancellable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Closes a mutator once, whoever asks for it. */
final class MutatorClose {
    private final TableName table;
    private final BufferStripes stripes;
    private final BatchDispatcher dispatcher;
    private final Timer timer;
    private final Account account;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<CloseResult> result = new CompletableFuture<>();

    MutatorClose(TableName table, BufferStripes stripes, BatchDispatcher dispatcher, Timer timer, Account account) {
        this.table = table;
        this.stripes = stripes;
        this.dispatcher = dispatcher;
        this.timer = timer;
        this.account = account;
    }

    /** The result of the first call; later ones have no effect. */
    CompletableFuture<CloseResult> close(Duration deadline) {
        if (begun.compareAndSet(false, true)) {
            begin(deadline);
        }
        // A copy: a caller that completes or cancels its future must not end the others'.
        return result.copy();
    }

    private void begin(Duration deadline) {
        long acknowledgedBefore = account.acknowledged();
        long failedBefore = account.failed();
        stripes.close();
        // Complete: under a buffer's lock nothing can be added any more, and every batch is listed by its swap.
        List<Batch> batches = stripes.unsettled();
        CompletableFuture<Void> allSettled =
                CompletableFuture.allOf(batches.stream().map(Batch::settled).toArray(CompletableFuture[]::new));
        // Either everything settles in time or the rest is handed back; this decides which, so that the result has all.
        AtomicBoolean decided = new AtomicBoolean();
        Cancellable end = schedule(
                () -> {
                    if (decided.compareAndSet(false, true)) {
                        List<Unacknowledged> handedBack = abandon(batches, deadline);
                        CompletableFuture<Void> unused =
                                allSettled.thenRun(() -> complete(acknowledgedBefore, failedBefore, handedBack));
                    }
                },
                Clock.nanosOf(deadline));
        CompletableFuture<Void> unused = allSettled.thenRun(() -> {
            if (decided.compareAndSet(false, true)) {
                end.cancel();
                complete(acknowledgedBefore, failedBefore, List.of());
            }
        });
    }

    private Cancellable schedule(Runnable task, long delayNanos) {
        try {
            return timer.schedule(task, delayNanos);
        } catch (RejectedExecutionException e) {
            // The network threads have ended: nothing that is under way will ever be answered.
            task.run();
            return () -> {};
        }
    }

    private List<Unacknowledged> abandon(List<Batch> batches, Duration deadline) {
        List<Unacknowledged> handedBack = new ArrayList<>();
        for (Batch batch : batches) {
            MutatorClosedException error = new MutatorClosedException("the mutator for '" + table + "' was closed, and "
                    + batch.pending() + " mutations of this batch were not acknowledged within " + deadline.toMillis()
                    + " ms");
            handedBack.addAll(dispatcher.abandon(batch, error));
        }
        return handedBack;
    }

    private void complete(long acknowledgedBefore, long failedBefore, List<Unacknowledged> handedBack) {
        long acked = account.acknowledged() - acknowledgedBefore;
        long failed = account.failed() - failedBefore - handedBack.size();
        result.complete(new CloseResult(acked, failed, handedBack));
    }
}
