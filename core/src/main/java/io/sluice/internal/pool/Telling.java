package io.sluice.internal.pool;

import io.sluice.internal.time.Timer;

/**
 * Tells those who wait for a future what they got. Whoever gives a lease back in the callback of its future serves the next
 * one there, and so on: among thousands the stack would overflow, the future would keep the error to itself, and the lease
 * would be gone.
 */
final class Telling {
    /** Callbacks in one another on one thread; the next one begins anew on the timer's thread. */
    static final int MAX_DEPTH = 16;

    private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

    private final Timer timer;

    Telling(Timer timer) {
        this.timer = timer;
    }

    void tell(Waiter<?> waiter) {
        int[] depth = DEPTH.get();
        if (depth[0] >= MAX_DEPTH) {
            Timer.Cancellable unused = timer.schedule(() -> tell(waiter), 0);
            return;
        }
        depth[0]++;
        try {
            waiter.tell();
        } finally {
            depth[0]--;
        }
    }
}
