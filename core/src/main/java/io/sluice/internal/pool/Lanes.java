package io.sluice.internal.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Spreads connections over event loops. A connection goes where its own pool has fewest and, among these, where there are
 * fewest of all: so the loops of one pool differ by one connection at most while it only grows, and so do those of many
 * pools with one connection each.
 */
public final class Lanes {
    // Lock order: a leaf. Held for a walk over a few numbers, once for each connection that is opened or has ended.
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final int[] connections;

    /** @param count number of event loops, positive */
    public Lanes(int count) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " lanes; there must be one at least");
        }
        connections = new int[count];
    }

    /** What one pool has on each lane. Changed under {@link #lock} only. */
    final class Share {
        private final int[] own = new int[count()];

        /** Chooses the lane of a connection and counts it there. */
        int take() {
            lock.lock();
            try {
                int best = 0;
                for (int lane = 1; lane < own.length; lane++) {
                    boolean fewer = own[lane] < own[best];
                    if (fewer || (own[lane] == own[best] && connections[lane] < connections[best])) {
                        best = lane;
                    }
                }
                own[best]++;
                connections[best]++;
                return best;
            } finally {
                lock.unlock();
            }
        }

        /** Counts a connection out that has ended. */
        void give(int lane) {
            lock.lock();
            try {
                own[lane]--;
                connections[lane]--;
            } finally {
                lock.unlock();
            }
        }
    }

    private int count() {
        lock.lock();
        try {
            return connections.length;
        } finally {
            lock.unlock();
        }
    }
}
