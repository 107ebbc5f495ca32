package io.sluice.internal.pool;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * An open connection of a pool, with its permits. It is also the lease of all its users, so acquiring allocates nothing.
 */
final class Slot<C extends PooledConnection> extends Slots.Permits implements Lease<C> {
    private final C connection;
    /** Number of the event loop that it was opened on. */
    final int loop;
    /** End of its lifetime; meaningless without a maximum lifetime. */
    final long expiresAtNanos;

    private final Consumer<Slot<C>> releaser;
    /** Returned by an acquire that does not have to wait. */
    final CompletableFuture<Lease<C>> lease = CompletableFuture.completedFuture(this);

    // Only HouseKeeper reads and writes these, in ticks on several threads; overlapping ticks do no harm.
    volatile long usesSeen = -1;
    volatile long idleSinceNanos;
    volatile long checkedAtNanos;

    /** Keeps what lies behind it in memory away from the permits. */
    @SuppressWarnings("UnusedVariable")
    private long p00, p01, p02, p03, p04, p05, p06, p07;

    Slot(C connection, int loop, long openedAtNanos, long expiresAtNanos, Consumer<Slot<C>> releaser) {
        this.connection = connection;
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
