package io.sluice.internal.buffer;

import io.sluice.Backpressure;
import io.sluice.BufferFullException;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.ByteBudget.Claim;
import io.sluice.internal.sync.Interruptions;
import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Locale;

/** Gets a mutation room in the budget as the backpressure mode says. */
final class Admission implements WriteBuffer.Gate {
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

    @Override
    public boolean isUnbounded() {
        return mode instanceof Backpressure.Unbounded;
    }

    /**
     * Waits for room, if the mode says so.
     *
     * @throws BufferFullException if there is no room, or none in time
     * @throws InterruptedIOException if the thread was interrupted while it waited; its flag is set again
     */
    @Override
    public Claim await(WriteBuffer buffer, int length, long beganNanos) throws IOException {
        long bytes = buffer.mostCharged(length);
        if (!(mode instanceof Backpressure.Block block)) {
            engine.relieve(bytes);
            throw full(bytes, "");
        }
        if (engine.parts().onNetworkThread().getAsBoolean()) {
            engine.relieve(bytes);
            throw full(bytes, " (a network thread must not wait for it)");
        }
        try (RoomWaits.Wait wait = waits.begin(RoomWaits.Kind.BUDGET, bytes)) {
            Claim claim = buffer.claim(length);
            await(claim, bytes, block.max(), beganNanos);
            wait.admitted();
            return claim;
        }
    }

    private void await(Claim claim, long bytes, Duration max, long beganNanos) throws IOException {
        boolean granted = false;
        try {
            granted = claim.await(Clock.nanosOf(max) - (System.nanoTime() - beganNanos));
        } catch (InterruptedException e) {
            throw Interruptions.asIoException("interrupted while waiting for room", e);
        } finally {
            if (!granted) {
                claim.leave();
            }
        }
        if (!granted) {
            throw full(bytes, " in " + max.toMillis() + " ms");
        }
    }

    private BufferFullException full(long bytes, String how) {
        return new BufferFullException(String.format(
                Locale.ROOT,
                "No room for %d bytes%s: %.1f of %.1f MiB are in use%s. The limit is bufferBudget of the connection, the"
                        + " waiting time setBackpressure of the mutator; ready() completes when there is room",
                bytes,
                how,
                budget.usedBytes() / MIB,
                budget.limitBytes() / MIB,
                largestHolder()));
    }

    private String largestHolder() {
        String largest = engine.shares().largest();
        return largest.isEmpty() ? "" : ", of which " + largest;
    }
}
