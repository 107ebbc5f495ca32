package io.sluice.internal.buffer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.FlushReason;
import io.sluice.internal.batch.Batch;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/**
 * The buffers of one mutator. There is one until threads get in each other's way there. Then there are two, and so on, and
 * each thread keeps to one of them: what it writes stays in its order, as between two flushes, and threads on different
 * processors seldom write to the same memory, which is what appending costs most then.
 *
 * <p>When one was sent because it had not filled in time, new mutations go to the first alone again: several that fill
 * slowly would only make several small requests of one.
 */
final class BufferStripes {
    private static final int MOST = 8;

    /** A budget has room for so many segments for each buffer of a mutator. */
    private static final int SEGMENTS_EACH = 16;

    private final BiFunction<Runnable, Runnable, WriteBuffer> maker;
    private final int most;

    // Lock order: a leaf; a buffer's lock is never taken under it.
    private final ReentrantLock lock = new ReentrantLock();

    /** All there ever were: one that no thread keeps to any more may still hold mutations. Written under the lock. */
    private final List<WriteBuffer> all = new CopyOnWriteArrayList<>();

    /** Those that threads keep to, the first of all; their number is a power of two. Written under the lock. */
    private volatile WriteBuffer[] chosen;

    @GuardedBy("lock") private boolean closed;

    /**
     * How many a mutator may have: twice as many as processors, so that threads that run at the same time seldom share one,
     * and fewer if what they hold while they fill were a large part of the memory budget.
     *
     * @param segments how many the budget has room for
     */
    static int most(long segments) {
        int wanted = Math.min(MOST, 2 * Runtime.getRuntime().availableProcessors());
        return Integer.highestOneBit((int) Math.max(1, Math.min(wanted, segments / SEGMENTS_EACH)));
    }

    /**
     * @param maker makes a buffer, given what to run when threads get in each other's way in it, and what to run when it was
     *     sent because it had not filled in time
     * @param most how many there may be, a power of two
     */
    BufferStripes(BiFunction<Runnable, Runnable, WriteBuffer> maker, int most) {
        this.maker = maker;
        this.most = most;
        WriteBuffer first = make();
        all.add(first);
        chosen = new WriteBuffer[] {first};
    }

    private WriteBuffer make() {
        return maker.apply(this::grow, this::shrink);
    }

    /** The buffer that the calling thread keeps to. */
    WriteBuffer mine() {
        WriteBuffer[] now = chosen;
        // Numbers of threads that were started together follow one another, so this deals them out evenly.
        return now.length == 1 ? now[0] : now[(int) Thread.currentThread().getId() & (now.length - 1)];
    }

    /** Has twice as many buffers, unless there are as many as there may be. */
    void grow() {
        // If the lock is taken, another thread does this, or shrinks, or closes: no need to wait.
        if (chosen.length < most && lock.tryLock()) {
            try {
                int count = 2 * chosen.length;
                if (!closed && count <= most) {
                    while (all.size() < count) {
                        all.add(make());
                    }
                    choose(count);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Has one buffer for new mutations. */
    void shrink() {
        if (chosen.length > 1) {
            lock.lock();
            try {
                choose(1);
            } finally {
                lock.unlock();
            }
        }
    }

    @GuardedBy("lock") private void choose(int count) {
        chosen = all.stream().limit(count).toArray(WriteBuffer[]::new);
    }

    /** Sends what is buffered. */
    void flush() {
        all.forEach(buffer -> buffer.flush(FlushReason.EXPLICIT));
    }

    /** Refuses mutations from now on, and sends what is buffered. */
    void close() {
        lock.lock();
        try {
            // None is made after this.
            closed = true;
        } finally {
            lock.unlock();
        }
        all.forEach(WriteBuffer::close);
    }

    /** The buffers. */
    List<WriteBuffer> all() {
        return all;
    }

    /** The batches that were taken out and have not settled; a moment's view. */
    List<Batch> unsettled() {
        return all.stream().flatMap(buffer -> buffer.unsettled().stream()).toList();
    }

    /** The sum over all buffers; a moment's view of each. */
    long sum(ToLongFunction<WriteBuffer> number) {
        return all.stream().mapToLong(number).sum();
    }

    /** How many buffers threads keep to now. */
    int count() {
        return chosen.length;
    }
}
