package io.sluice.internal.batch;

import io.sluice.FlushReason;
import io.sluice.TableName;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.BlockAllocator;
import io.sluice.internal.pace.RowClock;
import io.sluice.internal.pace.RowSequencer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Mutations of one table with their cells, in the order in which they were accepted, and the receiver of each outcome.
 *
 * <p>A batch is filled by many threads at once through its {@link Stretch}es, one after the other, which are opened and
 * sealed under the lock of the buffer that holds it. When the last is sealed and complete it is handed over whole; after
 * that nothing is added. What was written while it filled is therefore read without a lock by everybody who received the
 * batch through the hand-over (the same thread, or another one by way of an executor or a channel).
 *
 * <p>Every entry settles exactly once: its receiver is taken out of its slot atomically, and only the thread that got it
 * tells it. The blocks go back to the allocator when all entries have settled and no request reads them any more.
 *
 * <p>An entry lies in one block: the cells in {@code KeyValueCodec} form, one after the other. A mutation without cells
 * (a Delete of a whole row) has a head in their place in which only the row means something, at the same distance as in
 * a cell, so that the row of every entry is found alike.
 */
public final class Batch extends BatchEntries {
    private final TableName table;
    private final long begunNanos;

    // Written under the lock of the buffer, read by who got the batch.
    private @Nullable Stretch open;
    private @Nullable RowClock clock;
    private boolean begun;
    private FlushReason flushReason = FlushReason.EXPLICIT;
    /** Entries and bytes of the stretches before the open one; after the sealing, of all. */
    private int size;

    private long bytes;
    /** What the budget was charged for the sealed stretches: whole stretches, or entries one by one. */
    private long chargedBytes;

    /** Stretches that are not complete, and one more until the batch is sealed. */
    private final AtomicInteger incomplete = new AtomicInteger(1);

    private final EntryProgress progress = new EntryProgress(this);
    private long deadlineNanos;
    /** Written under the lock of the buffer before the sealing. */
    private long number = RowSequencer.UNNUMBERED;

    /** The batch whose entries these are, itself but for a copy: outcomes are counted there. */
    private final Batch root;

    private final Copies copies = new Copies(this);

    private final AtomicInteger unsettled = new AtomicInteger();
    /** Those that have not settled and lie here, not in a copy. */
    private final AtomicInteger resident = new AtomicInteger();

    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger readers = new AtomicInteger(1);
    private final CompletableFuture<Void> settled = new CompletableFuture<>();
    private final CompletableFuture<Void> emptied = new CompletableFuture<>();

    /**
     * @param allocator takes the blocks back in the end
     * @param begunNanos when it was begun, on the engine's clock
     */
    public Batch(TableName table, BlockAllocator allocator, long begunNanos) {
        super(new BatchMemory(allocator));
        this.table = table;
        this.begunNanos = begunNanos;
        root = this;
    }

