package io.sluice.internal.pool;

import io.sluice.internal.pool.HandoffQueue.Waiter;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Open connections to one target, leased for calls. Safe for use by many threads, virtual ones included.
 *
 * <p>While a permit is free, acquire and release are one CAS each, in no order, and allocate nothing. A caller that finds
 * none waits, as a thread or as a future, and is served by a release or by a new connection, whichever comes first, in the
 * order of {@link Fairness}.
 *
 * <p>A target that cannot be reached pauses the pool: callers that wait and new ones fail at once with the cause. After the
 * expiry of failed connects connecting is tried again.
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
    private final Function<Entry<C>, Lease<C>> leasing;
    private final boolean timesUse;
    /** Whether leases of one connection can be one object. */
    private final boolean plain;

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
        slots = new Slots<>(settings.size(), this::drained);
        plain = !timesUse && settings.care().leakNanos() == 0;
        leasing = plain ? entry -> entry : this::lease;
        queue = new HandoffQueue<>(slots, settings.waiting(), parts.clock(), parts.timer(), leasing);
        connections = new ConnectionSet<>(opener, this);
        houseKeeper = new HouseKeeper<>(this);
        houseKeeper.begin();
    }

    /** A lease if one is to be had at once, else null. When all connections are busy another one is opened. */
    public @Nullable Lease<C> tryAcquire() {
        Entry<C> entry = queue.tryTake();
        if (entry == null) {
            return null;
        }
        if (connections.size() < max && entry.connection().isSaturated()) {
            connections.grow();
        }
        return plain ? entry : leasing.apply(entry);
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
        if (outcome.entry() != null) {
            return leasing.apply(outcome.entry());
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
     * @return complete if a lease is to be had at once; else it completes on the thread that released a lease or opened a
     *     connection, or, where callbacks that give leases back are deep in one another, on the timer's. Fails with {@link AcquireTimeoutException}, {@link TooManyPendingException}, the cause for which the
     *     pool is paused, or an {@link IOException} if it is closed
     */
    public CompletableFuture<Lease<C>> acquireAsync(long timeoutNanos) {
        Lease<C> lease = tryAcquire();
        if (lease != null) {
            return lease instanceof Entry<C> entry ? entry.lease : CompletableFuture.completedFuture(lease);
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
        // Made only if it is used: its message walks over the connections.
        if (!waiter.isDecided() && queue.withdraw(waiter, timeout(timeoutNanos))) {
            counters.timeouts.increment();
            queue.tell(waiter);
        }
    }

    /** Adds a waiter that will be decided: by a release, a connection, the end or the pause of the pool. */
    private void enqueue(Waiter<C> waiter) throws IOException {
        refuseIfPaused();
        if (!queue.add(waiter)) {
            counters.refused.increment();
            throw new TooManyPendingException(queue.pending() + " wait already for a connection to " + name
                    + ", and maxPendingAcquire is " + settings.waiting().maxPending());
        }
        // After it was added: a pause and a close first say so and then fail the waiters they find.
        Pause pause = pauseNow();
        if (connections.isClosed() || pause != null) {
            Throwable error = pause == null ? closedError() : pause.cause();
            if (queue.withdraw(waiter, error)) {
                queue.tell(waiter);
            }
        }
        connections.reconcile();
    }

    private void refuseIfPaused() throws IOException {
        if (connections.isClosed()) {
            throw closedError();
        }
        Pause pause = pauseNow();
        if (pause != null) {
            throw asIoException(pause.cause());
        }
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
     * Opens connections until there are {@code min} or as many as may be, those on their way included.
     *
     * @param parallelism how many at the same time; the total for all pools stands, the pool's own limit does not
     * @return completes, always normally, when the last connect has ended; the first connection serves callers that wait
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

    // ---- what the parts of the pool tell it ----

    private void drained(Entry<C> entry) {
        connections.drained(entry);
    }

    private Lease<C> lease(Entry<C> entry) {
        return houseKeeper.lease(entry);
    }

    /** Callers that wait for a lease; 0 while leases are refused. */
    int waiting() {
        return pauseNow() == null ? queue.pending() : 0;
    }

    void release(Entry<C> entry) {
        if (timesUse) {
            counters.usedNanos.add(parts.clock().nanoTime());
        }
        queue.release(entry);
    }

    /** A connection can be leased. */
    void opened() {
        queue.serve();
        houseKeeper.opened();
    }

    /** The last connect under way has failed and no connection is open. */
    void unreachable(Throwable cause) {
        houseKeeper.unreachable();
        long expiryNanos = settings.connecting().failedExpiryNanos();
        paused.set(new Pause(cause, parts.clock().nanoTime() + expiryNanos));
        queue.failAll(cause);
    }

    /** What there is and what was done. */
    public PoolNumbers numbers() {
        long leases = 0;
        long uses = 0;
        int idle = 0;
        int leased = 0;
        for (int index = 0; index < slots.max(); index++) {
            uses += slots.uses(index);
            int leasesHere = slots.leases(index);
            leases += leasesHere;
            Entry<C> entry = slots.entry(index);
            if (entry != null && entry.connection().isOpen()) {
                leased += leasesHere > 0 ? 1 : 0;
                idle += leasesHere > 0 ? 0 : 1;
            }
        }
        PoolNumbers.Now now = new PoolNumbers.Now(
                idle, leased, leases, queue.pending(), connections.connecting(), pauseNow() == null ? 0 : 1);
        long heldNanos = timesUse ? leases * parts.clock().nanoTime() : 0;
        return counters.numbers(now, uses, heldNanos);
    }

    /** Whether it refuses for good. */
    public boolean isClosed() {
        return connections.isClosed();
    }

    /**
     * Closes the pool if it has had a connection and has none now, none on its way and no waiter; whether it is closed now.
     */
    boolean closeIfUnused() {
        boolean isClosed = queue.pending() == 0 && pauseNow() == null && connections.closeIfEmpty();
        if (isClosed) {
            // A caller that joined the line meanwhile may have found the pool open, and no connect is begun for it.
            queue.failAll(closedError());
        }
        return isClosed;
    }

    /**
     * Refuses leases, fails those that wait and closes the connections: idle ones at once, leased ones after their release.
     *
     * @param deadlineNanos leased connections that are not released by then are closed all the same; 0 for at once
     * @return completes, always normally, when all connections have ended. The first close decides about the deadline
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
                + " open connections, " + now.connecting() + " on their way, " + now.pending()
                + " waiting; maxConnections is "
                + settings.size().max() + ", callsPerConnection "
                + settings.size().callsPerConnection());
    }

    @Override
    public String toString() {
        return "pool of " + name;
    }
}
