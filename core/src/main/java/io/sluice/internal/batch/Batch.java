package io.sluice.internal.batch;

import io.sluice.Mutation;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.TableName;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.BlockAllocator;
import java.util.Arrays;
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
 *
 * <p>What is noted about entries lies in {@link EntryColumns}, which the batch borrows with its blocks: entry {@code e} has
 * slot {@code e % slots} of column set {@code e / slots}.
 */
public final class Batch {
    /** What an entry holds beside its cells: its slot in the columns and its future. */
    private static final int ENTRY_OVERHEAD_BYTES = EntryColumns.BYTES_PER_SLOT + 24;

    /** A block has a slot for each so many of its bytes; few mutations are smaller. */
    private static final int BYTES_PER_SLOT = 64;

    private static final int MIN_SLOTS = 8;

    private final TableName table;
    private final BlockAllocator allocator;
    private final long begunNanos;
    private final int slotBits;
    private final int slotMask;

    // Written under the lock of the buffer, read by who got the batch; the arrays are replaced when they grow.
    private Block[] blocks = new Block[4];
    private int blockCount;
    private EntryColumns[] columns = new EntryColumns[4];
    private int columnCount;
    private @Nullable Stretch open;
    private int openBlock;
    /** Where a block before the open one has room still: a large entry got a block of its own. */
    private int roomyBlock = -1;

    private int roomyFrom;
    /** Entries and bytes of the stretches before the open one; after the sealing, of all. */
    private int size;

    private long bytes;
    /** What the budget was charged for the sealed stretches: whole stretches, or entries one by one. */
    private long chargedBytes;

    // Raised by who appends, never lowered.
    private volatile boolean hasAtomic;
    private volatile boolean hasVoid;

    /** Stretches that are not complete, and one more until the batch is sealed. */
    private final AtomicInteger incomplete = new AtomicInteger(1);

    private final EntryProgress progress = new EntryProgress(this);
    private long deadlineNanos;

    private final AtomicInteger unsettled = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger readers = new AtomicInteger(1);
    private final CompletableFuture<Void> settled = new CompletableFuture<>();

    /**
     * @param allocator takes the blocks back in the end
     * @param begunNanos when it was begun, on the engine's clock
     */
    public Batch(TableName table, BlockAllocator allocator, long begunNanos) {
        this.table = table;
        this.allocator = allocator;
        this.begunNanos = begunNanos;
        slotBits = slotBits(allocator.blockSize());
        slotMask = (1 << slotBits) - 1;
    }

    private static int slotBits(int blockSize) {
        int slots = Math.max(MIN_SLOTS, Integer.highestOneBit(blockSize / BYTES_PER_SLOT));
        return Integer.numberOfTrailingZeros(slots);
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
        return bytes + (long) size * ENTRY_OVERHEAD_BYTES;
    }

    /** Bytes of memory that the batch keeps from others, whether an entry lies there or not. */
    public long occupiedBytes() {
        long occupied = 24L * size + (long) columnCount * columnBytes(slotBits);
        for (int i = 0; i < blockCount; i++) {
            occupied += blocks[i].capacity();
        }
        return occupied;
    }

    private static long columnBytes(int slotBits) {
        return (long) EntryColumns.BYTES_PER_SLOT << slotBits;
    }

    /** What the budget was charged for, stretch by stretch or entry by entry. */
    public long chargedBytes() {
        return chargedBytes;
    }

    // ---- filling: under the lock of the buffer but for what the stretches do ----

    /** The bytes a mutation, or all of {@code RowMutations}, takes in a block. */
    public static int lengthOf(Row row) {
        if (row instanceof Mutation mutation) {
            return mutation.size() == 0 ? Stretch.ROW_DISTANCE + mutation.getRow().length : mutation.encodedSize();
        }
        int length = 0;
        for (Mutation part : ((RowMutations) row).getMutations()) {
            length = Math.addExact(length, lengthOf(part));
        }
        return length;
    }

    /** What a stretch that fills a fresh block can hold at most, counted as the budget does. */
    public static long fullStretchBytes(int blockSize) {
        int bits = slotBits(blockSize);
        return blockSize + columnBytes(bits) + (24L << bits);
    }

    /** Number of entries while it fills. */
    public int fillingSize() {
        return size + (open == null ? 0 : open.entries());
    }

