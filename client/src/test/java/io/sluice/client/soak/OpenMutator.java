package io.sluice.client.soak;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Backpressure;
import io.sluice.CloseResult;
import io.sluice.Ordering;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A mutator with what the books must know of it. */
final class OpenMutator {
    private final AsyncBufferedMutator mutator;
    private final Options options;
    private final long number;
    private final AtomicBoolean closing = new AtomicBoolean();
    /** Value bytes of mutations that were accepted and have neither reached a server nor settled. */
    private final AtomicLong heldBytes = new AtomicLong();
    /** What was accepted before was told to leave then; for mutators without a periodic flush. */
    private volatile long flushedAt = -1;

    /**
     * How a mutator is built.
     *
     * @param periodMillis 0 for no periodic flush
     * @param bufferBytes 0 for the default
     * @param excused whether its mutations may fail, since its table is not there
     */
    record Options(
            int connection,
            String table,
            long periodMillis,
            long bufferBytes,
            int requestRows,
            int maxInFlight,
            Ordering ordering,
            Backpressure backpressure,
            Duration closeTimeout,
            Executors executors,
            boolean excused) {

        /** The same for another table. */
        Options ofTable(String other) {
            return new Options(
                    connection,
                    other,
                    periodMillis,
                    bufferBytes,
                    requestRows,
                    maxInFlight,
                    ordering,
                    backpressure,
                    closeTimeout,
                    executors,
                    excused);
        }
    }

    /** Which thread tells the program of its mutations. */
    enum Executors {
        NETWORK_THREAD,
        ONE_THREAD,
        FOUR_THREADS
    }

    OpenMutator(AsyncConnection connection, Options options, @Nullable ExecutorService executor, long number) {
        TableName table = TableName.valueOf(options.table());
        AsyncBufferedMutatorBuilder builder = executor == null
                ? connection.getBufferedMutatorBuilder(table)
                : connection.getBufferedMutatorBuilder(table, executor);
        builder.setWriteBufferPeriodicFlush(options.periodMillis(), TimeUnit.MILLISECONDS)
                .setOrdering(options.ordering())
                .setBackpressure(options.backpressure())
                .setCloseTimeout(options.closeTimeout())
                .setStartLogErrorsCnt(Integer.MAX_VALUE);
        if (options.bufferBytes() > 0) {
            builder.setWriteBufferSize(options.bufferBytes());
        }
        if (options.requestRows() > 0) {
            builder.setMaxRequestRows(options.requestRows());
        }
        if (options.maxInFlight() > 0) {
            builder.setMaxInFlightPerServer(options.maxInFlight());
        }
        this.mutator = builder.build();
        this.options = options;
        this.number = number;
    }

    AsyncBufferedMutator mutator() {
        return mutator;
    }

    Options options() {
        return options;
    }

    long number() {
        return number;
    }

    Ordering ordering() {
        return options.ordering();
    }

    boolean isExcused() {
        return options.excused();
    }

    boolean isClosing() {
        return closing.get();
    }

    void held(long change) {
        heldBytes.addAndGet(change);
    }

    /** Nothing while it is closed: what it hands back then may be free before the program hears of it. */
    long heldBytes() {
        return closing.get() ? 0 : heldBytes.get();
    }

    // ---- calls that end by a deadline ----

    void flush() {
        long before = Moment.now();
        mutator.flush();
        flushedAt = Math.max(flushedAt, before);
    }

    void flush(Deadlines deadlines, Duration deadline) throws Exception {
        long before = Moment.now();
        Deadlines.Call call = deadlines.begin("flush(" + deadline + ") of " + this, deadline);
        try {
            var unused = mutator.flush(deadline);
            flushedAt = Math.max(flushedAt, before);
        } finally {
            call.ended();
        }
    }

    void close(Deadlines deadlines) {
        closing.set(true);
        // The first close decides; this one may find another under way.
        Deadlines.Call call = deadlines.begin("close() of " + this, options.closeTimeout());
        try {
            mutator.close();
        } finally {
            call.ended();
        }
    }

    CompletableFuture<CloseResult> closeAsync(Deadlines deadlines, Duration deadline) {
        Duration latest = closing.getAndSet(true) ? options.closeTimeout().plus(deadline) : deadline;
        Deadlines.Call call = deadlines.beginAsync("closeAsync(" + deadline + ") of " + this, latest);
        return mutator.closeAsync(deadline).whenComplete((result, error) -> call.ended());
    }

    /** Since when a mutation accepted at that moment must be on its way, or a negative number if it need not be. */
    long dueSince(long acceptedAt) {
        if (options.periodMillis() > 0) {
            return acceptedAt + 2 * TimeUnit.MILLISECONDS.toNanos(options.periodMillis());
        }
        return flushedAt > acceptedAt ? flushedAt : -1;
    }

    @Override
    public String toString() {
        return "mutator " + number + " " + options + (closing.get() ? ", closing" : "");
    }
}
