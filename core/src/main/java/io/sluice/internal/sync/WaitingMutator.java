package io.sluice.internal.sync;

import io.sluice.AsyncBufferedMutator;
import io.sluice.BufferFullException;
import io.sluice.FlushResult;
import io.sluice.Mutation;
import io.sluice.MutatorClosedException;
import io.sluice.internal.retry.Completions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Waits where the asynchronous mutator gives a future, and collects what the futures fail with. The face that a program
 * sees is made over this, with the program's own mutations and exceptions.
 *
 * @param <R> the program's mutations: what is kept, until it has settled, to be named by a failure
 */
public final class WaitingMutator<R> {
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final AsyncBufferedMutator mutator;
    private final Listener<R> listener;
    private final Runnable onClose;
    /** Failures that have not been reported. */
    private final Queue<Failure<R>> failed = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;

    /** Told of failures, on the thread of the call that found them. */
    @FunctionalInterface
    public interface Listener<R> {

        /**
         * @param failures not empty; each is told once
         * @throws IOException to be thrown by the call that found them
         */
        void failed(List<Failure<R>> failures) throws IOException;
    }

    /**
     * @param mutator not used by anybody else; closed with this
     * @param onClose run when this has closed, before failures are reported
     */
    public WaitingMutator(AsyncBufferedMutator mutator, Listener<R> listener, Runnable onClose) {
        this.mutator = mutator;
        this.listener = listener;
        this.onClose = onClose;
    }

    /**
     * Accepts a mutation, waiting for room.
     *
     * @param given what a failure shall name
     * @throws IOException if it was not accepted, or from the listener
     * @throws IllegalStateException if this is closed
     */
    public void mutate(Mutation mutation, R given) throws IOException {
        CompletableFuture<Void> future = mutator.mutate(mutation);
        IOException refusal = refusal(future);
        if (refusal != null) {
            throw thrown(refusal);
        }
        watch(given, future);
        report();
    }

    /**
     * Accepts mutations in their order, waiting for room. If only some were accepted, the others are among the failures.
     *
     * @param given what a failure shall name, as many
     * @throws IOException if none was accepted, or from the listener
     * @throws IllegalStateException if this is closed
     */
    public void mutate(List<? extends Mutation> mutations, List<? extends R> given) throws IOException {
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
        // If only some were refused, they are reported with their rows: the caller could not tell which they were.
        for (int i = 0; i < futures.size(); i++) {
            watch(given.get(i), futures.get(i));
        }
        report();
    }

    /**
     * Why a mutation was not accepted, or null if it was. Where a mutator that is being closed has failed a mutation that it
     * had accepted, it is all the same to the caller.
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

    /** A closed mutator is told as HBase tells it. */
    private static IOException thrown(IOException refusal) {
        if (refusal instanceof MutatorClosedException) {
            throw new IllegalStateException(refusal.getMessage(), refusal);
        }
        return refusal;
    }

    private void watch(R given, CompletableFuture<Void> future) {
        // Runs before a flush that waits for this mutation returns: its batch has settled only when the futures in it
        // have completed, and what hangs on them ran by then on the thread that completed them.
        var unused = future.whenComplete((done, error) -> {
            if (error != null) {
                failed.add(new Failure<>(given, Completions.cause(error)));
            }
        });
    }

    private void report() throws IOException {
        if (failed.isEmpty()) {
            return;
        }
        // Another thread may have taken them meanwhile.
        List<Failure<R>> taken = Failure.takeAll(failed);
        if (!taken.isEmpty()) {
            listener.failed(taken);
        }
    }

    /**
     * Sends what is buffered and waits until what was accepted before has settled.
     *
     * @throws IllegalStateException if this is closed
     */
    public void flush() throws IOException {
        if (closed) {
            throw new IllegalStateException("Already closed: the mutator for '" + mutator.getName() + "' is closed");
        }
        try {
            FlushResult unused = mutator.flush(FOR_EVER);
        } catch (InterruptedException e) {
            throw Interruptions.asIoException("interrupted while flushing; everything accepted goes on", e);
        }
        report();
    }

    /** Closes the mutator, which sends what is buffered and waits, within its close timeout. May be called often. */
    public void close() throws IOException {
        closed = true;
        mutator.close();
        onClose.run();
        if (Thread.currentThread().isInterrupted()) {
            throw Interruptions.asIoException("interrupted while closing, which goes on", null);
        }
        report();
    }
}
