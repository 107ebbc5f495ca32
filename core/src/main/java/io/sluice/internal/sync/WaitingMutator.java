package io.sluice.internal.sync;

import io.sluice.FlushResult;
import io.sluice.Mutation;
import io.sluice.MutatorClosedException;
import io.sluice.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Waits where the asynchronous mutator does not, and collects the failures. The face that a program sees is made over this,
 * with the program's own mutations and exceptions. A mutation leaves no object behind when it has been accepted.
 */
public final class WaitingMutator {
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final WaitableMutator mutator;
    private final Listener listener;
    private final Runnable onClose;
    private final Unreported failures = new Unreported();

    private volatile boolean closed;

    /** Told of failures, on the thread of the call that found them. */
    @FunctionalInterface
    public interface Listener {

        /**
         * @param failures not empty; each is told once
         * @throws IOException to be thrown by the call that found them
         */
        void failed(List<Failure<Row>> failures) throws IOException;
    }

    /**
     * @param mutator not used by anybody else; closed with this
     * @param onClose run when this has closed, before failures are reported
     */
    public WaitingMutator(WaitableMutator mutator, Listener listener, Runnable onClose) {
        this.mutator = mutator;
        this.listener = listener;
        this.onClose = onClose;
    }

    /**
     * Accepts a mutation, waiting for room.
     *
     * @throws IOException if it was not accepted, or from the listener, or if mutations have failed that cannot be named
     * @throws IllegalStateException if this is closed
     */
    public void mutate(Mutation mutation) throws IOException {
        try {
            mutator.write(mutation, failures);
        } catch (IOException e) {
            throw thrown(e);
        }
        report();
    }

    /**
     * Accepts mutations in their order, waiting for room. If only some were accepted, the others are among the failures.
     *
     * @throws IOException if none was accepted, or as by {@link #mutate(Mutation)}
     * @throws IllegalStateException if this is closed
     */
    public void mutate(List<? extends Mutation> mutations) throws IOException {
        mutator.checkAll(mutations);
        int accepted = 0;
        @Nullable List<Failure<Row>> refused = null;
        for (Mutation mutation : mutations) {
            try {
                mutator.write(mutation, failures);
                accepted++;
            } catch (IOException e) {
                refused = refused == null ? new ArrayList<>() : refused;
                refused.add(new Failure<>(mutation, e));
            }
        }
        if (refused != null) {
            if (accepted == 0) {
                throw thrown((IOException) refused.get(0).error());
            }
            // With their rows: the caller could not tell which they were.
            refused.forEach(failure -> failures.failed(failure.mutation(), failure.error()));
        }
        report();
    }

    /** A closed mutator is told as HBase tells it. */
    private static IOException thrown(IOException refusal) {
        if (refusal instanceof MutatorClosedException) {
            throw new IllegalStateException(refusal.getMessage(), refusal);
        }
        return refusal;
    }

    private void report() throws IOException {
        failures.report(listener);
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
