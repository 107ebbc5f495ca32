package io.sluice.internal.sync;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.BufferFullException;
import io.sluice.BufferedMutator;
import io.sluice.BufferedMutatorParams;
import io.sluice.Configuration;
import io.sluice.FlushResult;
import io.sluice.Mutation;
import io.sluice.MutatorClosedException;
import io.sluice.RetriesExhaustedWithDetailsException;
import io.sluice.TableName;
import io.sluice.internal.retry.Completions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Waits where the asynchronous mutator returns a future, and collects the errors of the futures. */
public final class BufferedMutatorOverAsync implements BufferedMutator {
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final AsyncBufferedMutator mutator;
    private final ExceptionListener listener;
    private final Consumer<BufferedMutator> onClose;
    private final FailedMutations failed = new FailedMutations();

    private volatile boolean closed;

    /**
     * @param mutator used by this object only, and closed with it
     * @param onClose called when this has closed, before failures are reported
     */
    public BufferedMutatorOverAsync(
            AsyncBufferedMutator mutator, ExceptionListener listener, Consumer<BufferedMutator> onClose) {
        this.mutator = mutator;
        this.listener = listener;
        this.onClose = onClose;
    }

    /** Copies the parameters that are set to a builder; the others keep the builder's defaults. */
    public static void configure(AsyncBufferedMutatorBuilder builder, BufferedMutatorParams params) {
        if (params.getWriteBufferSize() >= 0) {
            // 0 means the same as in HBase: each mutation fills the buffer.
            builder.setWriteBufferSize(Math.max(1, params.getWriteBufferSize()));
        }
        if (params.getWriteBufferPeriodicFlushTimeoutMs() >= 0) {
            builder.setWriteBufferPeriodicFlush(params.getWriteBufferPeriodicFlushTimeoutMs(), TimeUnit.MILLISECONDS);
        }
        if (params.getMaxKeyValueSize() >= 0) {
            builder.setMaxKeyValueSize(params.getMaxKeyValueSize());
        }
        if (params.getRpcTimeout() >= 0) {
            builder.setRpcTimeout(params.getRpcTimeout(), TimeUnit.MILLISECONDS);
        }
        if (params.getOperationTimeout() >= 0) {
            builder.setOperationTimeout(params.getOperationTimeout(), TimeUnit.MILLISECONDS);
        }
        if (params.getMaxMutations() >= 0) {
            builder.setMaxMutations(params.getMaxMutations());
        }
        builder.setRequestAttributes(params.getRequestAttributes());
    }

    @Override
    public TableName getName() {
        return mutator.getName();
    }

    @Override
    public Configuration getConfiguration() {
        return mutator.getConfiguration();
    }

    @Override
    public void mutate(Mutation mutation) throws IOException {
        CompletableFuture<Void> future = mutator.mutate(mutation);
        IOException refusal = refusal(future);
        if (refusal != null) {
            throw thrown(refusal);
        }
        watch(mutation, future);
        report();
    }

    @Override
    public void mutate(List<? extends Mutation> mutations) throws IOException {
        List<CompletableFuture<Void>> futures = mutator.mutate(mutations);
        @Nullable IOException first = null;
        int refused = 0;
        for (CompletableFuture<Void> future : futures) {
            IOException refusal = refusal(future);
            if (refusal != null) {
                first = first == null ? refusal : first;
                refused++;
            }
        }
        if (first != null && refused == futures.size()) {
            throw thrown(first);
        }
        // If only some were refused, they are reported with their rows: the caller could not tell which ones.
        for (int i = 0; i < futures.size(); i++) {
            watch(mutations.get(i), futures.get(i));
        }
        report();
    }

    /**
     * Why a mutation was not accepted, or null if it was. To the caller it makes no difference if the mutation was accepted
     * and then failed by a close.
     */
    private static @Nullable IOException refusal(CompletableFuture<Void> future) {
        if (!future.isCompletedExceptionally()) {
            return null;
        }
        Throwable error = future.handle((done, e) -> e).join();
        if (error instanceof BufferFullException
                || error instanceof MutatorClosedException
                || error instanceof InterruptedIOException) {
            return (IOException) error;
        }
        return null;
    }

    /** A closed mutator throws the same exception as in HBase. */
    private static IOException thrown(IOException refusal) {
        if (refusal instanceof MutatorClosedException) {
            throw new IllegalStateException(refusal.getMessage(), refusal);
        }
        return refusal;
    }

    private void watch(Mutation mutation, CompletableFuture<Void> future) {
        // Runs before a flush that waits for this mutation returns: its batch settles only after its futures have
        // completed,
        // and dependents of a future run on the thread that completes it.
        var unused = future.whenComplete((done, error) -> {
            if (error != null) {
                failed.add(mutation, Completions.cause(error));
            }
        });
    }

    private void report() throws RetriesExhaustedWithDetailsException {
        RetriesExhaustedWithDetailsException error = failed.take();
        if (error != null) {
            listener.onException(error, this);
        }
    }

    @Override
    public void flush() throws IOException {
        if (closed) {
            throw new IllegalStateException("Already closed: the mutator for '" + getName() + "' is closed");
        }
        try {
            FlushResult unused = mutator.flush(FOR_EVER);
        } catch (InterruptedException e) {
            throw Interruptions.asIoException("interrupted while flushing; everything accepted goes on", e);
        }
        report();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        mutator.close();
        onClose.accept(this);
        if (Thread.currentThread().isInterrupted()) {
            throw Interruptions.asIoException("interrupted while closing, which goes on", null);
        }
        report();
    }

    @Override
    public long getWriteBufferSize() {
        return mutator.getWriteBufferSize();
    }

    @Override
    public int getMaxMutations() {
        return mutator.getMaxMutations();
    }

    @Override
    public long getWriteBufferPeriodicFlushTimeoutMs() {
        return mutator.getPeriodicalFlushTimeout(TimeUnit.MILLISECONDS);
    }

    @Override
    public Map<String, byte[]> getRequestAttributes() {
        return mutator.getRequestAttributes();
    }
}
