package io.sluice.internal.pool;

import io.sluice.internal.pool.Slots.Slot;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The queue of callers that wait for a permit, and the rule which callers may overtake it. While the queue is empty, this
 * is {@link Slots} alone. Lock-free.
 *
 * <p>A release frees its permit and then serves the head of the queue: a future is given the permit, a thread is woken to
 * take one itself. Only the head takes, and a waiter that leaves the queue serves the next head. So at most one thread is
 * being woken at a time, and the other permits stay with the threads that are running: more woken threads than processors
 * would only wait in the run queue of the operating system, which has an order of its own.
 *
 * <p>Invariant: while a permit is free and a caller waits, the head has been woken or a thread is inside {@link #serve}.
 * A release frees before it reads {@link #pending}; a waiter counts itself, joins the queue and then looks for a permit.
 * One of the two sees the other.
 */
final class HandoffQueue<C extends PooledConnection> {
    /**
     * How long a thread that was served may overtake the queue under {@link Fairness#ADAPTIVE}: about what waking a thread
     * and switching to it costs. So about half of the time or more is work, and a wait is at most about twice that of
     * strict order, however many threads there are.
     */
    static final long TURN_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

    /** Callbacks nested on one thread; a deeper one runs on the timer's thread, so that the stack does not overflow. */
    static final int MAX_DEPTH = 16;

    private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

    private final Slots<C> slots;
    private final Fairness fairness;
    private final int maxPending;
    private final Clock clock;
    private final Timer timer;
    private final Function<Slot<C>, Lease<C>> leasing;
    private final Queue<Waiter<C>> waiters = new ConcurrentLinkedQueue<>();

    /** Undecided waiters: counted before they join the queue, discounted when they are decided. */
    private final AtomicInteger pending = new AtomicInteger();

    /** @param leasing makes the lease for a future */
    HandoffQueue(
            Slots<C> slots,
            PoolSettings.Waiting waiting,
            Clock clock,
            Timer timer,
            Function<Slot<C>, Lease<C>> leasing) {
        this.slots = slots;
        fairness = waiting.fairness();
        maxPending = waiting.maxPending();
        this.clock = clock;
        this.timer = timer;
        this.leasing = leasing;
    }

    int pending() {
        return pending.get();
    }

    /** A permit if one is free and the caller may overtake the waiters. */
    @Nullable Slot<C> tryTake() {
        return fairness == Fairness.UNFAIR || pending.get() == 0 || isInTurn() ? slots.take() : null;
    }

    private boolean isInTurn() {
        return fairness == Fairness.ADAPTIVE && slots.affinity().isInTurn(clock.nanoTime(), TURN_NANOS);
    }

    void release(Slot<C> slot) {
        slots.free(slot);
        if (pending.get() > 0) {
            serve();
        }
    }

    /** Serves the head of the queue if a permit is free. Called when a permit became free and when the head has changed. */
    void serve() {
        for (Waiter<C> head = waiters.peek(); head != null; head = waiters.peek()) {
            if (head.isDecided()) {
                // The thread that decided it is about to remove it, but may take long.
                boolean unused = waiters.remove(head);
            } else if (head.thread != null) {
                if (!head.woken && slots.hasFree()) {
                    head.woken = true;
                    LockSupport.unpark(head.thread);
                }
                return;
            } else if (!give(head)) {
                return;
            }
        }
    }

    /** Gives a permit to the future at the head; false if none is free. */
    private boolean give(Waiter<C> head) {
        Slot<C> slot = slots.take();
        if (slot == null) {
            return false;
        }
        if (decide(head, slot, null)) {
            tell(head);
        } else {
            // Another waiter may have looked in vain in the meantime: the loop looks again.
            slots.free(slot);
        }
        return true;
    }

    /** Adds a waiter and serves it if a permit is free; false if as many callers wait as allowed. */
    boolean add(Waiter<C> waiter) {
        if (pending.getAndUpdate(now -> now < maxPending ? now + 1 : now) >= maxPending) {
            return false;
        }
        waiters.add(waiter);
        // A thread looks for itself.
        if (waiter.thread == null) {
            serve();
        }
        return true;
    }

    /** Decides a waiter, which the caller then removes from the queue; false if it was decided before. */
    private boolean decide(Waiter<C> waiter, @Nullable Slot<C> slot, @Nullable Throwable error) {
        if (!waiter.outcome.compareAndSet(null, new Outcome<>(slot, error))) {
            return false;
        }
        pending.getAndDecrement();
        return true;
    }

    /** Ends the wait of one that gives up; false if it was decided before. Does not complete the future. */
    boolean withdraw(Waiter<C> waiter, @Nullable Throwable error) {
        if (!decide(waiter, null, error)) {
            return false;
        }
        // Cheap: waiters that time out are near the head.
        boolean unused = waiters.remove(waiter);
        // It may have been woken for a permit that is still free.
        serve();
        return true;
    }

    /** Fails all current waiters. */
    void failAll(Throwable error) {
        for (Waiter<C> head = waiters.poll(); head != null; head = waiters.poll()) {
            if (decide(head, null, error)) {
                tell(head);
            }
        }
    }

    /**
     * Blocks the calling thread, whose waiter is in the queue.
     *
     * @param timeoutNanos the largest {@code long} for no limit
     * @return the decision; neither slot nor error after the timeout
     */
    Outcome<C> await(Waiter<C> waiter, long timeoutNanos) throws InterruptedException {
        long startNanos = clock.nanoTime();
        while (!waiter.isDecided() && !(waiters.peek() == waiter && takesItself(waiter))) {
            if (Thread.interrupted()) {
                boolean unused = withdraw(waiter, null);
                throw new InterruptedException("while waiting for a connection");
            }
            long rest = timeoutNanos - (clock.nanoTime() - startNanos);
            if (rest <= 0) {
                boolean unused = withdraw(waiter, null);
            } else if (timeoutNanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, rest);
            }
        }
        return Objects.requireNonNull(waiter.outcome.get());
    }

    private boolean takesItself(Waiter<C> waiter) {
        // Cleared before it looks: a permit that becomes free from here on wakes it again.
        waiter.woken = false;
        Slot<C> slot = slots.take();
        if (slot == null) {
            return false;
        }
        if (!decide(waiter, slot, null)) {
            // It has been failed in the meantime.
            release(slot);
            return true;
        }
        boolean unused = waiters.remove(waiter);
        if (pending.get() > 0) {
            serve();
        }
        if (fairness == Fairness.ADAPTIVE) {
            // After waking the next one, which takes about as long as a turn.
            slots.affinity().beginTurn(clock.nanoTime() + TURN_NANOS);
        }
        return true;
    }

    /**
     * Notifies a waiter of the decision. A callback that releases its lease serves the next waiter, and so on: with
     * thousands of waiters the stack would overflow, the future would swallow the error, and the lease would be lost.
     */
    void tell(Waiter<C> waiter) {
        int[] depth = DEPTH.get();
        if (depth[0] >= MAX_DEPTH) {
            Timer.Cancellable unused = timer.schedule(() -> tell(waiter), 0);
            return;
        }
        depth[0]++;
        try {
            if (waiter.future == null) {
                LockSupport.unpark(waiter.thread);
            } else {
                tell(waiter.future, Objects.requireNonNull(waiter.outcome.get()));
            }
        } finally {
            depth[0]--;
        }
    }

    private void tell(CompletableFuture<Lease<C>> future, Outcome<C> decided) {
        if (decided.slot() == null) {
            future.completeExceptionally(decided.error());
            return;
        }
        Lease<C> lease = leasing.apply(decided.slot());
        if (!future.complete(lease)) {
            // It was cancelled in the meantime.
            lease.release();
        }
    }

    /**
     * The decision about a waiter.
     *
     * @param slot the connection of the permit that it holds now, or null
     * @param error why it got no permit; null if it gave up
     */
    record Outcome<C extends PooledConnection>(
            @Nullable Slot<C> slot, @Nullable Throwable error) {}

    /** A parked thread or a future in the queue. It is decided once, by a CAS, and notified by the thread that decided. */
    static final class Waiter<C extends PooledConnection> {
        private final AtomicReference<@Nullable Outcome<C>> outcome = new AtomicReference<>();
        private final @Nullable Thread thread;
        private final @Nullable CompletableFuture<Lease<C>> future;
        /** Whether the thread has been woken and has not looked since. */
        private volatile boolean woken;

        /** The calling thread. */
        Waiter() {
            thread = Thread.currentThread();
            future = null;
        }

        Waiter(CompletableFuture<Lease<C>> future) {
            thread = null;
            this.future = future;
        }

        boolean isDecided() {
            return outcome.get() != null;
        }
    }
}
