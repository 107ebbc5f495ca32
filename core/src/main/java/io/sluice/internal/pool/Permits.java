package io.sluice.internal.pool;

import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Who gets which permit. While permits are free this is {@link Slots} alone. Without locks; a releasing thread tells who
 * it served.
 *
 * <p>No permit is left lying while somebody waits: who releases one does so before it reads whether anybody waits, and who
 * waits says so before it looks for a permit once more, so that one of the two sees the other. Under {@link
 * Fairness#ADAPTIVE} a permit may be left free although somebody waits, for two reasons. Enough threads are waking up
 * already: each of them serves the next when it is awake, after it has left their number, which who released read after
 * its permit was free. Or it was released within a burst: {@link #rescue} runs later and hands it over if nobody is waking
 * up.
 */
final class Permits<C extends PooledConnection> {
    /**
     * How long a thread that was served may go on taking what is free: what waking a thread and switching to it costs. So
     * as much time goes into work as into switching, and who waits does so at most about twice as long as in strict order.
     */
    static final long BURST_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

    /**
     * How many served threads may be waking up. More than the processors can take up at once only moves who waits from our
     * queue, which has an order, into that of the operating system, which lets some wait for hundreds of milliseconds.
     */
    static final int MAX_WAKING = 4 * Runtime.getRuntime().availableProcessors();

    /** After this long a permit is looked for that was left free and for which nobody came. */
    static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** When one was found, permits are handed over in strict order for this long: their users do not come back at once. */
    static final long STRICT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Slots<C> slots;
    private final HandoffQueue<C> queue;
    private final Fairness fairness;
    /** Whether who waits comes before who comes, at least now and then. */
    private final boolean ordered;

    private final int maxWaking;
    private final Clock clock;
    private final Timer timer;
    private final Telling telling;

    /** Threads that were handed a permit and have not seen it yet. Counted under ADAPTIVE only. */
    private final AtomicInteger waking = new AtomicInteger();

    private final AtomicBoolean rescueArmed = new AtomicBoolean();
    private volatile long strictUntilNanos;

    /** @param maxWaking at least 1; see {@link #MAX_WAKING} */
    Permits(Slots<C> slots, HandoffQueue<C> queue, Fairness fairness, int maxWaking, PoolParts parts) {
        this.slots = slots;
        this.queue = queue;
        this.fairness = fairness;
        ordered = fairness != Fairness.UNFAIR;
        this.maxWaking = maxWaking;
        clock = parts.clock();
        timer = parts.timer();
        telling = new Telling(timer);
        strictUntilNanos = clock.nanoTime();
    }

    /** A permit if one is free, and where there is an order only if it is not for who waits. */
    @Nullable Entry<C> tryTake() {
        return mustQueue() ? null : slots.take();
    }

    private boolean mustQueue() {
        return ordered
                && queue.hasWaiters()
                && (fairness == Fairness.FAIR || slots.homes().hasLeft());
    }

    /** Gives a permit back, or to who waits. */
    void release(Entry<C> entry) {
        // With waiters the permit goes straight on: it must not be free in between if the order is to be kept.
        if (ordered && queue.hasWaiters() && isDue()) {
            if (fairness == Fairness.ADAPTIVE) {
                slots.homes().leave();
            }
            if (mayServe(queue.first()) && slots.isOpen(entry) && handOver(entry)) {
                slots.handedOver(entry);
                return;
            }
        }
        slots.free(entry);
        if (queue.hasWaiters()) {
            freedBesideWaiters();
        }
    }

    private void freedBesideWaiters() {
        if (fairness == Fairness.UNFAIR) {
            wakeFirst();
        } else if (isDue()) {
            serve();
        } else {
            armRescue();
        }
    }

    /** Whether the calling thread's permit is to be handed over now, rather than left to whoever comes. */
    private boolean isDue() {
        return switch (fairness) {
            case FAIR -> true;
            case UNFAIR -> false;
            case ADAPTIVE -> {
                Waiter<C> first = queue.first();
                if (first != null && !first.isThread()) {
                    // To complete a future costs no switch of threads.
                    yield true;
                }
                long now = clock.nanoTime();
                yield now - strictUntilNanos < 0 || !slots.homes().isInBurst(now, BURST_NANOS);
            }
        };
    }

    /** Hands a held permit to who has waited longest; false if nobody waits. */
    private boolean handOver(Entry<C> entry) {
        Waiter<C> served = queue.serve(entry);
        if (served == null) {
            return false;
        }
        if (!served.isThread()) {
            telling.tell(served);
            return true;
        }
        if (fairness == Fairness.ADAPTIVE) {
            // It may be awake already: the number is below 0 for a moment then, and one more may wake up.
            waking.getAndIncrement();
        }
        served.tell();
        return true;
    }

    /** Whether who has waited longest may be served now. Several may ask at once, so a few more are served than that. */
    private boolean mayServe(@Nullable Waiter<C> first) {
        return first != null && (fairness != Fairness.ADAPTIVE || !first.isThread() || waking.get() < maxWaking);
    }

    /** Gives free permits to those who wait, in their order. */
    void serve() {
        while (mayServe(queue.first())) {
            Entry<C> entry = slots.take();
            if (entry == null) {
                return;
            }
            if (!handOver(entry)) {
                // Somebody may have begun to wait while the permit was held here: hence the loop.
                slots.free(entry);
            }
        }
    }

    /** Wakes who has waited longest to try for itself; a future is served. */
    private void wakeFirst() {
        Waiter<C> first = queue.first();
        if (first == null || first.isDecided()) {
            // It is being removed by its own thread, which then calls wakeNext.
            return;
        }
        if (first.isThread()) {
            first.signal();
        } else {
            serve();
        }
    }

    /** To be called by a thread that has left the queue: a signal may have been for it, and a permit for the next. */
    private void wakeNext() {
        if (fairness == Fairness.UNFAIR && queue.hasWaiters() && slots.hasFree()) {
            wakeFirst();
        }
    }

    /** To be called after a waiter was added. */
    void added(Waiter<C> waiter) {
        if (fairness != Fairness.UNFAIR || !waiter.isThread()) {
            serve();
        }
    }

    /** To be called after a connection was opened. */
    void opened() {
        if (fairness != Fairness.UNFAIR) {
            serve();
            return;
        }
        // A connection may have permits for several; each who takes one wakes the next.
        wakeFirst();
    }

    /**
     * Waits in the calling thread, after {@link #added}.
     *
     * @param timeoutNanos the largest {@code long} for ever
     * @return what was decided, with a permit held if there is an entry; null after the timeout
     */
    Waiter.@Nullable Outcome<C> await(Waiter<C> waiter, long timeoutNanos) throws InterruptedException {
        long startNanos = clock.nanoTime();
        while (!waiter.isDecided()) {
            if (fairness == Fairness.UNFAIR && takesItself(waiter)) {
                break;
            }
            long rest = timeoutNanos - (clock.nanoTime() - startNanos);
            if (Thread.interrupted()) {
                giveUp(waiter);
                throw new InterruptedException("while waiting for a connection");
            }
            if (rest <= 0) {
                if (withdraw(waiter, null)) {
                    return null;
                }
                break;
            }
            if (timeoutNanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, rest);
            }
        }
        Waiter.Outcome<C> outcome = waiter.outcome();
        Entry<C> entry = outcome.entry();
        if (entry != null) {
            if (fairness == Fairness.ADAPTIVE) {
                awake();
                slots.homes().beginBurst(clock.nanoTime() + BURST_NANOS);
            }
            // After the others have been served, which leads this thread to their permits.
            slots.settle(entry);
        }
        return outcome;
    }

    /** Makes room for another one to wake up, and sees to it that it does. */
    private void awake() {
        waking.getAndDecrement();
        if (queue.hasWaiters()) {
            serve();
        }
    }

    private boolean takesItself(Waiter<C> waiter) {
        waiter.tries();
        Entry<C> entry = slots.take();
        if (entry == null) {
            return false;
        }
        if (queue.withdraw(waiter, entry, null)) {
            wakeNext();
        } else {
            // Failed meanwhile; or, where threads and futures wait together, served.
            release(entry);
        }
        return true;
    }

    private void giveUp(Waiter<C> waiter) {
        if (!withdraw(waiter, null)) {
            Entry<C> entry = waiter.outcome().entry();
            if (entry != null) {
                if (fairness == Fairness.ADAPTIVE) {
                    awake();
                }
                release(entry);
            }
        }
    }

    /** Ends the waiting of who gives up; false if it was decided before. */
    boolean withdraw(Waiter<C> waiter, @Nullable Throwable error) {
        boolean withdrawn = queue.withdraw(waiter, null, error);
        if (withdrawn) {
            wakeNext();
        }
        return withdrawn;
    }

    private void armRescue() {
        // Whoever finds it armed has freed its permit before: the rescue disarms itself before it looks.
        if (!rescueArmed.get() && rescueArmed.compareAndSet(false, true)) {
            Timer.Cancellable unused = timer.schedule(this::rescue, PATIENCE_NANOS);
        }
    }

    /** Hands over what was left free and not taken, unless threads are on their way that do so. */
    private void rescue() {
        rescueArmed.set(false);
        if (!queue.hasWaiters() || !slots.hasFree()) {
            return;
        }
        if (waking.get() == 0) {
            strictUntilNanos = clock.nanoTime() + STRICT_NANOS;
        }
        serve();
        if (queue.hasWaiters() && slots.hasFree()) {
            armRescue();
        }
    }
}
