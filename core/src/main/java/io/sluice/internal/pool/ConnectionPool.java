package io.sluice.internal.pool;

import io.sluice.internal.pool.HandoffQueue.Waiter;
import io.sluice.internal.pool.Slots.Slot;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Open connections to one target, leased for calls. Safe for use by many threads, virtual ones included.
 *
 * <p>While a permit is free, acquire and release are one CAS each, unordered, and allocate nothing. A caller that finds no
 * permit waits, as a thread or as a future, and is served by a release or by a new connection, whichever comes first, in
 * the order that {@link Fairness} defines.
 *
 * <p>An unreachable target pauses the pool: waiting callers and new ones fail at once with the cause. When the failed
 * connect has expired, connecting is tried again.
 */
public final class ConnectionPool<C extends PooledConnection> {
    final String name;
    final PoolSettings settings;
    final PoolParts parts;
    final PoolCounters counters = new PoolCounters();
    final Slots<C> slots;
    final HandoffQueue<C> queue;
    final ConnectionSet<C> connections;
    private final HouseKeeper<C> houseKeeper;
    private final int max;
    private final boolean timesUse;
    /** Whether each lease records where it was acquired; else all leases of one connection are one object. */
    private final boolean traces;

    private final AtomicReference<@Nullable Pause> paused = new AtomicReference<>();
    private final AtomicBoolean closing = new AtomicBoolean();

    /** Why the pool refuses, and until when. */
    private record Pause(Throwable cause, long untilNanos) {}

    /** @param name of the target, for messages */
    public ConnectionPool(String name, Opener<C> opener, PoolSettings settings, PoolParts parts) {
        this.name = name;
        this.settings = settings;
        max = settings.size().max();
        this.parts = parts;
        timesUse = settings.care().timesUse();
        traces = settings.care().leakNanos() > 0;
        connections = new ConnectionSet<>(opener, this);
        slots = connections.slots;
        queue = new HandoffQueue<>(slots, settings.waiting(), parts.clock(), parts.timer(), this::lease);
        houseKeeper = new HouseKeeper<>(this);
        houseKeeper.begin();
    }

    /** A lease if one is available now, else null. If even the least loaded connection is saturated, another one is opened. */
    public @Nullable Lease<C> tryAcquire() {
        Slot<C> slot = queue.tryTake();
        if (slot == null) {
            return null;
        }
        if (connections.size() < max && slot.connection().isSaturated()) {
            connections.grow();
        }
        return lease(slot);
    }

    /**
     * A lease; the calling thread waits for it.
     *
     * @param timeoutNanos how long it may take; the largest {@code long} for no limit
     * @throws IOException as {@link #acquireAsync} fails
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing is leased then
     */
    public Lease<C> acquire(long timeoutNanos) throws IOException, InterruptedException {
        Lease<C> lease = tryAcquire();
        if (lease != null) {
            return lease;
        }
        long startNanos = parts.clock().nanoTime();
        Waiter<C> waiter = new Waiter<>();
        enqueue(waiter);
        HandoffQueue.Outcome<C> outcome = queue.await(waiter, timeoutNanos);
        counters.waited(parts.clock().nanoTime() - startNanos);
        if (outcome.slot() != null) {
            return lease(outcome.slot());
        }
        if (outcome.error() != null) {
            throw asIoException(outcome.error());
        }
        counters.timeouts.increment();
        throw timeout(timeoutNanos);
    }

