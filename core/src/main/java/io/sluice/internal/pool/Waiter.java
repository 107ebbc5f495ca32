package io.sluice.internal.pool;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who waits for a permit: a parked thread or a future. What becomes of it is decided once, by a CAS: served with
 * a connection, failed, or gone because it waits no more. Only who decided tells it.
 */
final class Waiter<C extends PooledConnection> {
    private final AtomicReference<@Nullable Outcome<C>> outcome = new AtomicReference<>();
    private final @Nullable Thread thread;
    private final @Nullable CompletableFuture<Lease<C>> future;
    private final Function<Entry<C>, Lease<C>> leasing;
    /** Whether a thread has been woken to try for itself and has not tried yet. */
    private final AtomicBoolean signalled = new AtomicBoolean();

    /**
     * What became of a waiter.
     *
     * @param entry what it was given, or null
     * @param error why it was given nothing, or null
     */
    record Outcome<C extends PooledConnection>(
            @Nullable Entry<C> entry, @Nullable Throwable error) {}

    private Waiter(
            @Nullable Thread thread,
            @Nullable CompletableFuture<Lease<C>> future,
            Function<Entry<C>, Lease<C>> leasing) {
        this.thread = thread;
        this.future = future;
        this.leasing = leasing;
    }

    /** The calling thread. */
    static <C extends PooledConnection> Waiter<C> thread(Function<Entry<C>, Lease<C>> leasing) {
        return new Waiter<>(Thread.currentThread(), null, leasing);
    }

    /** A future, which gets what {@code leasing} makes of a connection. */
    static <C extends PooledConnection> Waiter<C> future(
            CompletableFuture<Lease<C>> future, Function<Entry<C>, Lease<C>> leasing) {
        return new Waiter<>(null, future, leasing);
    }

    boolean isThread() {
        return thread != null;
    }

    boolean isDecided() {
        return outcome.get() != null;
    }

    /** What was decided; to be asked after that. */
    Outcome<C> outcome() {
        Outcome<C> decided = outcome.get();
        if (decided == null) {
            throw new IllegalStateException("not decided yet");
        }
        return decided;
    }

    /** Decides it; false if it was decided before. */
    boolean decide(@Nullable Entry<C> entry, @Nullable Throwable error) {
        return outcome.compareAndSet(null, new Outcome<>(entry, error));
    }

    /** Tells who waits, after {@link #decide}. Runs the code of who waits for a future. */
    void tell() {
        if (future == null) {
            LockSupport.unpark(thread);
            return;
        }
        Outcome<C> decided = outcome();
        if (decided.entry() == null) {
            future.completeExceptionally(decided.error());
            return;
        }
        Lease<C> lease = leasing.apply(decided.entry());
        if (!future.complete(lease)) {
            // Cancelled by who waited for it.
            lease.release();
        }
    }

    /** Wakes a thread so that it tries for itself, unless that has been done already. */
    void signal() {
        if (!signalled.get() && signalled.compareAndSet(false, true)) {
            LockSupport.unpark(thread);
        }
    }

    /** Says that the thread tries now: what is released from here on needs another signal. */
    void tries() {
        signalled.set(false);
    }
}
