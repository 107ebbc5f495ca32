package io.sluice.internal.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Spreads connections over event loops. A connection goes to the loop on which its own pool has fewest and, among those, on
 * which all pools together have fewest. So the loops of one pool differ by at most one connection while it only grows, and
 * so do those of many pools with one connection each.
 */
final class EventLoopBalancer {
    // Lock order: a leaf. Held for a walk over a few numbers whenever a connection is opened or has ended.
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final int[] connections;

    private final int loops;

    /** @param loops number of event loops, positive */
    EventLoopBalancer(int loops) {
        if (loops < 1) {
            throw new IllegalArgumentException(loops + " event loops; there must be at least one");
        }
        this.loops = loops;
        connections = new int[loops];
    }

    /** The connections of one pool. Changed under {@link #lock} only. */
    final class Share {
        private final int[] own = new int[loops];

        /** Chooses the event loop for a connection and counts the connection there. */
        int take() {
            lock.lock();
            try {
                int best = 0;
                for (int loop = 1; loop < own.length; loop++) {
                    boolean fewer = own[loop] < own[best];
                    if (fewer || (own[loop] == own[best] && connections[loop] < connections[best])) {
                        best = loop;
                    }
                }
                own[best]++;
                connections[best]++;
                return best;
            } finally {
                lock.unlock();
            }
        }

        /** Discounts a connection that has ended. */
        void give(int loop) {
            lock.lock();
            try {
                own[loop]--;
                connections[loop]--;
            } finally {
                lock.unlock();
            }
        }
    }
}
