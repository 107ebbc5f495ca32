package io.sluice.loader.write;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tracks up to which row everything is settled, while rows settle in any order: rows are counted by chunk, and the mark
 * moves past chunks that are completely settled. Thread-safe.
 */
public final class Watermark {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Deque<Chunk> open = new ArrayDeque<>();

    @GuardedBy("lock") private Position position;

    Watermark(Position start) {
        position = start;
    }

    /**
     * A point in the input.
     *
     * @param rows the number up to which everything is settled
     * @param acknowledged how many of these were acknowledged
     * @param refused how many failed
     * @param broken how many could not become a row
     */
    public record Position(long rows, long acknowledged, long refused, long broken) {
        static final Position START = new Position(0, 0, 0, 0);
    }

    /** Consecutive rows. */
    static final class Chunk {
        private final int rows;
        private final AtomicInteger acknowledged = new AtomicInteger();
        private final AtomicInteger refused = new AtomicInteger();
        private final AtomicInteger broken = new AtomicInteger();

        private Chunk(int rows) {
            this.rows = rows;
        }

        void acknowledged() {
            acknowledged.incrementAndGet();
        }

        void refused() {
            refused.incrementAndGet();
        }

        void broken() {
            broken.incrementAndGet();
        }

        private boolean isSettled() {
            return acknowledged.get() + refused.get() + broken.get() == rows;
        }
    }

    /** Begins the chunk of the next rows. */
    Chunk next(int rows) {
        Chunk chunk = new Chunk(rows);
        lock.lock();
        try {
            open.add(chunk);
        } finally {
            lock.unlock();
        }
        return chunk;
    }

    /** Moves the mark as far as possible and returns it. */
    Position position() {
        lock.lock();
        try {
            for (Chunk first = open.peek(); first != null && first.isSettled(); first = open.peek()) {
                open.remove();
                position = new Position(
                        position.rows + first.rows,
                        position.acknowledged + first.acknowledged.get(),
                        position.refused + first.refused.get(),
                        position.broken + first.broken.get());
            }
            return position;
        } finally {
            lock.unlock();
        }
    }
}
