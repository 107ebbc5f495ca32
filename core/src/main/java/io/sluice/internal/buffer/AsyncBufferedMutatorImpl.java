package io.sluice.internal.buffer;

import io.sluice.AsyncBufferedMutator;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.FlushResult;
import io.sluice.Mutation;
import io.sluice.MutatorClosedException;
import io.sluice.MutatorState;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.TableName;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchDispatcher;
import io.sluice.internal.batch.MutationExtras;
import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The mutator: checks a mutation, takes room for it, buffers it, and sends the buffer it filled. */
final class AsyncBufferedMutatorImpl implements AsyncBufferedMutator {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncBufferedMutatorImpl.class);

    private final TableName table;
    private final MutatorSettings settings;
    private final WriteEngine engine;
    private final MutationCheck check;
    private final Admission admission;
    private final WriteBuffer buffer;
    private final FlushTimer flushTimer;
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
        admission = new Admission(engine, settings.backpressure());
        buffer = new WriteBuffer(
                table, parts.allocator(), parts.clock(), settings.writeBufferBytes(), settings.maxMutations());
        flushTimer = new FlushTimer(buffer, parts.timer(), parts.clock(), settings.periodicFlushNanos(), this::send);
        closing = new MutatorClose(table, buffer, dispatcher, parts.timer(), account, this::send);
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
        check.check(mutation);
        return accept(mutation);
    }

    @Override
    public CompletableFuture<Void> mutate(RowMutations mutations) {
        check.check(mutations);
        return accept(mutations);
    }

    @Override
    public List<CompletableFuture<Void>> mutate(List<? extends Mutation> mutations) {
        check.checkAll(mutations);
        List<CompletableFuture<Void>> futures = new ArrayList<>(mutations.size());
        for (Mutation mutation : mutations) {
            futures.add(accept(mutation));
        }
        return futures;
    }

    @Override
    public CompletableFuture<Void> mutateAll(Collection<? extends Mutation> mutations) {
        List<CompletableFuture<Void>> futures = mutate(List.copyOf(mutations));
        return AllSettled.of(futures);
    }

    private CompletableFuture<Void> accept(Row row) {
        int length = Batch.lengthOf(row);
        long bytes = Batch.accountedBytes(length);
        CompletableFuture<Void> future = new CompletableFuture<>();
        try {
            closing.requireOpen();
            admission.admit(bytes);
        } catch (IOException e) {
            future.completeExceptionally(e);
            return future;
        }
        // Who asked for room must give it back if anything goes wrong before the batch has the mutation.
        boolean appended = false;
        try {
            MutationExtras extras = MutationExtras.of(row, AsyncBufferedMutatorImpl::nonce);
            Batch full = buffer.append(row, length, extras, future);
            appended = true;
            account.accepted();
            if (full != null) {
                send(full);
            } else if (engine.parts().budget().isStarving()) {
                // Who waits has had all buffers sent when it queued up. What was admitted before and appended after
                // that
                // would keep its room until the next flush.
                engine.flushAll();
            } else {
                flushTimer.appended();
            }
        } catch (MutatorClosedException e) {
            future.completeExceptionally(e);
        } finally {
            if (!appended) {
                admission.giveBack(bytes);
            }
        }
        return future;
    }

    /** 0 means "none" to the server. */
    private static long nonce() {
        long nonce = ThreadLocalRandom.current().nextLong();
        return nonce == 0 ? 1 : nonce;
    }

    private void send(Batch batch) {
        buffer.forgetWhenSettled(batch);
        account.sent(batch);
        dispatcher.dispatch(batch);
    }

    @Override
    public void flush() {
        Batch batch = buffer.takeActive();
        if (batch != null) {
            send(batch);
        }
    }

    @Override
    public CompletableFuture<FlushResult> flushAsync() {
        return new Flush(engine.parts().clock(), buffer, this::flush).settled();
    }

    @Override
    public FlushResult flush(Duration deadline) throws IOException, InterruptedException {
        Objects.requireNonNull(deadline, "deadline");
        if (engine.parts().onNetworkThread().getAsBoolean()) {
            throw new IOException(
                    "flush(Duration) was called by a network thread, which would wait for itself; use flushAsync()");
        }
        Flush flush = new Flush(engine.parts().clock(), buffer, this::flush);
        try {
            return flush.settled().get(Clock.nanosOf(deadline), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return flush.soFar();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a flush completes normally always", e);
        }
    }

    @Override
    public CompletableFuture<CloseResult> closeAsync(Duration deadline) {
        Objects.requireNonNull(deadline, "deadline");
        CompletableFuture<CloseResult> closed = closing.close(deadline);
        // Not before: who closes the connection must wait for what is under way here.
        CompletableFuture<Void> unused = closed.thenRun(() -> engine.closed(this));
        return closed;
    }

    CompletableFuture<CloseResult> closeAsync() {
        return closeAsync(settings.closeTimeout());
    }

    @Override
    public void close() {
        CompletableFuture<CloseResult> closed = closeAsync();
        if (engine.parts().onNetworkThread().getAsBoolean()) {
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
            throw new IllegalStateException("a close completes normally always", e);
        }
    }

    @Override
    public long getWriteBufferSize() {
        return settings.writeBufferBytes();
    }

    @Override
    public int getMaxMutations() {
        return settings.maxMutations();
    }

    @Override
    public long getPeriodicalFlushTimeout(TimeUnit unit) {
        return unit.convert(settings.periodicFlushNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public Map<String, byte[]> getRequestAttributes() {
        return settings.dispatch().requestAttributes();
    }

    @Override
    public CompletableFuture<Void> ready() {
        return engine.parts().budget().ready();
    }

    @Override
    public MutatorState state() {
        return account.state(buffer.activeBytes());
    }
}
