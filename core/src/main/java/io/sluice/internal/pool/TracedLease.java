package io.sluice.internal.pool;

import java.util.concurrent.atomic.AtomicBoolean;

/** A lease of the test mode: knows who took it and when, and can be released once only. */
final class TracedLease<C extends PooledConnection> implements Lease<C> {
    private final Entry<C> entry;
    private final Tracer<C> tracer;
    private final long takenAtNanos;
    private final Throwable taker = new Throwable("the lease was taken here");
    private final AtomicBoolean released = new AtomicBoolean();
    /** Written by upkeep alone. */
    private boolean reported;

    /** Told of the release. */
    @FunctionalInterface
    interface Tracer<C extends PooledConnection> {
        void released(TracedLease<C> lease, Entry<C> entry);
    }

    TracedLease(Entry<C> entry, long takenAtNanos, Tracer<C> tracer) {
        this.entry = entry;
        this.takenAtNanos = takenAtNanos;
        this.tracer = tracer;
    }

    @Override
    public C connection() {
        if (released.get()) {
            throw new IllegalStateException("the lease of " + entry + " was released before", taker);
        }
        return entry.connection();
    }

    @Override
    public void release() {
        if (!released.compareAndSet(false, true)) {
            throw new IllegalStateException("a lease of " + entry + " was released twice", taker);
        }
        tracer.released(this, entry);
    }

    /** Whether it is held for too long and that was not said yet; true once. */
    boolean isOverdue(long nowNanos, long limitNanos) {
        if (reported || nowNanos - takenAtNanos < limitNanos) {
            return false;
        }
        reported = true;
        return true;
    }

    /** Where it was taken. */
    Throwable taker() {
        return taker;
    }

    @Override
    public String toString() {
        return "lease of " + entry;
    }
}
