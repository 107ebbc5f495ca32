package io.sluice.internal.batch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.FlushReason;
import io.sluice.TableName;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.BlockAllocator;
import io.sluice.internal.pace.RowClock;
import io.sluice.internal.pace.RowSequencer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mutations of one table with their cells, in the order in which they were accepted, and the receiver of each outcome.
 *
 * <p>A batch is filled by many threads at once through its {@link Stretch}es, one after the other, which are opened and
 * sealed under the lock of the buffer that holds it. When the last is sealed and complete it is handed over whole; after
 * that nothing is added. What was written while it filled is therefore read without a lock by everybody who received the
 * batch through the hand-over (the same thread, or another one by way of an executor or a channel).
 *
 * <p>Every entry settles exactly once: its receiver is taken out of its slot atomically, and only the thread that took it
 * tells it. After the hand-over entries are read and written between {@link #tryRetain} and {@link #release} only: the blocks
 * go back to the allocator when all entries have settled and no thread is in between, and {@link #compact} moves those that
 * are left when none is.
 *
 * <p>An entry lies in one block: the cells in {@code KeyValueCodec} form, one after the other. A mutation without cells
 * (a Delete of a whole row) has a head in their place in which only the row means something, at the same distance as in
 * a cell, so that the row of every entry is found alike.
 */
public final class Batch extends BatchEntries {
    private static final Logger LOG = LoggerFactory.getLogger(Batch.class);

    /** Of {@link #readers}: the entries are being copied. */
    private static final int COMPACTING = -1;

    private final TableName table;
    private final long begunNanos;

    // Written under the lock of the buffer, read by who got the batch.
    private @Nullable Stretch open;
    private @Nullable RowClock clock;
    private FlushReason flushReason = FlushReason.EXPLICIT;
    /** Entries and bytes of the stretches before the open one; after the sealing, of all. */
    private int size;

    private long bytes;

    /** All there were, in their order; written under the lock of the buffer, before the sealing. */
    private final List<Stretch> stretches = new ArrayList<>();

    private volatile boolean sealed;

    private final EntryProgress progress = new EntryProgress(this);
    /** Far away until the batch is sent; a look at what is overdue may come before that. */
    private volatile long deadlineNanos;
    /** Written under the lock of the buffer before the sealing. */
    private long number = RowSequencer.UNNUMBERED;

    private final AtomicInteger unsettled = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    /** Threads inside {@link #tryRetain} and {@link #release}, one more while an entry is unsettled; or {@link #COMPACTING}. */
    private final AtomicInteger readers = new AtomicInteger(1);
    /** What the dispatch ended with, if it could not be dealt with at once. Stored without a call, see BatchDispatcher. */
    volatile @Nullable Throwable mishap;

    private final AtomicBoolean dispatchClaimed = new AtomicBoolean();

    // Lock order: a leaf. The tasks run outside. Held while the memory is exchanged, so that readers can wait for that.
    private final ReentrantLock lock = new ReentrantLock();

    /** What is to be done when every entry has settled; null from then on. One task and some flushes: a set costs more. */
    @GuardedBy("lock") private @Nullable List<Runnable> atEnd = new ArrayList<>(2);

    /** How many entries were unsettled when {@link #compact} last looked, and when it first saw so many. */
    @GuardedBy("lock") private int unsettledAtLook;

    @GuardedBy("lock") private long unsettledSinceNanos;

    /** Whether it has compacted that many. */
    @GuardedBy("lock") private boolean compacted;

    /**
     * @param allocator takes the blocks back in the end
     * @param begunNanos when it was begun, on the engine's clock
     */
    public Batch(TableName table, BlockAllocator allocator, long begunNanos) {
        super(new BatchMemory(allocator));
        this.table = table;
        this.begunNanos = begunNanos;
        deadlineNanos = begunNanos + Long.MAX_VALUE / 2;
    }

    public TableName table() {
        return table;
    }

    /** When it was begun, on the engine's clock. */
    public long begunNanos() {
        return begunNanos;
    }

    /** Number of entries; while it fills, only of the sealed stretches. */
    public int size() {
        return size;
    }

    /** Bytes of the entries' cells and heads; while it fills, only of the sealed stretches. */
    public long bytes() {
        return bytes;
    }

    /** What all entries need of the memory; never more than {@link #occupiedBytes}. */
    public long heldBytes() {
        return heldBytes(size, bytes);
    }

    /** What the budget was charged for the memory that the batch keeps from others, whether an entry lies there or not. */
    public long occupiedBytes() {
        return memory().charge();
    }

    /** The part of it that no entry needs, until the last entry has settled or the batch is {@linkplain #compact compacted}. */
    public long unusedBytes() {
        return Math.max(0, occupiedBytes() - heldBytes());
    }

    // ---- filling: under the lock of the buffer but for what the stretches do ----

    /** Number of entries while it fills. */
    public int fillingSize() {
        return size + (open == null ? 0 : open.entries());
    }

    /** Bytes of the entries' cells and heads while it fills. */
    public long fillingBytes() {
        return bytes + (open == null ? 0 : open.bytes());
    }

    /**
     * The block that the next entry needs, or null if there is room for it; to be asked after {@link #sealOpen}, for until
     * then others append. Not for the first entry, see {@link NextBlock#first}.
     */
    public @Nullable NextBlock nextBlock(int length) {
        return memory().next(size, length);
    }

    /**
     * Takes a fresh block, in which {@link #openStretch} opens the next stretch; after {@link #sealOpen}. If this throws, the
     * block is still the caller's.
     *
     * @param slots of the columns that come with the block, 0 for none
     * @param maxEntries at which the batch is full
     */
    public void enter(Block block, int slots, int maxEntries) {
        memory().enter(block, slots, maxEntries - size);
    }

    /** Goes on in a block that the batch has; otherwise as {@link #enter}. */
    public void reenter() {
        memory().reenter();
    }

    /**
     * Opens the next stretch in the block that was entered.
     *
     * @param maxBytes at which the batch is full
     * @param maxEntries at which the batch is full
     */
    public Stretch openStretch(long maxBytes, int maxEntries) {
        int slots = memory().slotsAfter(size);
        Stretch.Limits limits = new Stretch.Limits(
                Math.min(slots, maxEntries - size),
                maxEntries - size <= slots,
                memory().openFrom() + (maxBytes - bytes));
        Stretch next = new Stretch(this, limits);
        stretches.add(next);
        open = next;
        return next;
    }

    /** Seals the open stretch, if there is one: nothing is added until the next is opened. */
    public void sealOpen() {
        Stretch last = open;
        if (last != null) {
            last.seal();
            memory().leave(last.end());
            int entries = last.entries();
            int length = last.bytes();
            // No call from here on: whatever is thrown before, this can be done again.
            size += entries;
            bytes += length;
            open = null;
        }
    }

    /** Has cells without a timestamp get one from this clock; before the first stretch. */
    public void stampBy(RowClock rowClock) {
        clock = rowClock;
    }

    @Nullable RowClock clock() {
        return clock;
    }

    /** Gives it its number among the batches of its buffer, from 0 in the order of filling; before the sealing. */
    public void number(long newNumber) {
        number = newNumber;
    }

    /** Its number, or {@link RowSequencer#UNNUMBERED}. */
    long number() {
        return number;
    }

    /** Notes why it is about to be sealed; whoever sends it then finds it. */
    public void sealFor(FlushReason reason) {
        flushReason = reason;
    }

    /** Seals the batch: nothing is added any more. */
    public void seal() {
        sealOpen();
        if (!sealed) {
            unsettled.set(size);
            sealed = true;
        }
    }

    /** Whether it is sealed and every entry is there. */
    public boolean isComplete() {
        if (!sealed) {
            return false;
        }
        for (Stretch stretch : stretches) {
            if (!stretch.isComplete()) {
                return false;
            }
        }
        return true;
    }

    /** What its dispatch ended with, if that could not be dealt with at once. */
    public @Nullable Throwable mishap() {
        return mishap;
    }

    /** Makes the caller the one that dispatches this batch: true once, when it is complete. */
    public boolean claimDispatch() {
        return isComplete() && dispatchClaimed.compareAndSet(false, true);
    }

    /** Ends a batch that was sealed and has no entry. */
    public void discard() {
        settled(0);
    }

    /** What the entry needs of the memory. */
    long heldBytes(int entry) {
        return accountedBytes(length(entry));
    }

    /** What so many entries with so many bytes of cells and heads need of it. */
    static long heldBytes(int entries, long bytes) {
        return bytes + (long) entries * ENTRY_OVERHEAD_BYTES;
    }

    // ---- sending ----

    /** Why it was sealed. */
    public FlushReason flushReason() {
        return flushReason;
    }

    /**
     * Begins the sending.
     *
     * @param nowNanos on the engine's clock
     */
    void handOver(long nowNanos, long timeoutNanos) {
        deadlineNanos = nowNanos + timeoutNanos;
    }

    /** When the entries that have not settled give up, on the engine's clock. */
    long deadlineNanos() {
        return deadlineNanos;
    }

    /** What has been tried with the entries. */
    EntryProgress progress() {
        return progress;
    }

    // ---- settling ----

    /** Keeps the memory where it is until {@link #release}, for callers that know that an entry is unsettled. */
    void retain() {
        if (!tryRetain()) {
            throw new IllegalStateException("the blocks of this batch have been given back");
        }
    }

    /**
     * Keeps the memory where it is until {@link #release}. Entries are read and written in between only, and not for long: a
     * batch that is read cannot be compacted.
     *
     * @return false if the memory is gone, so that all entries have settled
     */
    public boolean tryRetain() {
        int count = readers.get();
        while (count != 0) {
            if (count == COMPACTING) {
                awaitCompaction();
            } else if (readers.compareAndSet(count, count + 1)) {
                return true;
            }
            count = readers.get();
        }
        return false;
    }

    /** The counterpart of {@link #tryRetain}. */
    public void release() {
        int count = readers.get();
        while (count == COMPACTING || !readers.compareAndSet(count, count - 1)) {
            if (count == COMPACTING) {
                awaitCompaction();
            }
            count = readers.get();
        }
        if (count == 1) {
            memory().release();
        }
    }

    /** For as long as it takes to copy what is left of a batch, less than a millisecond for a usual one. */
    private void awaitCompaction() {
        lock.lock();
        lock.unlock();
    }

    /** Counts an entry that failed. */
    void countFailure() {
        failures.getAndIncrement();
    }

    /**
     * Counts entries that were settled by this thread. In bulk, because the counters are shared by all requests of the
     * batch. The last of them frees the blocks and runs what waits for the end.
     *
     * @param count positive; 0 for a batch that has no entry
     */
    void settled(int count) {
        if (unsettled.addAndGet(-count) == 0) {
            try {
                release();
            } finally {
                end();
            }
        }
    }

    private void end() {
        List<Runnable> tasks;
        lock.lock();
        try {
            tasks = atEnd == null ? List.of() : atEnd;
            atEnd = null;
        } finally {
            lock.unlock();
        }
        for (Runnable task : tasks) {
            try {
                task.run();
            } catch (Throwable e) {
                LOG.error("a task at the end of a batch of table '{}' failed", table, e);
            }
        }
    }

    /** Runs a task when every entry has settled, at once if that is so; the entries' own receivers have been told before. */
    public void whenSettled(Runnable task) {
        lock.lock();
        try {
            if (atEnd != null) {
                atEnd.add(task);
                return;
            }
        } finally {
            lock.unlock();
        }
        task.run();
    }

    /** Takes a task of {@link #whenSettled} out, for a caller that waits no longer. */
    public void forget(Runnable task) {
        lock.lock();
        try {
            if (atEnd != null) {
                atEnd.remove(task);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Entries that failed so far. */
    public int failures() {
        return failures.get();
    }

    /** Entries that have not settled yet. */
    public int pending() {
        return unsettled.get();
    }

    /** Whether a thread is inside {@link #tryRetain} and {@link #release}, or a completion waits for its executor. */
    boolean isRead() {
        return readers.get() != 1;
    }

    // ---- giving back what settled entries keep ----

    /**
     * Copies the entries that have not settled to memory of their own size and gives back what the batch had, if that frees
     * half of it, so that a few entries on their way to a server that hangs do not hold the memory of all others. Requests
     * under way, pauses and look-ups know entries by their number and do not notice. Until the blocks are back the copy is
     * held beside them. Does nothing while another thread reads the batch.
     *
     * @param nowNanos on the engine's clock
     * @param standingNanos only if none has settled for so long, as far as calls of this have seen: while its servers answer,
     *     a batch will probably settle soon
     */
    public void compact(long nowNanos, long standingNanos) {
        int left = unsettled.get();
        if (left == 0 || left == size || readers.get() != 1) {
            return;
        }
        BatchMemory old = null;
        lock.lock();
        try {
            if (left != unsettledAtLook) {
                unsettledAtLook = left;
                unsettledSinceNanos = nowNanos;
                compacted = false;
            } else if (!compacted
                    && nowNanos - unsettledSinceNanos >= standingNanos
                    && readers.compareAndSet(1, COMPACTING)) {
                compacted = true;
                try {
                    old = exchangeMemory();
                } finally {
                    readers.set(1);
                }
            }
        } finally {
            lock.unlock();
        }
        if (old != null) {
            old.release();
        }
    }
}
