package io.sluice.internal.buffer;

import io.sluice.FlushEvent;
import io.sluice.MutatorListener;
import io.sluice.MutatorState;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchObserver;
import io.sluice.internal.metrics.TableNumbers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Counts what becomes of a mutator's mutations, and gives the budget back what they held. */
final class Account implements BatchObserver {
    private final ByteBudget budget;
    private final Listeners listeners;
    /** Of the table: the sums of all its mutators. Those below are this mutator's own. */
    private final TableNumbers numbers;

    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder retried = new LongAdder();

    Account(ByteBudget budget, Listeners listeners, TableNumbers numbers) {
        this.budget = budget;
        this.listeners = listeners;
        this.numbers = numbers;
    }

    TableNumbers numbers() {
        return numbers;
    }

    Listeners listeners() {
        return listeners;
    }

    @Override
    public boolean hasListeners() {
        return !listeners.isEmpty();
    }

    @Override
    public void tell(Consumer<MutatorListener> event) {
        listeners.tell(event);
    }

    /**
     * A batch leaves its buffer. From now on it counts for the memory it keeps from others, which is more than its entries
     * have: a hundred small mutations may lie in a block that has room for five hundred. What was charged for beyond that
     * is given back.
     */
    void sent(Batch batch) {
        numbers.flushed(batch.flushReason(), batch.size(), batch.bytes());
        if (hasListeners()) {
            FlushEvent event = new FlushEvent(batch.table(), batch.flushReason(), batch.size(), batch.bytes());
            listeners.tell(listener -> listener.onFlush(event));
        }
        long occupied = batch.occupiedBytes();
        budget.adjust(occupied - batch.chargedBytes());
        budget.sent(occupied);
        giveBackUnused(batch);
    }

    private void giveBackUnused(Batch batch) {
        long unused = batch.unusedBytes();
        CompletableFuture<Void> ignored = batch.emptied().thenRun(() -> budget.settled(unused));
    }

    @Override
    public void copied(Batch copy) {
        long unused = copy.unusedBytes();
        budget.adjust(unused);
        budget.sent(unused);
        giveBackUnused(copy);
    }

    @Override
    public void settled(int newlyAcknowledged, int newlyFailed, long bytes) {
        acknowledged.add(newlyAcknowledged);
        numbers.acknowledged(newlyAcknowledged);
        failed.add(newlyFailed);
        budget.settled(bytes);
    }

    @Override
    public void retried(int count, Throwable error) {
        retried.add(count);
        numbers.retried(count, error);
    }

    @Override
    public void failed(Throwable error) {
        numbers.failed(error);
    }

    long acknowledged() {
        return acknowledged.sum();
    }

    long failed() {
        return failed.sum();
    }

    MutatorState state(long pending, long bufferedBytes) {
        return new MutatorState(
                acknowledged.sum(),
                failed.sum(),
                retried.sum(),
                pending,
                bufferedBytes,
                budget.usedBytes(),
                budget.limitBytes());
    }
}
