package io.sluice.internal.pool;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * An open connection in its place in a pool. It is the lease of all its users, so that taking one allocates nothing.
 */
final class Entry<C extends PooledConnection> implements Lease<C> {
    private final C connection;
    final Slots.Slot<C> slot;
    /** Number of the event loop that was asked for. */
    final int loop;
    /** When it is too old; meaningless without a maximum lifetime. */
    final long expiresAtNanos;

    private final Consumer<Entry<C>> releaser;
    /** What an acquire that need not wait returns. */
    final CompletableFuture<Lease<C>> lease = CompletableFuture.completedFuture(this);

    // HouseKeeper alone reads and writes these, in ticks on several threads; ticks that overlap do no harm.
    volatile long usesSeen = -1;
    volatile long idleSinceNanos;
    volatile long checkedAtNanos;

    /** Whether it gives out no more leases. Guarded by the lock of {@link ConnectionSet}. */
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
