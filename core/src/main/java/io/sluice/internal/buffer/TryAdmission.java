package io.sluice.internal.buffer;

import io.sluice.Backpressure;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.ByteBudget.Claim;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a mutation that finds no room in the budget, and says when there is some.
 *
 * <p>All that ask while there is none share one claim: callers that poll during an outage leave nothing behind.
 */
final class TryAdmission implements WriteBuffer.Gate {
    private final WriteEngine engine;
    private final ByteBudget budget;
    private final boolean unbounded;

    /** What the last refused mutation needs. A race over it costs one refusal more. */
    private volatile long refusedBytes;

    /** The last one that was asked for. Two threads at once may file two. */
    private volatile @Nullable Claim ready;

    TryAdmission(WriteEngine engine, Backpressure mode) {
        this.engine = engine;
        budget = engine.parts().budget();
        unbounded = mode instanceof Backpressure.Unbounded;
    }

    @Override
    public boolean isUnbounded() {
        return unbounded;
    }

    @Override
    public @Nullable Claim await(WriteBuffer buffer, int length, long beganNanos) {
        long bytes = buffer.mostCharged(length);
        refusedBytes = bytes;
        engine.relieve(bytes);
        return null;
    }

    /** Completes when there is room for what was refused last. */
    CompletableFuture<Void> ready() {
        long bytes = refusedBytes;
        Claim claim = ready;
        if (claim == null || claim.granted().isDone() || claim.room() < bytes) {
            if (budget.isReady(bytes)) {
                return CompletableFuture.completedFuture(null);
            }
            claim = budget.ready(bytes);
            ready = claim;
        }
        return claim.granted();
    }
}
