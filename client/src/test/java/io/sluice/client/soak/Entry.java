package io.sluice.client.soak;

import io.sluice.BufferFullException;
import io.sluice.DoNotRetryIOException;
import io.sluice.MutationCallback;
import io.sluice.MutatorClosedException;
import io.sluice.RetriesExhaustedException;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One mutation in the books of the scenario. */
final class Entry implements MutationCallback {
    private static final int ACCEPTED = 1;
    private static final int GONE = 2;
    private static final int SETTLED = 4;

    final long id;
    final OpenMutator mutator;
    final Place place;
    final String row;
    /** Position among the mutations of its row, from 0. */
    final int sequence;

    final int valueBytes;
    final String thread;
    final long begunAt = Moment.now();
    private final Ledger ledger;
    private final Reaction reaction;
    private final AtomicInteger flags = new AtomicInteger();
    private final AtomicInteger settlements = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> error = new AtomicReference<>();
    private volatile long acceptedAt = -1;
    private volatile long settledAt = -1;
    private volatile boolean applied;
    private volatile boolean waived;

    Entry(Ledger ledger, long id, Target target, int valueBytes, Reaction reaction) {
        this.ledger = ledger;
        this.id = id;
        this.mutator = target.mutator();
        this.place = target.place();
        this.row = target.row();
        this.sequence = target.sequence();
        this.valueBytes = valueBytes;
        this.reaction = reaction;
        this.thread = Thread.currentThread().getName();
    }

    /** Where a mutation goes. */
    record Target(OpenMutator mutator, Place place, String row, int sequence) {}

    /** What the program does when it hears of the mutation. */
    @FunctionalInterface
    interface Reaction {
        void run(Entry entry);
    }

    /** The call of the mutator has taken it. */
    void accepted() {
        acceptedAt = Moment.now();
        int before = flags.getAndUpdate(now -> now | ACCEPTED);
        if ((before & GONE) == 0) {
            mutator.held(valueBytes);
        }
        if ((before & SETTLED) == 0) {
            ledger.unsettled(valueBytes);
        }
    }

    /** Nobody knows whether it was taken: the call threw. Nothing is expected of it. */
    void waive() {
        waived = true;
        leave();
    }

    /** A server has it, or it has settled: the client need not hold it any more. */
    void leave() {
        int before = flags.getAndUpdate(now -> now | GONE);
        if ((before & GONE) == 0 && (before & ACCEPTED) != 0) {
            mutator.held(-valueBytes);
        }
    }

    /** A server has stored it. */
    void applied() {
        applied = true;
        leave();
        if (settlements.get() > 0 && isPromisedNotApplied()) {
            ledger.report(Violation.Promise.TRUTHFUL_ERROR, "stored after it had failed: " + this);
        }
    }

    @Override
    public void settled(@Nullable Throwable failure) {
        settledAt = Moment.now();
        error.set(failure);
        leave();
        int before = flags.getAndUpdate(now -> now | SETTLED);
        if ((before & ACCEPTED) != 0 && (before & SETTLED) == 0) {
            ledger.unsettled(-valueBytes);
        }
        if (settlements.incrementAndGet() > 1) {
            ledger.report(Violation.Promise.SETTLES_ONCE, "settled again: " + this);
        }
        ledger.settled(this);
        if (failure == null && !applied && ledger.seesServers()) {
            ledger.report(Violation.Promise.TRUTHFUL_ERROR, "acknowledged and not stored: " + this);
        } else if (failure != null && !waived) {
            judge(failure);
        }
        reaction.run(this);
    }

    private void judge(Throwable failure) {
        if (applied && isPromisedNotApplied()) {
            ledger.report(Violation.Promise.TRUTHFUL_ERROR, "stored, and said not to be: " + this);
        } else if (failure instanceof BufferFullException && place.isPromptSince(begunAt)) {
            ledger.refused(this);
        } else if (!isRefusal(failure)
                && !ledger.lackedTime(begunAt, settledAt)
                && place.isSoundSince(begunAt)
                && !mutator.isExcused()) {
            ledger.report(Violation.Promise.NO_FAILURE, toString());
        }
    }

    /** Errors that the program has asked for: no room, interrupted, closed. */
    private boolean isRefusal(Throwable failure) {
        return failure instanceof BufferFullException
                || failure instanceof InterruptedIOException
                || (failure instanceof MutatorClosedException && mutator.isClosing());
    }

    private boolean isPromisedNotApplied() {
        Throwable failure = error.get();
        if (failure instanceof RetriesExhaustedException exhausted) {
            return !exhausted.mayHaveBeenApplied();
        }
        return failure instanceof DoNotRetryIOException && !(failure instanceof MutatorClosedException);
    }

    boolean isSettled() {
        return settlements.get() > 0;
    }

    /** Whether the mutator owes its settlement. */
    boolean isOpen() {
        return acceptedAt >= 0 && !waived && settlements.get() == 0;
    }

    @Nullable Throwable error() {
        return error.get();
    }

    /** Whether a server has seen it, or it has settled. */
    boolean isGone() {
        return (flags.get() & GONE) != 0;
    }

    /** Since when the mutator owes the sending of it, or a negative number if it does not. */
    long dueSince() {
        long accepted = acceptedAt;
        return accepted < 0 ? -1 : mutator.dueSince(accepted);
    }

    @Override
    public String toString() {
        long now = Moment.now();
        return "mutation " + id + " of " + valueBytes + " bytes, row " + row + "#" + sequence + " at " + place
                + ", by thread " + thread
                + (acceptedAt < 0 ? ", not accepted yet" : ", accepted " + Moment.text(now - acceptedAt) + " ago")
                + (settledAt < 0 ? ", not settled" : ", settled " + Moment.text(now - settledAt) + " ago")
                + (applied ? ", stored" : ((flags.get() & GONE) == 0 ? ", seen by no server" : ""))
                + (error.get() == null ? "" : ", error " + error.get())
                + "; " + mutator;
    }
}
