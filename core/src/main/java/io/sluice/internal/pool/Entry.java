package io.sluice.internal.pool;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * An open connection in its slot of a pool. It is also the lease of all its users, so acquiring allocates nothing.
 */
final class Entry<C extends PooledConnection> implements Lease<C> {
    private final C connection;
    final Slots.Slot<C> slot;
    /** Number of the event loop that it was opened on. */
    final int loop;
    /** End of its lifetime; meaningless without a maximum lifetime. */
    final long expiresAtNanos;

    private final Consumer<Entry<C>> releaser;
    /** Returned by an acquire that does not have to wait. */
    final CompletableFuture<Lease<C>> lease = CompletableFuture.completedFuture(this);

    // Only HouseKeeper reads and writes these, in ticks on several threads; overlapping ticks do no harm.
    volatile long usesSeen = -1;
    volatile long idleSinceNanos;
    volatile long checkedAtNanos;

    /** Whether it is no longer leased. Guarded by the lock of {@link ConnectionSet}. */
    boolean retired;

    Entry(
            C connection,
            Slots.Slot<C> slot,
            int loop,
            long openedAtNanos,
            long expiresAtNanos,
            Consumer<Entry<C>> releaser) {
        this.connection = connection;
        this.slot = slot;
        this.loop = loop;
        this.expiresAtNanos = expiresAtNanos;
        this.releaser = releaser;
        idleSinceNanos = openedAtNanos;
        checkedAtNanos = openedAtNanos;
    }

    @Override
    public C connection() {
        return connection;
    }

    @Override
    public void release() {
        releaser.accept(this);
    }

    @Override
    public String toString() {
        return connection.toString();
    }
}
