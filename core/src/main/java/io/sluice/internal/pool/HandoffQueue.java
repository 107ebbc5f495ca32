package io.sluice.internal.pool;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Who waits, in order of arrival. Without locks. */
final class HandoffQueue<C extends PooledConnection> {
    private final Queue<Waiter<C>> waiters = new ConcurrentLinkedQueue<>();
    private final int maxPending;

    // The undecided waiters, and those about to be added: counted before they are added, and discounted by who decides
    // them. So who sees 0 after releasing a permit may leave it: whoever adds itself later looks for it once more.
    private final AtomicInteger pending = new AtomicInteger();

    HandoffQueue(int maxPending) {
        this.maxPending = maxPending;
    }

    /** How many wait. */
    int pending() {
        return pending.get();
    }

    boolean hasWaiters() {
        return pending.get() > 0;
    }

    /** Adds one, who must look for a permit afterwards; false if as many wait as may. */
    boolean add(Waiter<C> waiter) {
        int now = pending.get();
        while (now < maxPending) {
            if (pending.compareAndSet(now, now + 1)) {
                waiters.add(waiter);
                return true;
            }
            now = pending.get();
        }
        return false;
    }

    /** Gives a connection, on which a permit is held, to who has waited longest; null if nobody waits. */
    @Nullable Waiter<C> serve(Entry<C> entry) {
        Waiter<C> next = waiters.poll();
        while (next != null) {
            if (next.decide(entry, null)) {
                pending.getAndDecrement();
                return next;
            }
            next = waiters.poll();
        }
        return null;
    }

    /** Decides a waiter that is not to be served any more; false if it was decided before. */
    boolean withdraw(Waiter<C> waiter, @Nullable Entry<C> entry, @Nullable Throwable error) {
        if (!waiter.decide(entry, error)) {
            return false;
        }
        pending.getAndDecrement();
        // Those that time out are near the front.
        waiters.remove(waiter);
        return true;
    }

    /** Who has waited longest. */
    @Nullable Waiter<C> first() {
        return waiters.peek();
    }

    /** Fails all who wait now. */
    void failAll(Throwable error) {
        Waiter<C> next = waiters.poll();
        while (next != null) {
            if (next.decide(null, error)) {
                pending.getAndDecrement();
                next.tell();
            }
            next = waiters.poll();
        }
    }
}
