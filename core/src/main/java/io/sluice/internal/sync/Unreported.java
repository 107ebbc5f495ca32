package io.sluice.internal.sync;

import io.sluice.Row;
import io.sluice.internal.retry.SharedCallback;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Failures that the program has not been told of. As a callback it keeps them for the next call: a flush waits for the
 * batches, not for this. Safe for use by many threads.
 */
final class Unreported implements SharedCallback {
    private final Queue<Failure<Row>> named = new ConcurrentLinkedQueue<>();

    /** The first error of a mutation that nobody can name; takes no memory, which may be why. */
    private final AtomicReference<@Nullable Throwable> unnamed = new AtomicReference<>();

    @Override
    public void failed(@Nullable Row mutation, Throwable error) {
        if (mutation != null) {
            try {
                named.add(new Failure<>(mutation, error));
                return;
            } catch (OutOfMemoryError e) {
                // The failure counts more than its name.
            }
        }
        unnamed.compareAndSet(null, error);
    }

    @Override
    public void settled(@Nullable Throwable error) {}

    private boolean isEmpty() {
        return named.isEmpty() && unnamed.get() == null;
    }

    /** Takes all failures of mutations that can be named, in the order in which they happened. */
    private List<Failure<Row>> takeNamed() {
        List<Failure<Row>> taken = new ArrayList<>();
        for (Failure<Row> next = named.poll(); next != null; next = named.poll()) {
            taken.add(next);
        }
        return taken;
    }

    /** Takes the failures of the others, as one error; null if there is none. */
    private @Nullable IOException takeUnnamed() {
        Throwable first = unnamed.get();
        if (first == null) {
            return null;
        }
        IOException error = new IOException(
                "at least one mutation has failed and cannot be named, since it could not be read from the buffer: "
                        + first,
                first);
        return unnamed.compareAndSet(first, null) ? error : null;
    }

    /**
     * Reports all failures.
     *
     * @throws IOException from the listener, or the failures of mutations that cannot be named
     */
    void report(WaitingMutator.Listener listener) throws IOException {
        if (isEmpty()) {
            return;
        }
        List<Failure<Row>> failures = takeNamed();
        if (!failures.isEmpty()) {
            try {
                listener.failed(failures);
            } catch (Error e) {
                // No stack or no memory to report them here: another call will.
                failures.forEach(failure -> failed(failure.mutation(), failure.error()));
                throw e;
            } catch (IOException | RuntimeException e) {
                IOException others = takeUnnamed();
                if (others != null) {
                    e.addSuppressed(others);
                }
                throw e;
            }
        }
        IOException others = takeUnnamed();
        if (others != null) {
            throw others;
        }
    }
}
