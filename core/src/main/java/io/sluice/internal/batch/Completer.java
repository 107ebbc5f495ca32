package io.sluice.internal.batch;

import io.sluice.Mutation;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.BatchDispatcher.Abandoned;
import io.sluice.internal.retry.AttemptHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes futures, on the network thread that learns the outcome or on the program's executor, and counts settled entries.
 *
 * <p>For an executor the receivers are taken out of the batch first: the memory of a batch never waits for the executor, so
 * a callback there that waits for room does not wait for itself.
 */
final class Completer {
    private static final Logger LOG = LoggerFactory.getLogger(Completer.class);

    /** This many entries are counted together: the counters are shared by all requests of a batch. */
    private static final int CHUNK = 128;

    /** Null for the network thread. */
    private final @Nullable Executor executor;

    private final BatchObserver observer;
    private final BatchEvents events;
    private final RateLimitedLog warnings;

    Completer(@Nullable Executor executor, BatchObserver observer, BatchEvents events, RateLimitedLog warnings) {
        this.executor = executor;
        this.observer = observer;
        this.events = events;
        this.warnings = warnings;
    }

    /**
     * Acknowledges entries; the caller has retained the batch.
     *
     * @param wanted how many
     * @param entryAt the entry at a position, 0 to {@code wanted - 1}
     */
    void acknowledge(Batch batch, int wanted, IntUnaryOperator entryAt) {
        if (executor == null) {
            twice(batch, () -> inChunks(wanted, (from, to) -> acknowledge(batch, from, to, entryAt)));
        } else {
            Outcomes outcomes = new Outcomes(batch, wanted, false);
            hand(executor, outcomes, () -> take(outcomes, wanted, entryAt));
        }
    }

    /**
     * Fails entries, each with the error that the function names; it is not asked for those that have settled. The caller has
     * retained the batch.
     */
    void fail(Batch batch, int[] entries, IntFunction<Throwable> errors) {
        if (executor == null) {
            twice(batch, () -> inChunks(entries.length, (from, to) -> fail(batch, entries, from, to, errors)));
        } else {
            Outcomes outcomes = new Outcomes(batch, entries.length, true);
            hand(executor, outcomes, () -> take(outcomes, entries, errors));
        }
    }

    /** If something is thrown, a second pass completes what the first one has not: each receiver is taken only once. */
    private static void twice(Batch batch, Runnable pass) {
        try {
            pass.run();
        } catch (Throwable e) {
            LOG.error("completions of table '{}' failed and are tried once more", batch.table(), e);
            pass.run();
        }
    }

    // ---- on the network thread ----

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

    private void settled(Batch batch, int acknowledged, int failed) {
        if (acknowledged + failed > 0) {
            observer.settled(acknowledged, failed);
            batch.settled(acknowledged + failed);
        }
    }

    // ---- on an executor ----

    /**
     * Receivers that were taken out of a batch, whose memory may be gone when they are notified. Several threads may run it:
     * the executor's and, if that is not done when the mutator must be closed, a network thread. Each receiver is notified
     * by one of them.
     */
    private final class Outcomes implements Runnable {
        private final Batch batch;
        private final Object[] receivers;
        /** Of the receivers; null if all of them are acknowledged. */
        private final Throwable @Nullable [] errors;
        /** Not changed any more once another thread may see this. */
        private int taken;

        private final AtomicInteger next = new AtomicInteger();

        Outcomes(Batch batch, int most, boolean areFailures) {
            this.batch = batch;
            receivers = new Object[most];
            errors = areFailures ? new Throwable[most] : null;
        }

        void add(Object receiver) {
            receivers[taken++] = receiver;
        }

        void add(Object receiver, Throwable error) {
            Objects.requireNonNull(errors)[taken] = error;
            add(receiver);
        }

        boolean isBegun() {
            return next.get() > 0;
        }

        /** Notifies the receivers that no other thread has notified. */
        @Override
        public void run() {
            twice(batch, () -> {
                while (next.get() < taken) {
                    notifySome();
                }
            });
        }

        private void notifySome() {
            int count = 0;
            try {
                int at;
                while (count < CHUNK && (at = next.getAndIncrement()) < taken) {
                    count++;
                    notifyOne(at);
                }
            } finally {
                if (count > 0) {
                    observer.settled(errors == null ? count : 0, errors == null ? 0 : count);
                    batch.notified(count);
                }
            }
        }

        private void notifyOne(int at) {
            if (errors == null) {
                Batch.succeed(receivers[at]);
            } else {
                Batch.fail(receivers[at], errors[at]);
            }
        }
    }

    /** Hands over the receivers that were taken, all of them unless something is thrown. */
    private void hand(Executor to, Outcomes outcomes, Runnable taking) {
        try {
            twice(outcomes.batch, taking);
        } finally {
            if (outcomes.taken > 0) {
                boolean waits = outcomes.batch.notifyLater(outcomes);
                try {
                    outcomes.batch.taken(outcomes.taken);
                } finally {
                    execute(waits ? to : Runnable::run, outcomes);
                }
            }
        }
    }

    private void execute(Executor to, Outcomes outcomes) {
        try {
            to.execute(outcomes);
        } catch (Throwable e) {
            if (outcomes.isBegun()) {
                LOG.error("the executor given for completions failed", e);
                return;
            }
            // Not only a rejection: whatever the caller's executor throws, the futures must complete.
            try {
                warnings.warn(
                        "executor",
                        () -> "the executor given for completions refused; completing on a network thread: " + e);
            } finally {
                outcomes.run();
            }
        }
    }

    private static void take(Outcomes outcomes, int wanted, IntUnaryOperator entryAt) {
        Batch batch = outcomes.batch;
        long nanos = batch.nanoTime();
        for (int position = 0; position < wanted; position++) {
            int entry = entryAt.applyAsInt(position);
            Object receiver = batch.takeReceiver(entry);
            if (receiver != null) {
                outcomes.add(receiver);
                if (nanos != EntryColumns.NOT_NOTED) {
                    batch.acknowledgedAt(entry, nanos);
                }
            }
        }
    }

    private void take(Outcomes outcomes, int[] entries, IntFunction<Throwable> failures) {
        Batch batch = outcomes.batch;
        for (int entry : entries) {
            if (batch.isSettled(entry)) {
                continue;
            }
            Throwable error = errorOf(entry, failures);
            Object receiver = batch.takeReceiver(entry);
            if (receiver != null) {
                outcomes.add(receiver, error);
                batch.countFailure();
                tell(batch, entry, error);
            }
        }
    }

    // ---- on both ----

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
     * See {@link BatchDispatcher#abandon}. No code of the program runs in this call: the entries are taken, so that no other
     * thread settles them, and settle when their receivers are notified. Entries whose outcome is known and waits for the
     * executor are not handed back: their receivers are notified of it without the executor.
     */
    Abandoned abandon(Batch batch, Throwable error) {
        if (!batch.tryRetain()) {
            return new Abandoned(List.of(), batch::notifyNow);
        }
        try {
            return abandonRetained(batch, error);
        } finally {
            batch.release();
        }
    }

    private Abandoned abandonRetained(Batch batch, Throwable error) {
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
        if (!receivers.isEmpty()) {
            batch.taken(receivers.size());
        }
        return new Abandoned(handedBack, () -> {
            try {
                receivers.forEach(receiver -> Batch.fail(receiver, error));
            } finally {
                if (!receivers.isEmpty()) {
                    observer.settled(0, receivers.size());
                    batch.notified(receivers.size());
                }
                batch.notifyNow();
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
}
