package io.sluice.internal.buffer;

import io.sluice.MutatorClosedException;
import io.sluice.Row;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.EntryShape;
import io.sluice.internal.batch.MutationExtras;
import io.sluice.internal.batch.Stretch;
import io.sluice.internal.batch.Stretch.Outcome;
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
    private final Runnable flushAll;

    /** How room is asked for. */
    @FunctionalInterface
    interface Gate {
        /**
         * Takes room.
         *
         * @return whether it did
         * @throws IOException if there is none, and the caller is to be told why
         */
        boolean admit(long bytes) throws IOException;
    }

    /**
     * @param send sends a batch that was swapped out
     * @param flushAll sends what all mutators of the connection have buffered
     */
    Intake(WriteBuffer buffer, FlushTimer flushTimer, ByteBudget budget, Consumer<Batch> send, Runnable flushAll) {
        this.buffer = buffer;
        this.flushTimer = flushTimer;
        this.budget = budget;
        this.send = send;
        this.flushAll = flushAll;
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
            Outcome outcome = open.append(row, length, shape, more, receiver);
            if (outcome != Outcome.REFUSED) {
                appended(open, outcome);
                return true;
            }
        }
        long bytes = Batch.accountedBytes(length);
        boolean paid = false;
        try {
            while (true) {
                Stretch room = buffer.roomFor(length, paid, send);
                if (room == null || (!room.isPrepaid() && !paid)) {
                    if (!gate.admit(bytes)) {
                        return false;
                    }
                    paid = true;
                    continue;
                }
                Outcome outcome = room.append(row, length, shape, more, receiver);
                if (outcome != Outcome.REFUSED) {
                    // Charged for twice, if it was charged for and the stretch is prepaid: given back below.
                    paid &= room.isPrepaid();
                    appended(room, outcome);
                    return true;
                }
            }
        } finally {
            if (paid) {
                budget.give(bytes);
            }
        }
    }

    private void appended(Stretch stretch, Outcome outcome) {
        switch (outcome) {
            case COMPLETED -> send.accept(stretch.batch());
            case FILLED -> {
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

    /**
     * Who waits for room has had all buffers sent when it queued up. What was admitted before and appended after that would
     * keep its room until the next flush.
     */
    private void feedStarving() {
        if (budget.isStarving()) {
            flushAll.run();
        }
    }

    /** 0 means "none" to the server. */
    private static long nonce() {
        long nonce = ThreadLocalRandom.current().nextLong();
        return nonce == 0 ? 1 : nonce;
    }
}