    /** A copy of some entries of another batch, as far as they are in the memory; see {@link Copies}. */
    Batch(Batch root, BatchMemory memory, int size) {
        super(memory);
        this.root = root;
        table = root.table;
        begunNanos = root.begunNanos;
        deadlineNanos = root.deadlineNanos;
        followBy(root.trace());
        if (root.hasAtomic()) {
            containsAtomic();
        }
        timeAs(root);
        this.size = size;
        bytes = memory.copiedBytes();
        incomplete.set(0);
        unsettled.set(size);
        resident.set(size);
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

    /** What all entries count against the memory budget; never more than {@link #occupiedBytes}. */
    public long heldBytes() {
        return heldBytes(size, bytes);
    }

    /** Bytes of memory that the batch keeps from others, whether an entry lies there or not. */
    public long occupiedBytes() {
        return memory().occupiedBytes() + (long) size * EntryColumns.FUTURE_BYTES;
    }

    /** Bytes of memory that the batch keeps from others and no entry counts, until the last entry has settled. */
    public long unusedBytes() {
        return occupiedBytes() - heldBytes();
    }

    /** What the budget was charged for, stretch by stretch or entry by entry. */
    public long chargedBytes() {
        return chargedBytes;
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

    /** Whether the next stretch needs another block; to be asked after {@link #sealOpen}, for until then others append. */
    public boolean needsBlock(int length) {
        return memory().needsBlock(size, length);
    }

    /**
     * Seals the open stretch and opens the next.
     *
     * @param block a fresh one, which the batch owns from now on; or null to go on in one it has
     * @param maxBytes at which the batch is full
     * @param maxEntries at which the batch is full
     * @param prepaid what the budget was charged for the stretch, or 0
     */
    public Stretch openStretch(@Nullable Block block, long maxBytes, int maxEntries, long prepaid) {
        sealOpen();
        memory().enter(block, size, maxEntries - size);
        int slots = memory().slotsAfter(size);
        Stretch.Limits limits = new Stretch.Limits(
                !begun,
                Math.min(slots, maxEntries - size),
                maxEntries - size <= slots,
                memory().openFrom() + (maxBytes - bytes));
        incomplete.getAndIncrement();
        Stretch next = new Stretch(this, limits, prepaid);
        open = next;
        begun = true;
        return next;
    }

    /** Seals the open stretch, if there is one: nothing is added until the next is opened. */
    public void sealOpen() {
        Stretch last = open;
        if (last != null) {
            open = null;
            // Not the batch's end: that one is still to come.
            boolean unused = last.seal();
            memory().leave(last.end());
            int entries = last.entries();
            size += entries;
            bytes += last.bytes();
            chargedBytes +=
                    last.isPrepaid() ? last.prepaidBytes() : last.bytes() + (long) entries * ENTRY_OVERHEAD_BYTES;
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

    /** Seals the batch: nothing is added any more. Returns whether it is complete, so that the caller sends it. */
    public boolean seal() {
        sealOpen();
        unsettled.set(size);
        resident.set(size);
        return stretchCompleted();
    }

    /**
     * Waits until every entry is there. Who has reserved one does nothing but copy it, so this takes no longer than that
     * thread is kept from running.
     */
    @SuppressWarnings("ThreadPriorityCheck") // To yield is all there is to do: it helps nobody to spin or to sleep.
    void awaitComplete() {
        while (incomplete.get() > 0) {
            Thread.yield();
        }
    }

    /** Ends a batch that was sealed and has no entry. */
    public void discard() {
        settled(0);
    }

    /** Takes one off what is incomplete. Returns whether that was the last, so that the caller sends the batch. */
    boolean stretchCompleted() {
        return incomplete.decrementAndGet() == 0;
    }

    /** What the entry counts against the memory budget. */
    long heldBytes(int entry) {
        return accountedBytes(length(entry));
    }

    /** What so many entries with so many bytes of cells and heads count against it. */
    static long heldBytes(int entries, long bytes) {
        return bytes + (long) entries * ENTRY_OVERHEAD_BYTES;
    }

    // ---- sending ----

    /** Why it was sealed. */
    public FlushReason flushReason() {
        return flushReason;
    }

    /** Begins the sending. */
    void handOver(long deadline) {
        deadlineNanos = deadline;
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

    /** Keeps the blocks from being used again until {@link #release}, for who knows that they are still there. */
    void retain() {
        if (!tryRetain()) {
            throw new IllegalStateException("the blocks of this batch have been given back");
        }
    }

    /** Like {@link #retain}, for who does not know; false if the blocks are gone, so that all entries have settled. */
    boolean tryRetain() {
        int count = readers.get();
        while (count > 0) {
            if (readers.compareAndSet(count, count + 1)) {
                return true;
            }
            count = readers.get();
        }
        return false;
    }

    /** The counterpart of {@link #retain}. */
    void release() {
        if (readers.decrementAndGet() == 0) {
            memory().release();
        }
    }

    /** Tells the entry's receiver of success, unless the entry has settled before. Returns whether this call did it. */
    boolean acknowledge(int entry) {
        Object receiver = takeReceiver(entry);
        if (receiver == null) {
            return false;
        }
        Receivers.succeed(receiver);
        return true;
    }

    /** Tells the entry's receiver of an error, unless the entry has settled before. Returns whether this call did it. */
    boolean fail(int entry, Throwable error) {
        Object receiver = takeReceiver(entry);
        if (receiver == null) {
            return false;
        }
        root.failures.getAndIncrement();
        Receivers.fail(receiver, error);
        return true;
    }

    /**
     * Counts entries that were settled by this thread. In bulk, because the counters are shared by all requests of the
     * batch. The last of them frees the blocks and completes {@link #settled()}.
     *
     * @param count positive; 0 for a batch that has no entry
     */
    void settled(int count) {
        leave(count);
        if (root.unsettled.addAndGet(-count) == 0) {
            root.settled.complete(null);
        }
    }

    private void leave(int count) {
        if (resident.addAndGet(-count) == 0) {
            release();
            emptied.complete(null);
        }
    }

    /**
     * Completes when no entry needs this batch's memory any more, because it has settled or was moved; not later than
     * {@link #settled()}.
     */
    public CompletableFuture<Void> emptied() {
        return emptied;
    }

    /** Completes when every entry has settled; the entries' own futures complete before. */
    public CompletableFuture<Void> settled() {
        return settled;
    }

    /** Entries that failed so far. */
    public int failures() {
        return failures.get();
    }

    /** Entries that have not settled yet. */
    public int pending() {
        return unsettled.get();
    }

    // ---- moving the last entries out ----

    boolean isCopy() {
        return root != this;
    }

    /** The batches to which entries have been moved. */
    Copies copies() {
        return copies;
    }

    /** Entries that have not settled and lie in this batch's memory. */
    int resident() {
        return resident.get();
    }

    /** Says that entries have been moved out, after the budget was charged for their copy. */
    void moved(Batch copy) {
        leave(copy.size());
    }
}
