package io.sluice.internal.buffer;

import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.FlushResult;
import io.sluice.Mutation;
import io.sluice.MutationCallback;
import io.sluice.MutationScope;
import io.sluice.MutationSubscriber;
import io.sluice.MutatorState;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.TableName;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchDispatcher;
import io.sluice.internal.batch.DispatchSettings;
import io.sluice.internal.batch.MutatorStats;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.metrics.TableNumbers;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.roworder.RowClock;
import io.sluice.internal.stream.Sink;
import io.sluice.internal.stream.SinkSubscriber;
import io.sluice.internal.sync.MutatorScope;
import io.sluice.internal.sync.WaitableMutator;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import io.sluice.internal.trace.WriteTracer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The mutator: checks a mutation, gets room for it, buffers it, and sends the buffer that it has filled. */
final class AsyncBufferedMutatorImpl implements WaitableMutator, Sink {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncBufferedMutatorImpl.class);

    /**
     * In a table with at most this many regions it is best to look a row up when it is appended and is in the processor's
     * cache. In a larger table it is the table that is not in the cache: searches wait for memory, and if all rows of a
     * batch are looked up together these waits overlap, which the atomic operations of the appends would prevent.
     */
    private static final int MAX_SEARCHED_AT_APPEND = 512;

    /** A buffer is at least this large for each server that its rows go to: with less, requests cost more than the rows. */
    private static final long SERVER_BYTES = 16 << 10;

    private final TableName table;
    private final WriteEngine engine;
    private final WriteBuffer.Settings bufferSettings;
    private final Map<String, byte[]> requestAttributes;
    private final boolean growsWithSpread;
    private final Duration closeTimeout;
    private final Admission admission;
    // The same two objects for all mutations: one for each would be garbage.
    private final WriteBuffer.Gate waiting;
    private final WriteBuffer.Gate trying;
    /** Null unless the client sets the timestamps. */
    private final @Nullable RowClock rowClock;

    private final BufferStripes stripes;
    private final MutatorStats stats;
    private final BatchDispatcher dispatcher;
    private final MutatorClose closing;

    AsyncBufferedMutatorImpl(AsyncBufferedMutatorBuilderImpl builder) {
        engine = builder.engine;
        table = builder.table;
        bufferSettings = builder.bufferSettings();
        growsWithSpread = builder.growsWithSpread;
        closeTimeout = builder.closeTimeout;
        WriteEngine.Parts parts = engine.parts();
        stats = new MutatorStats(
                parts.locator(), builder.listeners, parts.numbers().table(table));
        DispatchSettings dispatch = builder.dispatchSettings();
        requestAttributes = dispatch.requestAttributes();
        dispatcher = new BatchDispatcher(
                parts.locator(),
                parts.sender(),
                parts.timer(),
                parts.clock(),
                engine.serverLimits(),
                engine.windows(builder.maxInFlightPerServer),
                parts.shares(),
                parts.network(),
                builder.completions,
                dispatch,
                stats);
        rowClock = builder.clientTimestamps ? new RowClock(parts.clock()) : null;
        admission = new Admission(engine, table, builder.backpressure, builder.maxKeyValueBytes, rowClock, stats);
        waiting = admission::awaitRoom;
        trying = admission::refuse;
        stripes = new BufferStripes(this::makeBuffer, builder.maxBuffers());
        Executor notifier = builder.completions == null ? parts.network() : onOwnThread(parts.timer());
        closing = new MutatorClose(table, stripes, dispatcher, parts.timer(), notifier);
    }

    /** For callbacks that may block: that is what a program gives an executor for. */
    private static Executor onOwnThread(Timer timer) {
        return task -> {
            Timer.Cancellable unused = timer.deadline(task, 0);
        };
    }

    private WriteBuffer makeBuffer(Runnable crowded, Runnable aged) {
        WriteEngine.Parts parts = engine.parts();
        return new WriteBuffer(
                table,
                engine.blocks(),
                parts.clock(),
                parts.timer(),
                bufferSettings,
                admission.isUnbounded(),
                this::prepare,
                dispatcher::dispatch,
                this::wantedBytes,
                aged,
                crowded);
    }

    /** So many that the requests to many servers are not too small; 0 if the program has chosen the size. */
    private long wantedBytes() {
        return growsWithSpread ? Math.min(dispatcher.spread() * SERVER_BYTES, engine.largestBufferBytes()) : 0;
    }

    /** Runs before the first mutation of each batch. All but the look-up of regions depends on options. */
    private void prepare(Batch batch) {
        engine.watch();
        engine.begins();
        WriteEngine.Parts parts = engine.parts();
        admission.begins();
        RegionMap known = parts.locator().regions(table);
        if (known.size() <= MAX_SEARCHED_AT_APPEND) {
            batch.locateIn(known);
        }
        if (rowClock != null) {
            batch.stampBy(rowClock);
        }
        TableNumbers.Distributions wanted = stats.numbers().distributions();
        if (wanted != null) {
            batch.timeBy(parts.clock(), wanted.latency());
        }
        WriteTracer tracer = parts.tracer();
        if (tracer != null) {
            batch.followBy(tracer.newBatch());
        }
    }

    /**
     * Handles what an error has left behind, and deadlines that are near.
     *
     * @return whether there is a batch that has not settled
     */
    boolean checkDeadlines() {
        boolean left = !stripes.isIdle();
        writeBuffers().forEach(WriteBuffer::sweep);
        stripes.unsettled().forEach(dispatcher::checkDeadline);
        return left;
    }

    /** The buffers that it fills. */
    List<WriteBuffer> writeBuffers() {
        return stripes.all();
    }

    @Override
    public TableName getName() {
        return table;
    }

    @Override
    public Configuration getConfiguration() {
        return engine.parts().configuration();
    }

    @Override
    public CompletableFuture<Void> mutate(Mutation mutation) {
        return accept(mutation, admission.check(mutation));
    }

    @Override
    public CompletableFuture<Void> mutate(RowMutations mutations) {
        return accept(mutations, admission.check(mutations));
    }

    @Override
    public List<CompletableFuture<Void>> mutate(List<? extends Mutation> mutations) {
        admission.checkAll(mutations);
        List<CompletableFuture<Void>> futures = new ArrayList<>(mutations.size());
        for (Mutation mutation : mutations) {
            futures.add(accept(mutation, Batch.lengthOf(mutation)));
        }
        return futures;
    }

    @Override
    public CompletableFuture<Void> mutateAll(Collection<? extends Mutation> mutations) {
        List<CompletableFuture<Void>> futures = mutate(List.copyOf(mutations));
        CompletableFuture<Void> all = new CompletableFuture<>();
        CompletableFuture<Void> unused = CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                .whenComplete((done, error) -> {
                    if (error == null) {
                        all.complete(null);
                    } else {
                        all.completeExceptionally(firstFailure(futures));
                    }
                });
        return all;
    }

    /** The first failure in the list's order, the others added as suppressed. */
    private static Throwable firstFailure(List<CompletableFuture<Void>> futures) {
        @Nullable Throwable first = null;
        for (CompletableFuture<Void> future : futures) {
            Throwable error = future.handle((done, e) -> e).join();
            if (error == null) {
                continue;
            }
            Throwable plain = Completions.cause(error);
            if (first == null) {
                first = plain;
            } else if (first != plain) {
                first.addSuppressed(plain);
            }
        }
        return first == null ? new IllegalStateException("no future failed") : first;
    }

    private CompletableFuture<Void> accept(Row row, int length) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        try {
            append(row, length, future);
        } catch (IOException e) {
            future.completeExceptionally(e);
        }
        return future;
    }

    /** @throws IOException if it was refused */
    private void append(Row row, int length, Object receiver) throws IOException {
        try {
            admission.pass(row);
            boolean unused = stripes.mine().add(row, length, receiver, waiting);
        } catch (IOException e) {
            stats.numbers().countRejected();
            throw e;
        }
    }

    @Override
    public boolean tryMutate(Mutation mutation, MutationCallback callback) {
        Objects.requireNonNull(callback, "callback");
        int length = admission.check(mutation);
        if (!admission.tryPass(mutation)) {
            return false;
        }
        try {
            return stripes.mine().add(mutation, length, callback, trying);
        } catch (IOException closed) {
            Completions.runOn(engine.parts().network(), () -> Batch.tell(callback, closed));
            return true;
        }
    }

    @Override
    public CompletableFuture<Void> mutateLater(Mutation mutation, MutationCallback callback) {
        // Not by ready() and another try: the room would repeatedly go to threads that queue for it.
        return admission
                .whenPassable(mutation)
                .thenCompose(free -> stripes.mine().addLater(mutation, Batch.lengthOf(mutation), callback, trying))
                .exceptionally(error -> {
                    Batch.tell(callback, Completions.cause(error));
                    return null;
                });
    }

    @Override
    public MutationSubscriber asSubscriber(int prefetch) {
        return new SinkSubscriber(this, prefetch);
    }

    @Override
    public MutationScope openScope() {
        return new MutatorScope(this);
    }

    @Override
    public void checkAll(List<? extends Mutation> mutations) {
        admission.checkAll(mutations);
    }

    @Override
    public void write(Row row, MutationCallback callback) throws IOException {
        append(row, admission.check(row), callback);
    }

    @Override
    public boolean onNetworkThread() {
        return engine.parts().onNetworkThread().getAsBoolean();
    }

    @Override
    public void flush() {
        stripes.flush();
    }

    @Override
    public CompletableFuture<FlushResult> flushAsync() {
        CompletableFuture<FlushResult> result = new CompletableFuture<>();
        long startNanos = nanoTime();
        Runnable unused = completeWhenSettled(result, flushAll(), startNanos);
        return result;
    }

    /** Sends what is buffered, and returns what that flush has to wait for. */
    private Outstanding flushAll() {
        // Listed before they are sent, so that no outcome is missed.
        Outstanding flushed = new Outstanding(stripes.outstanding());
        flush();
        return flushed;
    }

    /** Completes the result, never exceptionally, when all have settled; returns what ends the wait. */
    private Runnable completeWhenSettled(CompletableFuture<FlushResult> result, Outstanding flushed, long startNanos) {
        return flushed.whenAllSettled(() -> {
            long nanos = 0;
            try {
                nanos = nanoTime() - startNanos;
            } finally {
                result.complete(flushed.flushResult(nanos));
            }
        });
    }

    private long nanoTime() {
        return engine.parts().clock().nanoTime();
    }

    @Override
    public FlushResult flush(Duration deadline) throws IOException, InterruptedException {
        Objects.requireNonNull(deadline, "deadline");
        if (onNetworkThread()) {
            throw new IOException(
                    "flush(Duration) was called by a network thread, which would wait for itself; use flushAsync()");
        }
        long startNanos = nanoTime();
        CompletableFuture<FlushResult> result = new CompletableFuture<>();
        Outstanding flushed = flushAll();
        Runnable forget = completeWhenSettled(result, flushed, startNanos);
        try {
            return result.get(Clock.nanosOf(deadline), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return flushed.flushResult(nanoTime() - startNanos);
        } catch (ExecutionException e) {
            throw new IllegalStateException("flushAsync() never completes exceptionally", e);
        } finally {
            forget.run();
        }
    }

    @Override
    public CompletableFuture<CloseResult> closeAsync(Duration deadline) {
        Objects.requireNonNull(deadline, "deadline");
        CompletableFuture<CloseResult> closed = closing.close(deadline);
        // Not earlier: the close of the connection must wait for what is under way here.
        CompletableFuture<Void> unused = closed.thenRun(() -> {
            engine.closed(this);
            stats.end();
        });
        return closed;
    }

    CompletableFuture<CloseResult> closeAsync() {
        return closeAsync(closeTimeout);
    }

    /** Mutations in its buffer now. */
    long buffered() {
        return stripes.sum(WriteBuffer::activeMutations);
    }

    /** How many buffers threads write to now. */
    int buffers() {
        return stripes.count();
    }

    /** What it holds now. */
    WriteEngine.MutatorReport report() {
        return new WriteEngine.MutatorReport(table, state(), buffered(), stripes.sum(WriteBuffer::pendingBytes));
    }

    @Override
    public void close() {
        CompletableFuture<CloseResult> closed = closeAsync();
        if (onNetworkThread()) {
            LOG.warn(
                    "close() of the mutator for '{}' was called by a network thread: it continues in the background",
                    table);
            return;
        }
        try {
            CloseResult unused = closed.get();
        } catch (InterruptedException e) {
            // The close continues; the caller has said that it does not want to wait.
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("closeAsync() never completes exceptionally", e);
        }
    }

    @Override
    public long getWriteBufferSize() {
        return bufferSettings.maxBytes();
    }

    @Override
    public int getMaxMutations() {
        return bufferSettings.maxMutations();
    }

    @Override
    public long getPeriodicalFlushTimeout(TimeUnit unit) {
        return unit.convert(bufferSettings.periodNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public Map<String, byte[]> getRequestAttributes() {
        return requestAttributes;
    }

    @Override
    public CompletableFuture<Void> ready() {
        return admission.ready();
    }

    @Override
    public MutatorState state() {
        return stats.state(
                stripes.sum(WriteBuffer::pending),
                stripes.sum(WriteBuffer::activeBytes),
                engine.parts().budget());
    }
}