    /** Bytes of the entries' cells and heads while it fills. */
    public long fillingBytes() {
        return bytes + (open == null ? 0 : open.bytes());
    }

    /** Whether the next stretch cannot do with what is left of the last block. */
    public boolean needsBlock(int length) {
        Stretch last = open;
        boolean needsColumns = fillingSize() >= columnCount << slotBits;
        return last == null
                || Math.max(blocks[openBlock].capacity() - last.end(), roomyBytes()) < length
                || (needsColumns && columnCount == blockCount);
    }

    private int roomyBytes() {
        return roomyBlock < 0 ? 0 : blocks[roomyBlock].capacity() - roomyFrom;
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
        boolean first = open == null;
        sealOpen();
        int start = 0;
        if (block == null) {
            openBlock = roomyBlock;
            start = roomyFrom;
            roomyBlock = -1;
        } else {
            addBlock(block);
            openBlock = blockCount - 1;
        }
        if (size >> slotBits == columnCount) {
            addColumns();
        }
        int firstSlot = size & slotMask;
        int slots = slotMask + 1 - firstSlot;
        byte[] memory = blocks[openBlock].bytes();
        Stretch.Limits limits = new Stretch.Limits(
                first,
                Math.min(slots, maxEntries - size),
                maxEntries - size <= slots,
                start,
                memory.length,
                start + (maxBytes - bytes));
        incomplete.getAndIncrement();
        Stretch next = new Stretch(this, limits, memory, columns[columnCount - 1], firstSlot, prepaid);
        open = next;
        return next;
    }

