package io.sluice.internal.batch;

import io.sluice.Mutation;
import io.sluice.Unacknowledged;
import io.sluice.internal.retry.AttemptHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Completes futures on the executor for completions, and counts what has settled. */
final class Completer {
    private final Executor completions;
    private final BatchObserver observer;
    private final BatchEvents events;
    private final Warnings warnings;

    Completer(Executor completions, BatchObserver observer, BatchEvents events, Warnings warnings) {
        this.completions = completions;
        this.observer = observer;
        this.events = events;
        this.warnings = warnings;
    }

    /**
     * Acknowledges entries.
     *
     * @param wanted how many
     * @param bytes of their cells and heads
     * @param entryAt the entry at a position, 0 to {@code wanted - 1}
     */
    void acknowledge(Batch batch, int wanted, long bytes, IntUnaryOperator entryAt) {
        execute(batch, () -> acknowledgeNow(batch, wanted, Batch.heldBytes(wanted, bytes), entryAt));
    }

    /** Fails entries, each with the error that the function names; it is not asked for those that have settled. */
    void fail(Batch batch, int[] entries, IntFunction<Throwable> errors) {
        execute(batch, () -> failNow(batch, entries, errors));
    }

    /** Hands completions to their executor; the blocks stay readable until they are done. */
    private void execute(Batch batch, Runnable completion) {
        batch.retain();
        AtomicBoolean begun = new AtomicBoolean();
        Runnable task = () -> {
            begun.set(true);
            try {
                completion.run();
            } finally {
                batch.release();
            }
        };
        try {
            completions.execute(task);
        } catch (RuntimeException e) {
            if (begun.get()) {
                throw e;
            }
            // Not only a rejection: whatever the caller's executor throws, the futures must complete.
            warnings.warn(
                    "executor",
                    () -> "the executor given for completions refused; completing on a network thread: " + e);
            task.run();
        }
    }

    private void acknowledgeNow(Batch batch, int wanted, long heldBytes, IntUnaryOperator entryAt) {
        AckTimes times = batch.ackTimes();
        long nanos = times == null ? 0 : times.now();
        int count = 0;
        long bytes = heldBytes;
        for (int position = 0; position < wanted; position++) {
            int entry = entryAt.applyAsInt(position);
            if (!batch.acknowledge(entry)) {
                bytes -= batch.heldBytes(entry);
                continue;
            }
            count++;
            if (times != null) {
                times.acknowledged(batch.columns(entry), batch.slot(entry), nanos);
            }
        }
        settled(batch, count, 0, bytes);
    }

    private void failNow(Batch batch, int[] entries, IntFunction<Throwable> errors) {
        int count = 0;
        long bytes = 0;
        for (int entry : entries) {
            if (batch.isSettled(entry)) {
                continue;
            }
            Throwable error = errors.apply(entry);
            if (batch.fail(entry, error)) {
                count++;
                bytes += batch.heldBytes(entry);
                events.failed(batch, entry, error);
            }
        }
        settled(batch, 0, count, bytes);
    }

    /**
     * See {@link BatchDispatcher#abandon}; the caller has retained the batch. Futures complete in this call, not on the
     * executor for completions: that one may be what the closing thread keeps busy, and the deadline must hold.
     */
    List<Unacknowledged> abandon(Batch batch, Throwable error) {
        List<Unacknowledged> handedBack = new ArrayList<>();
        int count = 0;
        long bytes = 0;
        for (int entry = 0; entry < batch.size(); entry++) {
            if (batch.isSettled(entry)) {
                continue;
            }
            List<Mutation> mutations = EntryDecoder.mutations(batch, entry);
            if (batch.fail(entry, error)) {
                AttemptHistory attempts = batch.progress().attempts(entry);
                @Nullable Throwable last = attempts == null ? null : attempts.latest().cause();
                handedBack.add(new Unacknowledged(mutations, batch.progress().mayBeApplied(entry), last));
                events.failed(batch, entry, error);
                count++;
                bytes += batch.heldBytes(entry);
            }
        }
        settled(batch, 0, count, bytes);
        return handedBack;
    }

    private void settled(Batch batch, int acknowledged, int failed, long bytes) {
        if (acknowledged + failed > 0) {
            observer.settled(acknowledged, failed, bytes);
            batch.settled(acknowledged + failed);
        }
    }
}
