package io.sluice.internal.pool;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An open connection in its place in a pool. It is the lease of all its users, so that taking one allocates nothing.
 */
final class Entry<C extends PooledConnection> implements Lease<C> {
    private final C connection;
    /** Where it is, at hand for the release. */
    final Slots.Slot<C> slot;

    final Place place;
    private final Releaser<C> pool;
    /** What an acquire that need not wait returns. */
    final CompletableFuture<Lease<C>> lease = CompletableFuture.completedFuture(this);

    // HouseKeeper alone reads and writes these, in ticks on several threads; ticks that overlap do no harm.
    volatile long usesSeen = -1;
    volatile long idleSinceNanos;
    volatile long checkedAtNanos;

    /** Why it was retired; written under the lock of {@link ConnectionSet}, once. */
    volatile @Nullable CloseReason reason;

    /**
     * Where a connection is and since when.
     *
     * @param index of its permits
     * @param loop number of the event loop that was asked for
     * @param expiresAtNanos when it is too old; meaningless without a maximum lifetime
     */
    record Place(int index, int loop, long openedAtNanos, long expiresAtNanos) {}

    /** Takes leases back. */
    @FunctionalInterface
    interface Releaser<C extends PooledConnection> {
        void release(Entry<C> entry);
    }

    Entry(C connection, Slots.Slot<C> slot, Place place, Releaser<C> pool) {
        this.connection = connection;
        this.slot = slot;
        this.place = place;
        this.pool = pool;
        idleSinceNanos = place.openedAtNanos();
        checkedAtNanos = place.openedAtNanos();
    }

    @Override
    public C connection() {
        return connection;
    }

    @Override
    public void release() {
        pool.release(this);
    }

    @Override
    public String toString() {
        return connection.toString();
    }
}
