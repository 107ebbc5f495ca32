package io.sluice.internal.buffer;

import io.sluice.FlushEvent;
import io.sluice.MutatorListener;
import io.sluice.MutatorState;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchObserver;
import io.sluice.internal.jfr.Jfr;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.metrics.TableNumbers;
import io.sluice.internal.trace.BatchTrace;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the outcomes of a mutator's mutations, and reports them to listeners, the flight recorder and tracing. */
final class MutatorStats implements BatchObserver {
    private static final Logger LOG = LoggerFactory.getLogger(MutatorStats.class);

    private final ByteBudget budget;
    private final Listeners listeners;
    /** Of the table: the sums of all its mutators. Those below are this mutator's own. */
    private final TableNumbers numbers;

    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder retried = new LongAdder();

    MutatorStats(ByteBudget budget, Listeners listeners, TableNumbers numbers) {
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

    @Override
    public void sent(Batch batch) {
        numbers.flushed(batch.flushReason(), batch.size(), batch.bytes());
        if (hasListeners()) {
            FlushEvent event = new FlushEvent(batch.table(), batch.flushReason(), batch.size(), batch.bytes());
            listeners.tell(listener -> listener.onFlush(event));
        }
        follow(batch);
    }

    /** Reports the beginning and the end to the flight recorder and to tracing, if they are on. */
    private static void follow(Batch batch) {
        if (Jfr.recordsFlushes()) {
            Jfr.Flush event = Jfr.Flush.begun(
                    batch.table().toString(), batch.flushReason().name(), batch.size(), batch.bytes());
            batch.whenSettled(() -> event.settled(batch.failures()));
        }
        BatchTrace trace = batch.trace();
        if (trace != null) {
            trace(batch, trace);
        }
    }

    private static void trace(Batch batch, BatchTrace trace) {
        try {
            trace.sent(new BatchTrace.Flush(batch.table(), batch.flushReason().name(), batch.size(), batch.bytes()));
            batch.whenSettled(() -> trace.settled(batch.failures()));
        } catch (RuntimeException e) {
            // A tracing system may throw; the batch is sent nevertheless.
            LOG.warn("a flush could not be traced", e);
        }
    }

    @Override
    public void settled(int newlyAcknowledged, int newlyFailed) {
        acknowledged.add(newlyAcknowledged);
        numbers.acknowledged(newlyAcknowledged);
        if (newlyFailed > 0) {
            failed.add(newlyFailed);
        }
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

    MutatorState state(long pending, long bufferedBytes) {
        return new MutatorState(
                acknowledged.sum(),
                failed.sum(),
                retried.sum(),
                pending,
                bufferedBytes,
                budget.usedBytes(),
                budget.limitBytes(),
                listeners.failures(),
                listeners.dropped());
    }
}
