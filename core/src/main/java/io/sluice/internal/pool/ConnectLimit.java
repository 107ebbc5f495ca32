package io.sluice.internal.pool;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections may be on their way at the same time, in all pools together. A pool that gets no place is called
 * when there may be one, in order of arrival. Without locks.
 */
public final class ConnectLimit {
    private final int max;
    private final AtomicInteger taken = new AtomicInteger();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    /** Calls of {@link #give} that the thread that calls waiting pools has not seen; above 0 there is one. */
    private final AtomicInteger given = new AtomicInteger();

    /** @param max positive */
    public ConnectLimit(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("maxConnectingTotal is " + max + " and must be positive");
        }
        this.max = max;
    }

    /** Connections on their way. */
    int taken() {
        return taken.get();
    }

    boolean tryTake() {
        int now = taken.get();
        while (now < max) {
            if (taken.compareAndSet(now, now + 1)) {
                return true;
            }
            now = taken.get();
        }
        return false;
    }

    /** Has the task called once when there may be a place; to be followed by one more {@link #tryTake}. */
    void whenFree(Runnable task) {
        waiting.add(task);
    }

    void give() {
        taken.getAndDecrement();
        // A connect that fails at once gives its place back inside the loop: it must not call the next one from there.
        if (given.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            callWaiting();
            seen = given.addAndGet(-seen);
        } while (seen > 0);
    }

    /** A pool that is called and needs no place any more leaves it to the next. */
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
