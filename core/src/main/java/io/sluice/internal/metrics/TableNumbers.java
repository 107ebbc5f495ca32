package io.sluice.internal.metrics;

import io.sluice.FlushReason;
import io.sluice.TableName;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts of all mutators of one table, including closed ones. The engine adds by the methods; readers sum up the counters. Safe
 * for use by many threads.
 */
public final class TableNumbers {
    public final TableName table;
    public final LongAdder acknowledged = new LongAdder();
    public final LongAdder rejected = new LongAdder();
    /** Bytes of the cells and attributes in the buffers that were sent. */
    public final LongAdder flushedBytes = new LongAdder();
    /** Requests sent, including those of retries. */
    public final LongAdder requests = new LongAdder();

    public final LongAdder requestMutations = new LongAdder();
    /** Bytes of the cells and attributes in these requests. */
    public final LongAdder requestBytes = new LongAdder();

    public final Causes failed = new Causes();
    public final Causes retried = new Causes();

    private final LongAdder flushedMutations = new LongAdder();
    private final LongAdder[] flushes = new LongAdder[FlushReason.values().length];
    private final AtomicLong mostAccepted = new AtomicLong();
    private volatile @Nullable Distributions distributions;

    /**
     * Distributions, recorded only while there is a reader. Times in nanoseconds.
     *
     * @param latency from the acceptance of a mutation to its acknowledgement, for one in 32
     * @param roomWait waits of threads for room
     */
    public record Distributions(
            Histogram latency,
            Histogram roomWait,
            Histogram batchMutations,
            Histogram batchBytes,
            Histogram requestMutations,
            Histogram requestBytes) {
        Distributions() {
            this(new Histogram(), new Histogram(), new Histogram(), new Histogram(), new Histogram(), new Histogram());
        }
    }

    TableNumbers(TableName table, boolean recorded) {
        this.table = table;
        record(recorded);
        for (int i = 0; i < flushes.length; i++) {
            flushes[i] = new LongAdder();
        }
    }

    /** Where to record distributions; null while there is no reader. */
    public @Nullable Distributions distributions() {
        return distributions;
    }

    void record(boolean on) {
        distributions = on ? new Distributions() : null;
    }

    public void flushed(FlushReason reason, int mutations, long bytes) {
        flushes[reason.ordinal()].increment();
        flushedMutations.add(mutations);
        flushedBytes.add(bytes);
        Distributions wanted = distributions;
        if (wanted != null) {
            wanted.batchMutations().add(mutations);
            wanted.batchBytes().add(bytes);
        }
    }

    public void requested(int mutations, long bytes) {
        requests.increment();
        requestMutations.add(mutations);
        requestBytes.add(bytes);
        Distributions wanted = distributions;
        if (wanted != null) {
            wanted.requestMutations().add(mutations);
            wanted.requestBytes().add(bytes);
        }
    }

    public void acknowledged(int mutations) {
        acknowledged.add(mutations);
    }

    /** A mutation failed for good. */
    public void failed(Throwable error) {
        failed.add(error, 1);
    }

    /** Mutations will be sent again. */
    public void retried(int mutations, Throwable error) {
        retried.add(error, mutations);
    }

    /** A mutation was not accepted, because there was no room or its mutator is closed. */
    public void countRejected() {
        rejected.increment();
    }

    /** A thread has waited for room. */
    public void waitedForRoom(long nanos) {
        Distributions wanted = distributions;
        if (wanted != null) {
            wanted.roomWait().add(nanos);
        }
    }

    /**
     * Mutations accepted so far. Never decreases, and is exact while no mutation is being accepted.
     *
     * @param buffered the number of mutations in buffers; read after the others were counted, so that a mutation that leaves
     *     a buffer in between is missed rather than counted twice
     */
    public long accepted(LongSupplier buffered) {
        long flushed = flushedMutations.sum();
        return mostAccepted.accumulateAndGet(flushed + buffered.getAsLong(), Math::max);
    }

    public long flushes(FlushReason reason) {
        return flushes[reason.ordinal()].sum();
    }
}
