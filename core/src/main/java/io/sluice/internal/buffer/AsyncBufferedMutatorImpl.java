package io.sluice.internal.buffer;

import io.sluice.AsyncBufferedMutator;
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
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.metrics.TableNow;
import io.sluice.internal.metrics.TableNumbers;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.roworder.RowClock;
import io.sluice.internal.stream.Sink;
import io.sluice.internal.stream.SinkSubscriber;
import io.sluice.internal.sync.MutatorScope;
import io.sluice.internal.sync.ScopeWriter;
import io.sluice.internal.time.Clock;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The mutator: checks a mutation, takes room for it, buffers it, and sends the buffer it filled. */
final class AsyncBufferedMutatorImpl implements AsyncBufferedMutator, Sink, ScopeWriter {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncBufferedMutatorImpl.class);

    /**
     * In a table of so many regions a row is looked up best when it is appended and is in the processor's cache. In a larger
     * one it is the table that is not there: searches wait for memory, and when all rows of a batch are looked up together
     * they wait at the same time, which the atomic operations of the appends would prevent.
     */
    private static final int MAX_SEARCHED_AT_APPEND = 512;

    private final TableName table;
    private final MutatorSettings settings;
    private final WriteEngine engine;
    private final MutationCheck check;
    private final Admission waiting;
    private final TryAdmission trying;
    private final Shares shares;
    private final ShareGate shareGate;
    // Both null unless the client gives the timestamps.
    private final @Nullable RowClock rowClock;
    private final @Nullable StampGate stampGate;

    private final BufferStripes stripes;
    private final Account account;
    private final BatchDispatcher dispatcher;
    private final MutatorClose closing;

    AsyncBufferedMutatorImpl(
            WriteEngine engine,
            TableName table,
            MutatorSettings settings,
            Account account,
            BatchDispatcher dispatcher) {
        this.engine = engine;
        this.table = table;
        this.settings = settings;
        this.account = account;
        this.dispatcher = dispatcher;
        WriteEngine.Parts parts = engine.parts();
        check = new MutationCheck(settings.maxKeyValueBytes(), parts.budget().limitBytes(), settings.backpressure());
        RoomWaits waits = new RoomWaits(engine, table, account);
        waiting = new Admission(engine, settings.backpressure(), waits);
        trying = new TryAdmission(engine, settings.backpressure());
        shares = engine.shares();
        shareGate = new ShareGate(engine, table, settings.backpressure(), waits, trying);
        rowClock = settings.clientTimestamps() ? new RowClock(parts.clock()) : null;
        stampGate = rowClock == null ? null : new StampGate(engine, rowClock, settings.backpressure(), waits);
        stripes = new BufferStripes(this::makeBuffer, settings.maxBuffers());
        closing = new MutatorClose(table, stripes, dispatcher, parts.timer(), parts.network());
    }

    private WriteBuffer makeBuffer(Runnable crowded, Runnable aged) {
        WriteEngine.Parts parts = engine.parts();
        return new WriteBuffer(
                table,
                engine.blocks(),
                parts.budget(),
                parts.clock(),
                parts.timer(),
                settings.buffer(),
                this::prepare,
                this::dispatch,
                aged,
                crowded);
    }

    /** Runs before the first mutation of each batch. All but the look-up of regions depends on options. */
    private void prepare(Batch batch) {
        engine.begins();
        WriteEngine.Parts parts = engine.parts();
        RegionMap known = parts.locator().regions(table);
        if (known.size() <= MAX_SEARCHED_AT_APPEND) {
            batch.locateIn(known);
        }
        if (rowClock != null) {
            batch.stampBy(rowClock);
        }
        TableNumbers.Distributions wanted = account.numbers().distributions();
        if (wanted != null) {
            batch.timeBy(parts.clock(), wanted.latency());
        }
        WriteTracer tracer = engine.tracer();
        if (tracer != null) {
            batch.followBy(tracer.newBatch());
        }
    }

    private void dispatch(Batch batch) {
        engine.watchUnsettled();
        dispatcher.dispatch(batch);
    }

    /**
     * Deals with what an error has left behind.
     *
     * @return whether there is a batch that has not settled
     */
    boolean failOverdue() {
        writeBuffers().forEach(WriteBuffer::sweep);
        List<Batch> unsettled = stripes.unsettled();
        unsettled.forEach(dispatcher::failOverdue);
        return !unsettled.isEmpty();
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
        return accept(mutation, check.check(mutation));
    }

    @Override
    public CompletableFuture<Void> mutate(RowMutations mutations) {
        return accept(mutations, check.check(mutations));
    }

    @Override
    public List<CompletableFuture<Void>> mutate(List<? extends Mutation> mutations) {
        check.checkAll(mutations);
        List<CompletableFuture<Void>> futures = new ArrayList<>(mutations.size());
        for (Mutation mutation : mutations) {
            futures.add(accept(mutation, Batch.lengthOf(mutation)));
        }
        return futures;
    }

    @Override
    public CompletableFuture<Void> mutateAll(Collection<? extends Mutation> mutations) {
        List<CompletableFuture<Void>> futures = mutate(List.copyOf(mutations));
        return AllSettled.of(futures);
    }

    private CompletableFuture<Void> accept(Row row, int length) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        try {
            passGates(row);
            boolean unused = stripes.mine().add(row, length, future, waiting);
        } catch (IOException e) {
            account.numbers().countRejected();
            future.completeExceptionally(e);
        }
        return future;
    }

    private void passGates(Row row) throws IOException {
        // One read of a field that changes only when a region or server goes over its share.
        if (shares.isAnyOver()) {
            shareGate.pass(row);
        }
        if (stampGate != null) {
            stampGate.pass(row);
        }
    }

    @Override
    public boolean tryMutate(Mutation mutation, MutationCallback callback) {
        Objects.requireNonNull(callback, "callback");
        int length = check.check(mutation);
        if (shares.isAnyOver() && !shareGate.tryPass(mutation)) {
            return false;
        }
        if (stampGate != null && !stampGate.tryPass(mutation)) {
            return false;
        }
        try {
            return stripes.mine().add(mutation, length, callback, trying);
        } catch (IOException closed) {
            tellLater(callback, closed);
            return true;
        }
    }

    private void tellLater(MutationCallback callback, IOException closed) {
        Completions.runOn(engine.parts().network(), () -> Batch.fail(callback, closed));
    }

    @Override
    public CompletableFuture<Void> mutateLater(Mutation mutation, MutationCallback callback) {
        // Not by ready() and another try: the room would go to threads that queue up for it, again and again.
        return shareGate
                .whenPassable(mutation)
                .thenCompose(free -> stripes.mine().addLater(mutation, Batch.lengthOf(mutation), callback, trying))
                .exceptionally(error -> {
                    Batch.fail(callback, Completions.cause(error));
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
        check.checkAll(mutations);
    }

    @Override
    public void write(Row row, MutationCallback callback) throws IOException {
        int length = row instanceof Mutation mutation ? check.check(mutation) : check.check((RowMutations) row);
        passGates(row);
        boolean unused = stripes.mine().add(row, length, callback, waiting);
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
        return new Flush(engine.parts().clock(), stripes::unsettled, this::flush).settled();
    }

    @Override
    public FlushResult flush(Duration deadline) throws IOException, InterruptedException {
        Objects.requireNonNull(deadline, "deadline");
        if (onNetworkThread()) {
            throw new IOException(
                    "flush(Duration) was called by a network thread, which would wait for itself; use flushAsync()");
        }
        Flush flush = new Flush(engine.parts().clock(), stripes::unsettled, this::flush);
        try {
            return flush.settled().get(Clock.nanosOf(deadline), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return flush.soFar();
        } catch (ExecutionException e) {
            throw new IllegalStateException("flushAsync() never completes exceptionally", e);
        } finally {
            flush.forget();
        }
    }

    @Override
    public CompletableFuture<CloseResult> closeAsync(Duration deadline) {
        Objects.requireNonNull(deadline, "deadline");
        CompletableFuture<CloseResult> closed = closing.close(deadline);
        // Not before: the close of the connection must wait for what is under way here.
        CompletableFuture<Void> unused = closed.thenRun(() -> {
            engine.closed(this);
            account.listeners().end();
        });
        return closed;
    }

    CompletableFuture<CloseResult> closeAsync() {
        return closeAsync(settings.closeTimeout());
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
    TableNow now() {
        return new TableNow(1, buffered(), stripes.sum(WriteBuffer::activeBytes), stripes.sum(WriteBuffer::pending));
    }

    /** How it stands. */
    WriteEngine.MutatorReport report() {
        return new WriteEngine.MutatorReport(table, state());
    }

    /** What has not been acknowledged now. */
    WriteEngine.Unfinished unfinished() {
        return new WriteEngine.Unfinished(
                table, stripes.sum(WriteBuffer::pending), stripes.sum(WriteBuffer::pendingBytes));
    }

    @Override
    public void close() {
        CompletableFuture<CloseResult> closed = closeAsync();
        if (onNetworkThread()) {
            LOG.warn(
                    "close() of the mutator for '{}' was called by a network thread: it goes on in the background",
                    table);
            return;
        }
        try {
            CloseResult unused = closed.get();
        } catch (InterruptedException e) {
            // The close goes on; the caller has said that it does not want to wait.
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("closeAsync() never completes exceptionally", e);
        }
    }

    @Override
    public long getWriteBufferSize() {
        return settings.buffer().maxBytes();
    }

    @Override
    public int getMaxMutations() {
        return settings.buffer().maxMutations();
    }

    @Override
    public long getPeriodicalFlushTimeout(TimeUnit unit) {
        return unit.convert(settings.buffer().periodNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public Map<String, byte[]> getRequestAttributes() {
        return settings.dispatch().requestAttributes();
    }

    @Override
    public CompletableFuture<Void> ready() {
        return shareGate.ready();
    }

    @Override
    public MutatorState state() {
        return account.state(stripes.sum(WriteBuffer::pending), stripes.sum(WriteBuffer::activeBytes));
    }
}
