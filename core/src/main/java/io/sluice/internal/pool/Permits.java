package io.sluice.internal.pool;

import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Who gets which permit. While permits are free this is {@link Slots} alone. Without locks; a releasing thread tells who
 * it served.
 *
 * <p>No permit is left lying while somebody waits: who releases one does so before it reads whether anybody waits, and who
 * waits says so before it looks for a permit once more, so that one of the two sees the other. Under {@link
 * Fairness#ADAPTIVE} a permit may be left free although somebody waits, until its burst is over; {@link #rescue} runs
 * after that and hands it over if nobody has come for it.
 */
final class Permits<C extends PooledConnection> {
    /**
     * How long a permit that was handed over to a thread is open to whoever comes: what waking a thread and switching to it costs. So
     * as much time goes into work as into switching, and who waits does so at most about twice as long as in strict order.
     */
    static final long BURST_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

    /** After this long a permit is looked for that was left free and for which nobody came. */
    static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** When one was found, permits are handed over in strict order for this long: their users do not come back at once. */
    static final long STRICT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Slots<C> slots;
    private final HandoffQueue<C> queue;
    private final Fairness fairness;
    private final Clock clock;
    private final Timer timer;

    private final AtomicBoolean rescueArmed = new AtomicBoolean();
    private volatile long strictUntilNanos;

    Permits(Slots<C> slots, HandoffQueue<C> queue, Fairness fairness, PoolParts parts) {
        this.slots = slots;
        this.queue = queue;
        this.fairness = fairness;
        clock = parts.clock();
        timer = parts.timer();
        strictUntilNanos = clock.nanoTime();
    }

    /** A permit if one is free, and in strict order only if nobody waits for it. */
    @Nullable Entry<C> tryTake() {
        return fairness == Fairness.FAIR && queue.hasWaiters() ? null : slots.take();
    }

    /** Gives a permit back, or to who waits. */
    void release(Entry<C> entry) {
        // With waiters the permit goes straight on: it must not be free in between if the order is to be kept.
        if (queue.hasWaiters() && isDue(entry) && slots.isOpen(entry) && handOver(entry)) {
            slots.handedOver(entry);
            return;
        }
        slots.free(entry);
        if (queue.hasWaiters()) {
            freedBesideWaiters(entry);
        }
    }

    private void freedBesideWaiters(Entry<C> entry) {
        if (fairness == Fairness.UNFAIR) {
            wakeFirst();
        } else if (isDue(entry)) {
            serve();
        } else {
            armRescue();
        }
    }

    /** Whether a permit is to be handed over now, rather than left to whoever comes. */
    private boolean isDue(Entry<C> entry) {
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
                yield now - entry.burstEndNanos >= 0 || now - strictUntilNanos < 0;
            }
        };
    }

    /** Hands a held permit to who has waited longest; false if nobody waits. */
    private boolean handOver(Entry<C> entry) {
        Waiter<C> served = queue.serve(entry);
        if (served == null) {
            return false;
        }
        served.tell();
        return true;
    }

    /** Gives free permits to those who wait, in their order. */
    void serve() {
        while (queue.first() != null) {
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
                entry.burstEndNanos = clock.nanoTime() + BURST_NANOS;
            }
            slots.settle(entry);
        }
        return outcome;
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

    /** Hands over what was left free and not taken by the end of its burst. */
    private void rescue() {
        rescueArmed.set(false);
        if (!queue.hasWaiters()) {
            return;
        }
        long now = clock.nanoTime();
        boolean found = false;
        for (int index = 0; index < slots.max(); index++) {
            Entry<C> entry = slots.entry(index);
            if (entry != null && slots.hasFree(index) && now - entry.burstEndNanos >= 0) {
                found = true;
            }
        }
        if (found) {
            strictUntilNanos = now + STRICT_NANOS;
            serve();
        }
        if (queue.hasWaiters() && slots.hasFree()) {
            armRescue();
        }
    }
}
