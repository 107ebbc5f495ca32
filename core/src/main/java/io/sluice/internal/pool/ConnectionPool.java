package io.sluice.internal.pool;

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
 * Open connections to one target, leased to those who make calls. Safe for use by many threads, virtual ones included.
 *
 * <p>While a permit is free, acquire and release are one CAS each, in no order, and allocate nothing. Who finds none waits,
 * as a thread or as a future, and is served in the order that {@link Fairness} says, by a release or by a new connection,
 * whichever comes first.
 *
 * <p>A target that cannot be reached pauses the pool: who waits and who comes fails at once with the cause. After the
 * expiry of failed connects, or {@link #markReady}, connecting is tried again.
 */
public final class ConnectionPool<C extends PooledConnection> {
    private final String name;
    private final PoolSettings settings;
    private final int max;
    private final PoolParts parts;
    private final PoolCounters counters = new PoolCounters();
    private final Slots<C> slots;
    private final HandoffQueue<C> queue;
    private final Permits<C> permits;
    private final Opening<C> opening;
    private final Upkeep<C> upkeep;
    private final Function<Entry<C>, Lease<C>> leasing;
    /** Whether leases of one connection can be one object. */
    private final boolean plain;

    private final AtomicReference<@Nullable Pause> paused = new AtomicReference<>();
    private final AtomicReference<@Nullable CompletableFuture<Void>> closing = new AtomicReference<>();
    private final AtomicBoolean queuedForLimit = new AtomicBoolean();

    /**
     * Why the pool refuses, and until when.
     *
     * @param untilNanos meaningless if it is until somebody says otherwise
     */
    private record Pause(Throwable cause, boolean expires, long untilNanos) {}

    /** @param name of the target, for messages */
    public ConnectionPool(String name, Opener<C> opener, PoolSettings settings, PoolParts parts) {
        this.name = name;
        this.settings = settings;
        max = settings.size().max();
        this.parts = parts;
        slots = new Slots<>(settings.size(), this::drained);
        queue = new HandoffQueue<>(settings.waiting().maxPending());
        permits = new Permits<>(slots, queue, settings.waiting().fairness(), Permits.MAX_WAKING, parts);
        opening = new Opening<>(
                opener, settings, parts, slots, new Opening.Observers<>(counters, new Events(), releaser()));
        upkeep = new Upkeep<>(settings, parts, new Upkeep.Pool<>(name, slots, opening, counters, permits::release));
        plain = !settings.care().timesUse() && settings.care().leakNanos() == 0;
        leasing = plain ? entry -> entry : upkeep::lease;
        upkeep.begin();
    }

    /** What the opening of connections has to say. */
    private final class Events implements Opening.Events<C> {
        @Override
        public void opened(Entry<C> entry) {
            permits.opened();
            upkeep.opened();
        }

        @Override
        public void unreachable(Throwable cause) {
            upkeep.unreachable();
            long expiryNanos = settings.connecting().failedExpiryNanos();
            pause(new Pause(cause, true, parts.clock().nanoTime() + expiryNanos));
        }

        @Override
        public void room() {
            ensureConnecting();
        }
    }

    /** Decided once, so that a release need not ask each time. */
    private Entry.Releaser<C> releaser() {
        if (!settings.care().timesUse()) {
            return permits::release;
        }
        return entry -> {
            counters.useEnds(parts.clock().nanoTime());
            permits.release(entry);
        };
    }

    private void drained(Entry<C> entry) {
        opening.drained(entry);
    }

    /** A lease if one is to be had at once, else null. When all connections are busy another one is opened. */
    public @Nullable Lease<C> tryAcquire() {
        Entry<C> entry = permits.tryTake();
        if (entry == null) {
            return null;
        }
        if (opening.size() < max && entry.connection().isSaturated()) {
            grow();
        }
        return plain ? entry : leasing.apply(entry);
    }

    /** Has one more connection opened, for later. */
    private void grow() {
        if (opening.connecting() == 0 && opening.mayGrow() && pauseNow() == null) {
            Opening.Start unused = opening.tryStart(1, error -> {});
        }
    }

    /** Waits as long as the settings say for a lease. */
    public Lease<C> acquire() throws IOException, InterruptedException {
        return acquire(settings.waiting().timeoutNanos());
    }

    /**
     * Waits for a lease.
     *
     * @throws IOException as {@link #acquireAsync} fails
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing is leased then
     */
    public Lease<C> acquire(long timeoutNanos) throws IOException, InterruptedException {
        Lease<C> lease = tryAcquire();
        if (lease != null) {
            return lease;
        }
        long startNanos = parts.clock().nanoTime();
        Waiter<C> waiter = Waiter.thread(leasing);
        enqueue(waiter);
        Waiter.Outcome<C> outcome = permits.await(waiter, timeoutNanos);
        counters.waited(parts.clock().nanoTime() - startNanos);
        if (outcome == null) {
            counters.timeout();
            throw timeout(timeoutNanos);
        }
        Entry<C> entry = outcome.entry();
        if (entry == null) {
            Throwable error = outcome.error();
            throw error instanceof IOException e ? e : new IOException("No connection to " + name, error);
        }
        return leasing.apply(entry);
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
        Waiter<C> waiter = Waiter.future(future, leasing);
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
                    boolean unusedWithdrawn = permits.withdraw(waiter, error);
                }
            });
        }
        return future;
    }

    private void expire(Waiter<C> waiter, long timeoutNanos) {
        // Made only if it is used: its message walks over the connections.
        if (!waiter.isDecided() && permits.withdraw(waiter, timeout(timeoutNanos))) {
            counters.timeout();
            waiter.tell();
        }
    }

    /** Adds a waiter that will be decided: by a release, a connection, the end or the pause of the pool. */
    private void enqueue(Waiter<C> waiter) throws IOException {
        refuseIfPaused();
        if (!queue.add(waiter)) {
            counters.refused();
            throw new TooManyPendingException(queue.pending() + " wait already for a connection to " + name
                    + ", and maxPendingAcquire is " + settings.waiting().maxPending());
        }
        // After it was added: pause and close first say so and then fail the waiters they find.
        Pause pause = pauseNow();
        if (opening.isClosed() || pause != null) {
            Throwable error = pause == null ? closedError() : pause.cause();
            if (permits.withdraw(waiter, error)) {
                waiter.tell();
            }
            return;
        }
        permits.added(waiter);
        ensureConnecting();
    }

    private void refuseIfPaused() throws IOException {
        if (opening.isClosed()) {
            throw closedError();
        }
        Pause pause = pauseNow();
        if (pause != null) {
            throw pause.cause() instanceof IOException e
                    ? e
                    : new IOException("No connection to " + name, pause.cause());
        }
    }

    /** Opens connections while more wait than those on their way will serve. */
    private void ensureConnecting() {
        while (wantsMore()) {
            Opening.Start start = opening.tryStart(settings.connecting().maxConnecting(), error -> {});
            if (start == Opening.Start.LIMITED && queuedForLimit.compareAndSet(false, true)) {
                parts.connects().whenFree(() -> {
                    queuedForLimit.set(false);
                    ensureConnecting();
                });
                // A place may have been given back just before: once more.
                continue;
            }
            if (start != Opening.Start.STARTED) {
                return;
            }
        }
    }

    private boolean wantsMore() {
        long served = (long) opening.connecting() * settings.size().callsPerConnection();
        return queue.pending() > served
                && opening.size() < settings.size().max()
                && !opening.isClosed()
                && pauseNow() == null
                // After a failure the connects under way decide whether the target can be reached at all.
                && (opening.mayGrow() || (opening.connecting() == 0 && opening.hasNoneOpen()));
    }

    private @Nullable Pause pauseNow() {
        Pause pause = paused.get();
        if (pause != null && pause.expires() && parts.clock().nanoTime() - pause.untilNanos() >= 0) {
            paused.compareAndSet(pause, null);
            return null;
        }
        return pause;
    }

    /**
     * Refuses leases until {@link #markReady}: the target is known to be gone. Who waits fails with the cause; connections
     * that are open or on their way are not used again.
     */
    public void pause(Throwable cause) {
        pause(new Pause(cause, false, 0));
    }

    private void pause(Pause pause) {
        paused.set(pause);
        opening.newGeneration();
        queue.failAll(pause.cause());
    }

    /** Leases are given again. */
    public void markReady() {
        paused.set(null);
        upkeep.arm();
    }

    /**
     * Opens connections until there are {@code min} or as many as may be, those on their way included.
     *
     * @param parallelism how many at the same time; the total for all pools stands, the pool's own limit does not
     * @return completes, always normally, when the last connect has ended; who waits is served by the first
     */
    public CompletableFuture<WarmUpResult> warmUp(int min, int parallelism) {
        if (min < 0 || parallelism < 1) {
            throw new IllegalArgumentException("warm-up to " + min + " connections, " + parallelism
                    + " at a time: neither may be less, nor 0 at a time");
        }
        Pause pause = pauseNow();
        int missing = Math.min(min, settings.size().max()) - opening.size();
        if (pause != null) {
            return CompletableFuture.completedFuture(new WarmUpResult(0, 0, List.of(pause.cause())));
        }
        return new WarmUp<>(
                        opening,
                        parts.connects(),
                        Math.max(0, missing),
                        parallelism,
                        () -> numbers().now().open())
                .start();
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
                idle, leased, leases, queue.pending(), opening.connecting(), pauseNow() == null ? 0 : 1);
        long heldNanos = settings.care().timesUse() ? leases * parts.clock().nanoTime() : 0;
        return new PoolNumbers(now, counters.acquires(uses, heldNanos), counters.connects(), counters.closed());
    }

    /** Whether it refuses for good. */
    public boolean isClosed() {
        return opening.isClosed();
    }

    /** Closes the pool if it has no connection, none on its way and nobody who waits; whether it is closed now. */
    boolean closeIfUnused() {
        return !queue.hasWaiters() && pauseNow() == null && opening.closeIfEmpty();
    }

    /**
     * Refuses leases, fails who waits and closes the connections: idle ones at once, leased ones after their release.
     *
     * @param deadlineNanos leased connections that are not released by then are closed all the same; 0 for at once
     * @return completes, always normally, when all connections have ended. The first close decides about the deadline
     */
    public CompletableFuture<Void> closeAsync(long deadlineNanos) {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> first = closing.compareAndExchange(null, mine);
        if (first != null) {
            return first;
        }
        CompletableFuture<Void> ended = opening.close(deadlineNanos);
        queue.failAll(closedError());
        upkeep.end();
        var unused = ended.thenRun(() -> mine.complete(null));
        return mine;
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
