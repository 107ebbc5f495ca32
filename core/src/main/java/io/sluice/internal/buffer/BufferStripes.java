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
 * The buffers of one mutator. There is one until threads contend for it. Then there are two, and so on, and each thread
 * always uses the same one: what it writes stays in its order, as between two flushes, and threads on different processors
 * seldom write to the same memory, which is the main cost of appending under contention.
 *
 * <p>When a buffer was sent because it had not filled in time, new mutations go to the first one alone again: several
 * buffers that fill slowly would only split one request into several small ones.
 */
final class BufferStripes {
    private static final int MOST = 8;

    /** For each buffer of a mutator, the budget must have room for this many segments. */
    private static final int SEGMENTS_EACH = 16;

    private final BiFunction<Runnable, Runnable, WriteBuffer> maker;
    private final int most;

    // Lock order: a leaf; a buffer's lock is never taken under it.
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * All buffers that were ever made: one that no thread uses any more may still hold mutations. Written under the lock.
     */
    private final List<WriteBuffer> all = new CopyOnWriteArrayList<>();

    /** The buffers that threads use, the first ones of all; their number is a power of two. Written under the lock. */
    private volatile WriteBuffer[] chosen;

    @GuardedBy("lock") private boolean closed;

    /**
     * How many buffers a mutator may have: twice as many as processors, so that threads that run at the same time seldom
     * share one, and fewer if the memory they hold while they fill would be a large part of the budget.
     *
     * @param segments how many the budget has room for
     */
    static int most(long segments) {
        int wanted = Math.min(MOST, 2 * Runtime.getRuntime().availableProcessors());
        return Integer.highestOneBit((int) Math.max(1, Math.min(wanted, segments / SEGMENTS_EACH)));
    }

    /**
     * @param maker makes a buffer, given a task to run when threads contend for it, and a task to run when it was sent
     *     because it had not filled in time
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

    /** The buffer of the calling thread. */
    WriteBuffer mine() {
        WriteBuffer[] now = chosen;
        // Ids of threads that were started together are consecutive, so this spreads them evenly.
        return now.length == 1 ? now[0] : now[(int) Thread.currentThread().getId() & (now.length - 1)];
    }

    /** Doubles the number of buffers, unless it has reached the maximum. */
    void grow() {
        // If the lock is held, another thread does this, or shrinks, or closes: no need to wait.
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

    /** Returns to one buffer for new mutations. */
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

    /** Refuses mutations from now on, except those for which a batch that is being filled has room: no other is begun. */
    void refuse() {
        lock.lock();
        try {
            // None is made after this.
            closed = true;
        } finally {
            lock.unlock();
        }
        all.forEach(WriteBuffer::refuse);
    }

    /** Refuses all mutations from now on, and sends what is buffered. */
    void close() {
        refuse();
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

    /** The batches that have not settled, those that are being filled included: see {@link WriteBuffer#outstanding}. */
    List<Batch> outstanding() {
        return all.stream().flatMap(buffer -> buffer.outstanding().stream()).toList();
    }

    /** Whether there is no batch that has not settled, the empty ones included. */
    boolean isIdle() {
        return all.stream().allMatch(WriteBuffer::isIdle);
    }

    /** The sum over all buffers; a moment's view of each. */
    long sum(ToLongFunction<WriteBuffer> number) {
        return all.stream().mapToLong(number).sum();
    }

    /** How many buffers threads use now. */
    int count() {
        return chosen.length;
    }
}
