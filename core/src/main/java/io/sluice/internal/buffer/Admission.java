package io.sluice.internal.buffer;

import io.sluice.Backpressure;
import io.sluice.BufferFullException;
import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;

/** Takes room for a mutation as the backpressure mode says. */
final class Admission {
    private static final double MIB = 1 << 20;

    private final WriteEngine engine;
    private final ByteBudget budget;
    private final Backpressure mode;
    private final RoomWaits waits;

    Admission(WriteEngine engine, Backpressure mode, RoomWaits waits) {
        this.engine = engine;
        this.budget = engine.parts().budget();
        this.mode = mode;
        this.waits = waits;
    }

    /**
     * Takes the bytes if that needs no waiting.
     *
     * @param purse ignored: there is no room for more than the mutation, or it would be prepaid
     * @return the bytes, or 0
     */
    long tryAdmit(long bytes, long purse) {
        if (budget.tryTake(bytes)) {
            return bytes;
        }
        if (mode instanceof Backpressure.Unbounded) {
            budget.takeUnbounded(bytes);
            return bytes;
        }
        if (budget.isIdle()) {
            // No answer will bring room, since all that is held is in buffers.
            engine.flushAll();
        }
        return 0;
    }

    /**
     * Takes the bytes, or the purse when it had to wait.
     *
     * @return which of the two it took
     * @throws BufferFullException if there is no room, or none in time
     * @throws InterruptedIOException if the thread was interrupted while it waited; its flag is set again
     */
    long admit(long bytes, long purse) throws IOException {
        if (mode instanceof Backpressure.Block block) {
            if (budget.tryTake(bytes)) {
                return bytes;
            }
            await(bytes, purse, block.max());
            return purse;
        }
        long taken = tryAdmit(bytes, purse);
        if (taken == 0) {
            throw full(bytes, "");
        }
        return taken;
    }

    private void await(long bytes, long purse, Duration max) throws IOException {
        if (engine.parts().onNetworkThread().getAsBoolean()) {
            throw full(bytes, " (a network thread must not wait for it)");
        }
        RoomWaits.Wait wait = waits.begin(RoomWaits.Kind.BUDGET, bytes);
        boolean admitted = false;
        try {
            admitted = budget.take(purse, Clock.nanosOf(max));
            if (!admitted) {
                throw full(bytes, " in " + max.toMillis() + " ms");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while waiting for room");
            interrupted.initCause(e);
            throw interrupted;
        } finally {
            wait.ended(admitted);
        }
    }

    private BufferFullException full(long bytes, String how) {
        return new BufferFullException(String.format(
                "No room for %d bytes%s: %.1f of %.1f MiB are in use%s. The limit is bufferBudget of the connection, the"
                        + " waiting time setBackpressure of the mutator; ready() completes when there is room",
                bytes, how, budget.usedBytes() / MIB, budget.limitBytes() / MIB, whoHoldsIt()));
    }

    private String whoHoldsIt() {
        String largest = engine.shares().largest();
        return largest.isEmpty() ? "" : ", of which " + largest;
    }
}