    private void addBlock(Block block) {
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * blockCount);
        }
        blocks[blockCount++] = block;
    }

    private void addColumns() {
        if (columnCount == columns.length) {
            columns = Arrays.copyOf(columns, 2 * columnCount);
        }
        Block keeper = blocks[columnCount];
        int slots = slotMask + 1;
        EntryColumns kept = (EntryColumns) keeper.companion();
        if (kept == null || kept.shapes.length != slots) {
            kept = new EntryColumns(slots);
            keeper.companion(kept);
        }
        columns[columnCount++] = kept;
    }

    private void sealOpen() {
        Stretch last = open;
        if (last != null) {
            // Not the batch's end: that one is still to come.
            boolean unused = last.seal();
            if (blocks[openBlock].capacity() - last.end() >= roomyBytes()) {
                roomyBlock = openBlock;
                roomyFrom = last.end();
            }
            int entries = last.entries();
            size += entries;
            bytes += last.bytes();
            chargedBytes +=
                    last.isPrepaid() ? last.prepaidBytes() : last.bytes() + (long) entries * ENTRY_OVERHEAD_BYTES;
        }
    }

    /** Seals the batch: nothing is added any more. Returns whether it is complete, so that the caller sends it. */
    public boolean seal() {
        sealOpen();
        unsettled.set(size);
        return stretchCompleted();
    }

    /**
     * Waits until every entry is there. Who has reserved one does nothing but copy it, so this takes no longer than that
     * thread is kept from running.
     */
    void awaitComplete() {
        while (incomplete.get() > 0) {
            Thread.yield();
        }
    }

    /** Ends a batch that was sealed and has no entry. */
    public void discard() {
        settled(0);
    }

    void containsAtomic() {
        hasAtomic = true;
    }

    void containsVoid() {
        hasVoid = true;
    }

    /** Takes one off what is incomplete. Returns whether that was the last, so that the caller sends the batch. */
    boolean stretchCompleted() {
        return incomplete.decrementAndGet() == 0;
    }

    // ---- reading, after the hand-over ----

    private EntryColumns columns(int entry) {
        return columns[entry >>> slotBits];
    }

    private int slot(int entry) {
        return entry & slotMask;
    }

    private int shape(int entry) {
        return columns(entry).shapes[slot(entry)];
    }

    /** Whether an entry may be of {@link MutationKind#ROW_MUTATIONS}. */
    boolean hasAtomic() {
        return hasAtomic;
    }

    /** Whether an entry may be {@link #isVoid void}. */
    boolean hasVoid() {
        return hasVoid;
    }

    /** Whether the entry could not be copied, so that it must not be sent. */
    boolean isVoid(int entry) {
        return shape(entry) == EntryShape.VOID;
    }

    public MutationKind kind(int entry) {
        return EntryShape.kind(shape(entry));
    }

    /** {@code MutationProto.Durability} number of a single mutation; those of an atomic entry's parts are in its extras. */
    public int durabilityCode(int entry) {
        return EntryShape.durabilityCode(shape(entry));
    }

    /** Number of cells of a single mutation; 0 for a Delete of a whole row and for an atomic entry. */
    public int cellCount(int entry) {
        return EntryShape.cellCount(shape(entry));
    }

    public MutationExtras extras(int entry) {
        return columns(entry).extras(slot(entry));
    }

    /** The array that holds the entry, at {@link #offset} for {@link #length} bytes. */
    public byte[] array(int entry) {
        return columns(entry).arrays[slot(entry)];
    }

    public int offset(int entry) {
        return columns(entry).offsets[slot(entry)];
    }

    public int length(int entry) {
        return columns(entry).lengths[slot(entry)];
    }

    /** What the entry counts against the memory budget. */
    long heldBytes(int entry) {
        return accountedBytes(length(entry));
    }

    /** What an entry of this length counts against the memory budget. */
    public static long accountedBytes(int length) {
        return (long) length + ENTRY_OVERHEAD_BYTES;
    }

    /** Looks the entry's region up; see {@link RegionMap#find}. */
    int locate(int entry, RegionMap map) {
        EntryColumns set = columns(entry);
        int slot = slot(entry);
        byte[] array = set.arrays[slot];
        int row = set.offsets[slot] + Stretch.ROW_DISTANCE;
        int length = ((array[row - 2] & 0xff) << 8) | (array[row - 1] & 0xff);
        return map.find(array, row, length);
    }

    /** The region that the entry's holder has noted last, as a number of the map it used. */
    int region(int entry) {
        return columns(entry).regions[slot(entry)];
    }

    void region(int entry, int region) {
        columns(entry).regions[slot(entry)] = region;
    }

    /** Room for an order of all entries, for one use. */
    Order order() {
        return Order.in(Arrays.copyOf(columns, columnCount), slotBits);
    }

    byte exposure(int entry) {
        return columns(entry).exposures[slot(entry)];
    }

    void exposure(int entry, byte exposure) {
        columns(entry).exposures[slot(entry)] = exposure;
    }

    /** Where the entry's row starts in {@link #array}; it has {@link #rowLength} bytes. */
    public int rowOffset(int entry) {
        return offset(entry) + Stretch.ROW_DISTANCE;
    }

    public int rowLength(int entry) {
        byte[] array = array(entry);
        int at = offset(entry) + Stretch.ROW_DISTANCE - 2;
        return ((array[at] & 0xff) << 8) | (array[at + 1] & 0xff);
    }

    /** A copy of the entry's row. */
    public byte[] row(int entry) {
        int from = rowOffset(entry);
        return Arrays.copyOfRange(array(entry), from, from + rowLength(entry));
    }

    // ---- sending ----

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
            for (int i = 0; i < blockCount; i++) {
                allocator.release(blocks[i]);
            }
        }
    }

    public boolean isSettled(int entry) {
        return columns(entry).isSettled(slot(entry));
    }

    /** Tells the entry's receiver of success, unless the entry has settled before. Returns whether this call did it. */
    boolean acknowledge(int entry) {
        Object receiver = columns(entry).takeReceiver(slot(entry));
        if (receiver == null) {
            return false;
        }
        Receivers.succeed(receiver);
        return true;
    }

    /** Tells the entry's receiver of an error, unless the entry has settled before. Returns whether this call did it. */
    boolean fail(int entry, Throwable error) {
        Object receiver = columns(entry).takeReceiver(slot(entry));
        if (receiver == null) {
            return false;
        }
        failures.getAndIncrement();
        Receivers.fail(receiver, error);
        return true;
    }

    /**
     * Counts entries that were settled by this thread. In bulk, because the counter is shared by all requests of the
     * batch. The last of them frees the blocks and completes {@link #settled()}.
     *
     * @param count positive; 0 for a batch that has no entry
     */
    void settled(int count) {
        if (unsettled.addAndGet(-count) == 0) {
            release();
            settled.complete(null);
        }
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
}
