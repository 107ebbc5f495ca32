package io.sluice.internal.buffer;

import io.sluice.MutatorState;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/** Counts what becomes of a mutator's mutations, and gives the budget back what they held. */
final class Account implements BatchObserver {
    private final ByteBudget budget;
    private final LongAdder accepted = new LongAdder();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder retried = new LongAdder();

    Account(ByteBudget budget) {
        this.budget = budget;
    }

    void accepted() {
        accepted.increment();
    }

    /**
     * A batch leaves its buffer. From now on it also counts the ends of its blocks that hold nothing: a hundred small
     * mutations may lie in a block that has room for five hundred.
     */
    void sent(Batch batch) {
        long unusedBytes = batch.unusedBytes();
        budget.takeUnbounded(unusedBytes);
        budget.sent(batch.heldBytes() + unusedBytes);
        CompletableFuture<Void> unused = batch.settled().thenRun(() -> budget.settled(unusedBytes));
    }

    @Override
    public void settled(int newlyAcknowledged, int newlyFailed, long bytes) {
        acknowledged.add(newlyAcknowledged);
        failed.add(newlyFailed);
        budget.settled(bytes);
    }

    @Override
    public void retried(int count) {
        retried.add(count);
    }

    long acknowledged() {
        return acknowledged.sum();
    }

    long failed() {
        return failed.sum();
    }

    MutatorState state(long bufferedBytes) {
        // What has settled is read first: a mutation that settles between the two reads must not make pending negative.
        long acks = acknowledged.sum();
        long failures = failed.sum();
        long pending = Math.max(0, accepted.sum() - acks - failures);
        return new MutatorState(
                acks, failures, retried.sum(), pending, bufferedBytes, budget.usedBytes(), budget.limitBytes());
    }
}
