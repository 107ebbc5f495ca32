package io.sluice.internal.batch;

import io.sluice.Mutation;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.BatchDispatcher.Abandoned;
import io.sluice.internal.retry.AttemptHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Completes futures on the executor for completions, and counts settled entries. */
final class Completer {
    private static final Logger LOG = LoggerFactory.getLogger(Completer.class);

    /** This many entries are counted together: the counters are shared by all requests of a batch. */
    private static final int CHUNK = 128;

    private final Executor completions;
    private final BatchObserver observer;
    private final BatchEvents events;
    private final RateLimitedLog warnings;

    Completer(Executor completions, BatchObserver observer, BatchEvents events, RateLimitedLog warnings) {
        this.completions = completions;
        this.observer = observer;
        this.events = events;
        this.warnings = warnings;
    }

    /**
     * Acknowledges entries.
     *
     * @param wanted how many
     * @param entryAt the entry at a position, 0 to {@code wanted - 1}
     */
    void acknowledge(Batch batch, int wanted, IntUnaryOperator entryAt) {
        execute(batch, () -> inChunks(wanted, (from, to) -> acknowledge(batch, from, to, entryAt)));
    }

    /** Fails entries, each with the error that the function names; it is not asked for those that have settled. */
    void fail(Batch batch, int[] entries, IntFunction<Throwable> errors) {
        execute(batch, () -> inChunks(entries.length, (from, to) -> fail(batch, entries, from, to, errors)));
    }

    /** Settles the entries at some positions. */
    @FunctionalInterface
    private interface Chunk {
        void settle(int from, int to);
    }

    /** Counts settled entries at intervals, so that a callback that blocks does not hide those before it. */
    private static void inChunks(int count, Chunk chunk) {
        for (int from = 0; from < count; from += CHUNK) {
            chunk.settle(from, Math.min(count, from + CHUNK));
        }
    }

    /** Hands completions to their executor; the blocks stay readable until they are done. */
    private void execute(Batch batch, Runnable completion) {
        batch.retain();
        AtomicBoolean begun = new AtomicBoolean();
        Runnable task = () -> {
            begun.set(true);
            complete(batch, completion);
        };
        try {
            completions.execute(task);
        } catch (Throwable e) {
            if (begun.get()) {
                LOG.error("the executor given for completions failed", e);
                return;
            }
            // Not only a rejection: whatever the caller's executor throws, the futures must complete.
            try {
                warnings.warn(
                        "executor",
                        () -> "the executor given for completions refused; completing on a network thread: " + e);
            } finally {
                task.run();
            }
        }
    }

    /** If something is thrown, a second pass completes what the first one has not: each receiver is taken only once. */
    private static void complete(Batch batch, Runnable completion) {
        try {
            completion.run();
        } catch (Throwable e) {
            LOG.error("completions of table '{}' failed and are tried once more", batch.table(), e);
            completion.run();
        } finally {
            batch.release();
        }
    }

    private void acknowledge(Batch batch, int from, int to, IntUnaryOperator entryAt) {
        long nanos = batch.nanoTime();
        int count = 0;
        try {
            for (int position = from; position < to; position++) {
                int entry = entryAt.applyAsInt(position);
                Object receiver = batch.takeReceiver(entry);
                if (receiver == null) {
                    continue;
                }
                count++;
                if (nanos != EntryColumns.NOT_NOTED) {
                    batch.acknowledgedAt(entry, nanos);
                }
                Batch.succeed(receiver);
            }
        } finally {
            settled(batch, count, 0);
        }
    }

    private void fail(Batch batch, int[] entries, int from, int to, IntFunction<Throwable> errors) {
        int count = 0;
        try {
            for (int position = from; position < to; position++) {
                int entry = entries[position];
                if (batch.isSettled(entry)) {
                    continue;
                }
                Throwable error = errorOf(entry, errors);
                Object receiver = batch.takeReceiver(entry);
                if (receiver == null) {
                    continue;
                }
                count++;
                batch.countFailure();
                tell(batch, entry, error);
                Batch.fail(receiver, error);
            }
        } finally {
            settled(batch, 0, count);
        }
    }

    private static Throwable errorOf(int entry, IntFunction<Throwable> errors) {
        try {
            return errors.apply(entry);
        } catch (Throwable e) {
            return e;
        }
    }

    private void tell(Batch batch, int entry, Throwable error) {
        try {
            events.failed(batch, entry, error);
        } catch (Throwable e) {
            LOG.warn("listeners could not be notified of a failed mutation of table '{}'", batch.table(), e);
        }
    }

    /**
     * See {@link BatchDispatcher#abandon}; the caller has retained the batch. No code of the program runs in this call: the
     * entries are taken, so that no other thread settles them, and settle when their receivers are notified.
     */
    Abandoned abandon(Batch batch, Throwable error) {
        List<Unacknowledged> handedBack = new ArrayList<>();
        List<Object> receivers = new ArrayList<>();
        for (int entry = 0; entry < batch.size(); entry++) {
            if (batch.isSettled(entry)) {
                continue;
            }
            Unacknowledged unacknowledged = unacknowledged(batch, entry);
            Object receiver = batch.takeReceiver(entry);
            if (receiver != null) {
                receivers.add(receiver);
                handedBack.add(unacknowledged);
                batch.countFailure();
                tell(batch, entry, error);
            }
        }
        return new Abandoned(handedBack, () -> {
            try {
                receivers.forEach(receiver -> Batch.fail(receiver, error));
            } finally {
                settled(batch, 0, receivers.size());
            }
        });
    }

    private static Unacknowledged unacknowledged(Batch batch, int entry) {
        AttemptHistory attempts = batch.attempts(entry);
        @Nullable Throwable last = attempts == null ? null : attempts.latest().cause();
        return new Unacknowledged(mutations(batch, entry), batch.mayBeApplied(entry), last);
    }

    /** An entry that cannot be decoded is handed back without its mutations, so that the others are not lost. */
    private static List<Mutation> mutations(Batch batch, int entry) {
        try {
            return batch.isVoid(entry) ? List.of() : EntryDecoder.mutations(batch, entry);
        } catch (Throwable e) {
            LOG.error("a mutation of table '{}' could not be handed back", batch.table(), e);
            return List.of();
        }
    }

    private void settled(Batch batch, int acknowledged, int failed) {
        if (acknowledged + failed > 0) {
            observer.settled(acknowledged, failed);
            batch.settled(acknowledged + failed);
        }
    }
}
