package io.sluice.internal.buffer;

import io.sluice.MutatorClosedException;
import io.sluice.Row;
import io.sluice.internal.batch.MutationExtras;
import io.sluice.internal.batch.MutationKind;
import io.sluice.internal.batch.Stretch;
import io.sluice.internal.batch.Stretch.Outcome;
import io.sluice.internal.memory.ByteBudget.Claim;
import io.sluice.internal.time.StackProbe;
import io.sluice.internal.trace.BatchTrace;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The way of a mutation into the buffer. As long as the open stretch has room, that is one compare-and-set, the copy, and
 * one atomic addition; all else happens once for hundreds of mutations.
 */
final class Intake {
    private final WriteBuffer buffer;
    private final Runnable crowded;

    /** How a caller gets room. */
    interface Gate {
        /** Whether blocks are opened even if the budget has no room for them. */
        boolean isUnbounded();

        /**
         * Is asked when there is no room.
         *
         * @param beganNanos when the caller began to ask, on the system's clock
         * @return a granted claim to try again with, which the caller leaves; null to give up
         * @throws IOException if there is no room, and the caller is to be told why
         */
        @Nullable Claim await(WriteBuffer buffer, int length, long beganNanos) throws IOException;
    }

    /** @param crowded told when threads get in each other's way in the buffer */
    Intake(WriteBuffer buffer, Runnable crowded) {
        this.buffer = buffer;
        this.crowded = crowded;
    }

    WriteBuffer buffer() {
        return buffer;
    }

    /**
     * Adds a mutation.
     *
     * @param length {@code Batch.lengthOf} of it
     * @param receiver told when it settles
     * @return false if the gate did not let it in; nothing was added then
     * @throws MutatorClosedException if the buffer is closed; nothing was added
     * @throws IOException what the gate throws; nothing was added
     */
    boolean add(Row row, int length, Object receiver, Gate gate) throws IOException {
        int shape = MutationKind.shapeOf(row);
        MutationExtras more = MutationExtras.of(row, Intake::nonce);
        Stretch open = buffer.open();
        if (open != null) {
            follow(open);
            Outcome outcome = open.append(row, length, shape, more, receiver);
            if (outcome != Outcome.REFUSED) {
                appended(open, outcome);
                return true;
            }
            tellIfCrowded(open);
        }
        return addSlowly(row, length, receiver, gate, null);
    }

    /** Adds a mutation when there is room, without waiting; completes when it has been added, or exceptionally. */
    CompletableFuture<Void> addLater(Row row, int length, Object receiver, Gate trying) {
        Claim claim = buffer.claim(length);
        return claim.granted().thenCompose(granted -> {
            try {
                return addSlowly(row, length, receiver, trying, claim)
                        ? CompletableFuture.completedFuture(null)
                        : addLater(row, length, receiver, trying);
            } catch (IOException e) {
                return CompletableFuture.failedFuture(e);
            }
        });
    }

    /** Before the append: after it, the batch may be gone. */
    private static void follow(Stretch stretch) {
        BatchTrace trace = stretch.batch().trace();
        if (trace != null) {
            trace.appending();
        }
    }

    /**
     * Works out shape and extras once more, which for a plain Put costs less than an object to carry them here.
     *
     * @param granted a claim to begin with, which is left in the end; or null
     */
    private boolean addSlowly(Row row, int length, Object receiver, Gate gate, @Nullable Claim granted)
            throws IOException {
        @Nullable Claim claim = granted;
        try {
            int shape = MutationKind.shapeOf(row);
            MutationExtras more = MutationExtras.of(row, Intake::nonce);
            long beganNanos = 0;
            while (true) {
                Stretch room = roomFor(length, claim, gate);
                if (room == null) {
                    beganNanos = beganNanos == 0 ? System.nanoTime() : beganNanos;
                    if (claim != null) {
                        claim.leave();
                        claim = null;
                    }
                    claim = gate.await(buffer, length, beganNanos);
                    if (claim == null) {
                        return false;
                    }
                    continue;
                }
                follow(room);
                Outcome outcome = room.append(row, length, shape, more, receiver);
                if (outcome != Outcome.REFUSED) {
                    appended(room, outcome);
                    return true;
                }
            }
        } finally {
            if (claim != null) {
                claim.leave();
            }
        }
    }

    private @Nullable Stretch roomFor(int length, @Nullable Claim claim, Gate gate) throws MutatorClosedException {
        try {
            return buffer.roomFor(length, claim, gate.isUnbounded());
        } catch (RuntimeException | Error e) {
            // It may have swapped a batch out before.
            buffer.leftBehind();
            throw e;
        }
    }

    /** The mutation is accepted: what goes wrong from here on goes to its future, not to the caller. */
    private void appended(Stretch stretch, Outcome outcome) {
        if (outcome == Outcome.APPENDED) {
            return;
        }
        try {
            StackProbe.probe();
            if (outcome == Outcome.FILLED) {
                tellIfCrowded(stretch);
                buffer.flushFull(stretch.batch());
            } else {
                buffer.dispatch(stretch.batch());
            }
        } catch (Throwable e) {
            buffer.leftBehind();
        }
    }

    /** Once for hundreds of mutations. */
    private void tellIfCrowded(Stretch full) {
        if (full.takeCrowded()) {
            crowded.run();
        }
    }

    /** 0 means "none" to the server. */
    private static long nonce() {
        long nonce = ThreadLocalRandom.current().nextLong();
        return nonce == 0 ? 1 : nonce;
    }
}
