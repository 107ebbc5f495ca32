package io.sluice.internal.buffer;

import io.sluice.MutatorClosedException;
import io.sluice.Row;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.EntryShape;
import io.sluice.internal.batch.MutationExtras;
import io.sluice.internal.batch.Stretch;
import io.sluice.internal.batch.Stretch.Outcome;
import io.sluice.internal.trace.BatchTrace;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * The way of a mutation into the buffer. As long as the open stretch is prepaid and has room, that is one
 * compare-and-set, the copy, and one atomic addition; all else happens once for hundreds of mutations.
 */
final class Intake {
    private final WriteBuffer buffer;
    private final FlushTimer flushTimer;
    private final ByteBudget budget;
    private final Consumer<Batch> send;
    private final Pressure pressure;

    /**
     * What to do against pressure.
     *
     * @param flushAll sends what all mutators of the connection have buffered
     * @param crowded told when threads get in each other's way in the buffer
     */
    record Pressure(Runnable flushAll, Runnable crowded) {}

    /** How room is asked for. */
    @FunctionalInterface
    interface Gate {
        /**
         * Takes room.
         *
         * @param bytes for the mutation
         * @param purse for more mutations too; not less
         * @return which of the two it took, or 0 for none
         * @throws IOException if there is none, and the caller is to be told why
         */
        long admit(long bytes, long purse) throws IOException;
    }

    /** @param send sends a batch that was swapped out */
    Intake(WriteBuffer buffer, FlushTimer flushTimer, ByteBudget budget, Consumer<Batch> send, Pressure pressure) {
        this.buffer = buffer;
        this.flushTimer = flushTimer;
        this.budget = budget;
        this.send = send;
        this.pressure = pressure;
    }

    /**
     * Adds a mutation.
     *
     * @param length {@link Batch#lengthOf} of it
     * @param receiver told when it settles
     * @return false if the gate did not let it in; nothing was added then
     * @throws MutatorClosedException if the buffer is closed; nothing was added
     * @throws IOException what the gate throws; nothing was added
     */
    boolean add(Row row, int length, Object receiver, Gate gate) throws IOException {
        int shape = EntryShape.of(row);
        MutationExtras more = MutationExtras.of(row, Intake::nonce);
        Stretch open = buffer.open();
        if (open != null && open.isPrepaid()) {
            follow(open);
            Outcome outcome = open.append(row, length, shape, more, receiver);
            if (outcome != Outcome.REFUSED) {
                appended(open, outcome);
                return true;
            }
            tellIfCrowded(open);
        }
        return addSlowly(row, length, receiver, gate);
    }

    /** Before the append: after it, the batch may be gone. */
    private static void follow(Stretch stretch) {
        BatchTrace trace = stretch.batch().trace();
        if (trace != null) {
            trace.appending();
        }
    }

    /** Asks once more what the mutation is: nothing for a plain Put, where an object to carry it here would be garbage. */
    private boolean addSlowly(Row row, int length, Object receiver, Gate gate) throws IOException {
        int shape = EntryShape.of(row);
        MutationExtras more = MutationExtras.of(row, Intake::nonce);
        long bytes = Batch.accountedBytes(length);
        // What was taken from the budget for this mutation, or for it and others.
        long taken = 0;
        try {
            while (true) {
                if (taken > bytes) {
                    buffer.prepay(taken);
                    taken = 0;
                }
                Stretch room = buffer.roomFor(length, taken > 0, send);
                if (room == null || (!room.isPrepaid() && taken == 0)) {
                    taken = gate.admit(bytes, buffer.purse(bytes));
                    if (taken == 0) {
                        return false;
                    }
                    continue;
                }
                follow(room);
                Outcome outcome = room.append(row, length, shape, more, receiver);
                if (outcome != Outcome.REFUSED) {
                    if (!room.isPrepaid()) {
                        taken = 0;
                    }
                    appended(room, outcome);
                    return true;
                }
            }
        } finally {
            // Nothing was appended, or to a stretch that is prepaid.
            if (taken > 0) {
                budget.give(taken);
            }
        }
    }

    private void appended(Stretch stretch, Outcome outcome) {
        switch (outcome) {
            case COMPLETED -> send.accept(stretch.batch());
            case FILLED -> {
                tellIfCrowded(stretch);
                Batch full = buffer.takeFull(stretch.batch());
                if (full != null) {
                    send.accept(full);
                }
            }
            case FIRST -> {
                flushTimer.begun();
                feedStarving();
            }
            default -> feedStarving();
        }
    }

    /** Once for hundreds of mutations. */
    private void tellIfCrowded(Stretch full) {
        if (full.takeCrowded()) {
            pressure.crowded().run();
        }
    }

    /**
     * Who waits for room has had all buffers sent when it queued up. What was admitted before and appended after that would
     * keep its room until the next flush.
     */
    private void feedStarving() {
        if (budget.isStarving()) {
            pressure.flushAll().run();
        }
    }

    /** 0 means "none" to the server. */
    private static long nonce() {
        long nonce = ThreadLocalRandom.current().nextLong();
        return nonce == 0 ? 1 : nonce;
    }
}
