package io.sluice.internal.batch;

import io.sluice.Mutation;
import io.sluice.Row;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.BatchDispatcher.Abandoned;
import io.sluice.internal.retry.SharedCallback;
import java.util.ArrayList;
import java.util.List;
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

    private final MutatorStats stats;
    private final RateLimitedLog warnings;

    Completer(@Nullable Executor executor, MutatorStats stats, RateLimitedLog warnings) {
        this.executor = executor;
        this.stats = stats;
        this.warnings = warnings;
    }

    /** Acknowledges all entries of a request; the caller has retained the batch. */
    void acknowledge(ServerBatch request) {
        complete(request.batch(), request.mutationCount(), request::mutation, null);
    }

    /** Acknowledges entries; the caller has retained the batch. */
    void acknowledge(Batch batch, int[] entries) {
        complete(batch, entries.length, in(entries), null);
    }

    /**
     * Fails entries; the caller has retained the batch.
     *
     * @param errors names the error of an entry, and is not asked for those that have settled
     */
    void fail(Batch batch, int[] entries, IntFunction<Throwable> errors) {
        complete(batch, entries.length, in(entries), errors);
    }

    /** One class for all arrays, so that the loops over entries know at most two. */
    private static IntUnaryOperator in(int[] entries) {
        return position -> entries[position];
    }

    /**
     * @param count how many
     * @param entryAt the entry at a position, 0 to {@code count - 1}
     * @param errors null to acknowledge
     */
    private void complete(Batch batch, int count, IntUnaryOperator entryAt, @Nullable IntFunction<Throwable> errors) {
        if (executor == null) {
            twice(batch, () -> {
                // Counted at intervals, so that a callback that blocks does not hide those before it.
                for (int from = 0; from < count; from += CHUNK) {
                    completeHere(batch, from, Math.min(count, from + CHUNK), entryAt, errors);
                }
            });
        } else {
            Outcomes outcomes = new Outcomes(batch, count, errors != null);
            hand(executor, outcomes, () -> take(outcomes, count, entryAt, errors));
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

    private void completeHere(
            Batch batch, int from, int to, IntUnaryOperator entryAt, @Nullable IntFunction<Throwable> errors) {
        long nanos = batch.nanoTime();
        int count = 0;
        try {
            for (int position = from; position < to; position++) {
                int entry = entryAt.applyAsInt(position);
                if (errors != null && batch.isSettled(entry)) {
                    continue;
                }
                Throwable error = errors == null ? null : errorOf(entry, errors);
                Row name = error == null ? null : nameOf(batch, entry);
                Object receiver = batch.takeReceiver(entry);
                if (receiver != null) {
                    count++;
                    try {
                        note(batch, entry, receiver, name, error, nanos);
                    } finally {
                        Batch.tell(receiver, error);
                    }
                }
            }
        } finally {
            if (count > 0) {
                countSettled(count, errors != null);
                batch.settled(count, errors != null);
            }
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

        void add(Object receiver, @Nullable Throwable error) {
            if (errors != null && error != null) {
                errors[taken] = error;
            }
            receivers[taken++] = receiver;
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
                    Batch.tell(receivers[at], errors == null ? null : errors[at]);
                }
            } finally {
                if (count > 0) {
                    countSettled(count, errors != null);
                    batch.notified(count, errors != null);
                }
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

    private void take(Outcomes outcomes, int count, IntUnaryOperator entryAt, @Nullable IntFunction<Throwable> errors) {
        Batch batch = outcomes.batch;
        long nanos = batch.nanoTime();
        for (int position = 0; position < count; position++) {
            int entry = entryAt.applyAsInt(position);
            if (errors != null && batch.isSettled(entry)) {
                continue;
            }
            Throwable error = errors == null ? null : errorOf(entry, errors);
            Row name = error == null ? null : nameOf(batch, entry);
            Object receiver = batch.takeReceiver(entry);
            if (receiver != null) {
                outcomes.add(receiver, error);
                note(batch, entry, receiver, name, error, nanos);
            }
        }
    }

    // ---- on both ----

    private void countSettled(int settled, boolean failed) {
        stats.settled(failed ? 0 : settled, failed ? settled : 0);
    }

    /**
     * The mutation of a failed entry, for a receiver that does not know it; else null, as well as for one that cannot be read.
     * To be called before the receiver is taken: a close does not wait for receivers that were taken by other threads.
     */
    private static @Nullable Row nameOf(Batch batch, int entry) {
        if (!(batch.receiver(entry) instanceof SharedCallback) || batch.isVoid(entry)) {
            return null;
        }
        try {
            return EntryDecoder.row(batch, entry);
        } catch (Throwable e) {
            LOG.error("a failed mutation of table '{}' could not be read from the buffer", batch.table(), e);
            return null;
        }
    }

    /**
     * Records the outcome of an entry whose receiver was taken.
     *
     * @param error null if it is acknowledged
     */
    private void note(
            Batch batch, int entry, Object receiver, @Nullable Row name, @Nullable Throwable error, long nanos) {
        if (error != null) {
            batch.countFailure();
            if (receiver instanceof SharedCallback shared) {
                shared.failed(name, error);
            }
            tell(batch, entry, error);
        } else if (batch.isTimed(entry)) {
            batch.acknowledgedAt(entry, nanos);
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
            stats.failed(batch, entry, error);
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
        Outcomes outcomes = new Outcomes(batch, batch.size(), true);
        for (int entry = 0; entry < batch.size(); entry++) {
            if (batch.isSettled(entry)) {
                continue;
            }
            Unacknowledged unacknowledged = unacknowledged(batch, entry);
            Row name = nameOf(batch, entry);
            Object receiver = batch.takeReceiver(entry);
            if (receiver != null) {
                outcomes.add(receiver, error);
                handedBack.add(unacknowledged);
                note(batch, entry, receiver, name, error, 0);
            }
        }
        if (outcomes.taken > 0) {
            batch.taken(outcomes.taken);
        }
        return new Abandoned(handedBack, () -> {
            try {
                outcomes.run();
            } finally {
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
