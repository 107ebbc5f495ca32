package io.sluice.internal.pool;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds the number of connects under way in all pools together. A pool that gets no permit is called back when one may be
 * free, in order of arrival. Lock-free.
 */
final class ConnectLimit {
    private final int max;
    /** Connects under way. */
    final AtomicInteger taken = new AtomicInteger();

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    /** Calls of {@link #give} not yet seen by the thread that calls the waiting pools; above 0 there is such a thread. */
    private final AtomicInteger given = new AtomicInteger();

    /** @param max positive */
    ConnectLimit(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("maxConnectingTotal is " + max + " and must be positive");
        }
        this.max = max;
    }

    boolean tryTake() {
        return taken.getAndUpdate(now -> now < max ? now + 1 : now) < max;
    }

    /**
     * Takes a permit, or has a task called once when one may be free.
     *
     * @param whenFree the same object whenever a pool asks, which must be one thread at a time
     */
    boolean tryTake(Runnable whenFree) {
        if (tryTake()) {
            return true;
        }
        if (!waiting.contains(whenFree)) {
            waiting.add(whenFree);
        }
        // A permit may have been given back just before that.
        return tryTake();
    }

    void give() {
        taken.getAndDecrement();
        // A connect that fails at once gives its permit back inside the loop: it must not call the next pool from
        // there.
        if (given.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            callWaiting();
            seen = given.addAndGet(-seen);
        } while (seen > 0);
    }

    /** A pool that no longer needs a permit leaves it to the next one. */
    private void callWaiting() {
        while (taken.get() < max) {
            Runnable next = waiting.poll();
            if (next == null) {
                return;
            }
            next.run();
        }
    }
}
