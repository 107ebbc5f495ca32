package io.sluice.internal.sync;

import io.sluice.Mutation;
import io.sluice.MutationScope;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.internal.retry.SharedCallback;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Counts the unsettled mutations of a scope. They cost no object. */
public final class MutatorScope implements MutationScope {
    private final ScopeWriter writer;
    private final Unreported failures = new Unreported();
    private final SharedCallback callback = new Count();

    private final AtomicLong acknowledged = new AtomicLong();

    /** Written mutations that have not settled; a failure is recorded before its mutation is discounted. */
    private final AtomicLong pending = new AtomicLong();

    /** Threads in {@link #join}; they have flushed what they found, so later writers flush by themselves. */
    private final AtomicInteger joining = new AtomicInteger();

    private volatile boolean closed;

    // Lock order: a leaf. Held for a look at `pending`; settling takes it only when nothing is pending.
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();

    public MutatorScope(ScopeWriter writer) {
        this.writer = writer;
    }

    /** Of all mutations. */
    private final class Count implements SharedCallback {
        @Override
        public void failed(@Nullable Row mutation, Throwable error) {
            failures.failed(mutation, error);
        }

        @Override
        public void settled(@Nullable Throwable error) {
            if (error == null) {
                acknowledged.getAndIncrement();
            }
            leave();
        }
    }

    @Override
    public void mutate(Mutation mutation) throws IOException {
        write(Objects.requireNonNull(mutation, "mutation"));
    }

    @Override
    public void mutate(RowMutations mutations) throws IOException {
        write(Objects.requireNonNull(mutations, "mutations"));
    }

    @Override
    public void mutate(List<? extends Mutation> mutations) throws IOException {
        writer.checkAll(mutations);
        for (Mutation mutation : mutations) {
            write(mutation);
        }
    }

    private void write(Row row) throws IOException {
        // Counted before `closed` is read: either close() sees the count, or this sees the close.
        pending.getAndIncrement();
        boolean written = false;
        try {
            if (closed) {
                throw new IllegalStateException("the scope is closed");
            }
            writer.write(row, callback);
            written = true;
            if (joining.get() > 0) {
                writer.flush();
            }
        } finally {
            if (!written) {
                leave();
            }
        }
    }

    private void leave() {
        if (pending.decrementAndGet() == 0) {
            lock.lock();
            try {
                idle.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public long join() throws IOException {
        if (pending.get() > 0) {
            if (writer.onNetworkThread()) {
                throw new IOException("a network thread must not wait for a scope: it would wait for itself");
            }
            joining.getAndIncrement();
            try {
                writer.flush();
                awaitIdle();
            } finally {
                joining.getAndDecrement();
            }
        }
        failures.report(failed -> {
            throw Failure.exception(failed);
        });
        return acknowledged.getAndSet(0);
    }

    private void awaitIdle() throws IOException {
        lock.lock();
        try {
            while (pending.get() > 0) {
                idle.await();
            }
        } catch (InterruptedException e) {
            throw Interruptions.asIoException("interrupted while waiting for a scope; everything accepted goes on", e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        long unused = join();
    }
}