    /**
     * A lease, without waiting in the calling thread.
     *
     * @param timeoutNanos how long it may take; positive
     * @return already complete if a lease is available now. Otherwise it completes on the thread that released a lease or
     *     opened a connection or, where callbacks that release leases are deeply nested, on the timer's. Fails with
     *     {@link AcquireTimeoutException}, {@link TooManyPendingException}, the cause for which the pool is paused, or an
     *     {@link IOException} if it is closed
     */
    public CompletableFuture<Lease<C>> acquireAsync(long timeoutNanos) {
        Lease<C> lease = tryAcquire();
        if (lease != null) {
            return lease instanceof Slot<C> slot ? slot.lease : CompletableFuture.completedFuture(lease);
        }
        CompletableFuture<Lease<C>> future = new CompletableFuture<>();
        Waiter<C> waiter = new Waiter<>(future);
        long startNanos = parts.clock().nanoTime();
        try {
            enqueue(waiter);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
        if (!future.isDone()) {
            Timer.Cancellable timer = parts.timer().schedule(() -> expire(waiter, timeoutNanos), timeoutNanos);
            var unused = future.whenComplete((done, error) -> {
                timer.cancel();
                counters.waited(parts.clock().nanoTime() - startNanos);
                if (future.isCancelled()) {
                    boolean unusedWithdrawn = queue.withdraw(waiter, error);
                }
            });
        }
        return future;
    }

    private void expire(Waiter<C> waiter, long timeoutNanos) {
        // The error is only made if it is needed: its message walks over the connections.
        if (!waiter.isDecided() && queue.withdraw(waiter, timeout(timeoutNanos))) {
            counters.timeouts.increment();
            queue.tell(waiter);
        }
    }

    /** Adds a waiter, which is decided by a release, a new connection, or the pause or the end of the pool. */
    private void enqueue(Waiter<C> waiter) throws IOException {
        IOException refusal = refusal();
        if (refusal != null) {
            throw refusal;
        }
        if (!queue.add(waiter)) {
            counters.refused.increment();
            throw new TooManyPendingException(queue.pending() + " callers already wait for a connection to " + name
                    + ", and maxPendingAcquire is " + settings.waiting().maxPending());
        }
        // Again after it was added: a pause and a close first take effect and then fail the waiters they find.
        refusal = refusal();
        if (refusal != null && queue.withdraw(waiter, refusal)) {
            queue.tell(waiter);
        }
        connections.reconcile();
    }

    /** Why no caller may wait now; null if callers may. */
    private @Nullable IOException refusal() {
        if (connections.isClosed()) {
            return closedError();
        }
        Pause pause = pauseNow();
        return pause == null ? null : asIoException(pause.cause());
    }

    private Lease<C> lease(Slot<C> slot) {
        if (timesUse) {
            counters.usedNanos.add(-parts.clock().nanoTime());
        }
        return traces ? houseKeeper.traced(slot) : slot;
    }

    private IOException asIoException(Throwable error) {
        return error instanceof IOException e ? e : new IOException("No connection to " + name, error);
    }

    private @Nullable Pause pauseNow() {
        Pause pause = paused.get();
        if (pause != null && parts.clock().nanoTime() - pause.untilNanos() >= 0) {
            paused.compareAndSet(pause, null);
            return null;
        }
        return pause;
    }

    /**
     * Opens connections until there are {@code min}, or the maximum, connects under way included.
     *
     * @param parallelism how many connects at the same time; the limit of all pools together applies, the pool's own
     *     limit does not
     * @return completes when the last connect has ended, never exceptionally; the first connection serves waiting callers
     */
    public CompletableFuture<WarmUpResult> warmUp(int min, int parallelism) {
        if (min < 0 || parallelism < 1) {
            throw new IllegalArgumentException("warm-up to " + min + " connections, " + parallelism
                    + " at a time: neither may be less, nor 0 at a time");
        }
        Pause pause = pauseNow();
        if (pause != null) {
            return CompletableFuture.completedFuture(new WarmUpResult(0, 0, List.of(pause.cause())));
        }
        return connections.warmUp(min, parallelism);
    }

    // ---- called by the parts of the pool ----

    /** Callers that wait for a lease; 0 while the pool is paused. */
    int waiting() {
        return pauseNow() == null ? queue.pending() : 0;
    }

    void release(Slot<C> slot) {
        if (timesUse) {
            counters.usedNanos.add(parts.clock().nanoTime());
        }
        queue.release(slot);
    }

    /** A connection can be leased. */
    void opened() {
        queue.serve();
        houseKeeper.opened();
    }

    /** The last connect under way has failed, and no connection is open. */
    void unreachable(Throwable cause) {
        houseKeeper.unreachable();
        long expiryNanos = settings.connecting().failedExpiryNanos();
        paused.set(new Pause(cause, parts.clock().nanoTime() + expiryNanos));
        queue.failAll(cause);
    }

    /** The current state and the counts since the beginning. */
    public PoolNumbers numbers() {
        long leases = 0;
        int idle = 0;
        int leased = 0;
        for (Slot<C> slot : slots.all()) {
            int leasesHere = slot.leases();
            leases += leasesHere;
            if (slot.connection().isOpen()) {
                leased += leasesHere > 0 ? 1 : 0;
                idle += leasesHere > 0 || slot.isClosed() ? 0 : 1;
            }
        }
        PoolNumbers.Now now = new PoolNumbers.Now(
                idle, leased, leases, queue.pending(), connections.connecting(), pauseNow() == null ? 0 : 1);
        long heldNanos = timesUse ? leases * parts.clock().nanoTime() : 0;
        return counters.numbers(now, connections.uses(), heldNanos);
    }

    /** Whether it was closed. */
    public boolean isClosed() {
        return connections.isClosed();
    }

    /**
     * Closes the pool if it has begun a connect before and has no connection, connect or waiter now. Returns whether it is
     * closed.
     */
    boolean closeIfUnused() {
        boolean isClosed = queue.pending() == 0 && pauseNow() == null && connections.closeIfEmpty();
        if (isClosed) {
            // A caller that joined the queue meanwhile may have found the pool open, and no connect is started for it.
            queue.failAll(closedError());
        }
        return isClosed;
    }

    /**
     * Refuses new leases, fails waiting callers and closes the connections: idle ones at once, leased ones when they are
     * released.
     *
     * @param deadlineNanos when leased connections that were not released are closed as well; 0 for at once
     * @return completes when all connections have ended, never exceptionally. The deadline of the first close counts
     */
    public CompletableFuture<Void> closeAsync(long deadlineNanos) {
        if (closing.compareAndSet(false, true)) {
            connections.close(deadlineNanos);
            queue.failAll(closedError());
            houseKeeper.end();
        }
        return connections.ended();
    }

    private IOException closedError() {
        return new IOException("no connection to " + name + ": the pool is closed");
    }

    private AcquireTimeoutException timeout(long timeoutNanos) {
        PoolNumbers.Now now = numbers().now();
        return new AcquireTimeoutException("no connection to " + name + " in "
                + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms: " + now.leases() + " leases of " + now.open()
                + " open connections, " + now.connecting() + " being opened, " + now.pending()
                + " callers waiting; maxConnections is "
                + settings.size().max() + ", callsPerConnection "
                + settings.size().callsPerConnection());
    }

    @Override
    public String toString() {
        return "pool of " + name;
    }
}
