package io.sluice.internal.batch;

import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.BlockAllocator;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a batch, and the columns that are kept with them. Entries are numbered in the order of their slots: the
 * first set of columns may be small, all others have as many slots as a block of the usual size needs. Which block an entry
 * lies in is noted in its slot.
 *
 * <p>What a block counts against the budget is said by {@link NextBlock#charge}: its bytes, and the columns and futures of the slots
 * that come with it. A set of columns comes with a block, never without one, so that all that a batch holds has been charged.
 *
 * <p>Written under the lock of the buffer that the batch fills in, read by the threads that received the batch.
 */
final class BatchMemory {
    /** A block has a slot for each so many of its bytes; few mutations are smaller. */
    private static final int BYTES_PER_SLOT = 64;

    private static final int MIN_SLOTS = 8;

    /**
     * The first block and columns of a batch that is expected to stay small: ten thousand mutators with one mutation each
     * then hold 20 MB, not 1.2 GB.
     */
    private static final int SMALL_SLOTS = 16;

    private static final int SMALL_BYTES = SMALL_SLOTS * BYTES_PER_SLOT;

    /** Up to this part of a usual block a batch is small. Its block is not pooled. */
    private static final int SMALL_PART = 8;

    /** More bytes than a small batch has. */
    static final int MANY = -1;

    private final BlockAllocator allocator;
    private final int slotBits;
    private final int slotMask;
    /** Slots of the first set if it is a small one, else 0. */
    private int smallSlots;

    private Block[] blocks = new Block[4];
    private byte[][] arrays = new byte[4][];
    private int blockCount;
    private EntryColumns[] columns = new EntryColumns[4];
    private int columnCount;
    /** How many entries the sets of columns have slots for. */
    private int slotCount;
    /** What the budget was charged for the blocks. */
    private long charge;

    /** The block that entries go to, and from where on. */
    private int openBlock;

    private int openFrom;
    /** Of the blocks that are not open the one with most room, about: a large entry got a block of its own. -1 for none. */
    private int roomyBlock = -1;

    private int roomyFrom;

    /** Whether entries note when they were accepted. */
    private boolean sampled;

    BatchMemory(BlockAllocator allocator) {
        this(allocator, slotBits(allocator.blockSize()));
    }

    private BatchMemory(BlockAllocator allocator, int slotBits) {
        this.allocator = allocator;
        this.slotBits = slotBits;
        slotMask = (1 << slotBits) - 1;
    }

    /**
     * A copy of some entries of a batch in memory of just their size. All but their receivers is copied.
     */
    static BatchMemory copyOf(Batch from, int[] entries) {
        int bytes = 0;
        for (int entry : entries) {
            bytes = Math.addExact(bytes, from.length(entry));
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(entries.length - 1);
        BatchMemory copy = new BatchMemory(from.memory().allocator, bits);
        NextBlock next = new NextBlock(bytes, 1 << bits);
        copy.enter(copy.allocator.allocate(bytes, next.charge()), next.slots(), entries.length);
        int offset = 0;
        for (int slot = 0; slot < entries.length; slot++) {
            int entry = entries[slot];
            System.arraycopy(from.array(entry), from.offset(entry), copy.arrays[0], offset, from.length(entry));
            copy.columns[0].copy(slot, from.columns(entry), from.slot(entry), offset);
            offset += from.length(entry);
        }
        return copy;
    }

    /** Has one entry in some note when it was accepted; before the first block. */
    void sample() {
        sampled = true;
    }

    private static int slotBits(int blockSize) {
        int slots = Math.max(MIN_SLOTS, Integer.highestOneBit(blockSize / BYTES_PER_SLOT));
        return Integer.numberOfTrailingZeros(slots);
    }

    /** A block of the usual size with all that may come with it. */
    static NextBlock usual(int blockSize) {
        return new NextBlock(blockSize, 1 << slotBits(blockSize));
    }

    /**
     * The first block of a batch.
     *
     * @param length of the first entry
     * @param expectedBytes of all entries, if few are expected; else {@link #MANY}
     */
    static NextBlock first(int length, int expectedBytes, int blockSize) {
        NextBlock usual = usual(blockSize);
        int bytes = Math.max(length, Math.max(SMALL_BYTES, expectedBytes));
        boolean isUsual = length <= blockSize && (expectedBytes == MANY || bytes >= blockSize);
        return isUsual ? usual : new NextBlock(bytes, Math.min(SMALL_SLOTS, usual.slots()));
    }

    /** What to expect after a batch of so many entries and bytes, for {@link #first}. */
    static int expectedAfter(int entries, long bytes, int blockSize) {
        return entries <= SMALL_SLOTS && bytes <= blockSize / SMALL_PART ? (int) bytes : MANY;
    }

    /**
     * The block that the next entry needs, after {@link #leave}; null if there is room for it.
     *
     * @param entries how many there are
     * @param length of the next one
     */
    @Nullable NextBlock next(int entries, int length) {
        boolean needsColumns = entries == slotCount;
        if (!needsColumns && roomyBytes() >= length) {
            return null;
        }
        return new NextBlock(Math.max(length, allocator.blockSize()), needsColumns ? slotMask + 1 : 0);
    }

    private int roomyBytes() {
        return roomyBlock < 0 ? 0 : blocks[roomyBlock].capacity() - roomyFrom;
    }

    /** Closes the open block, whose last entry ends there. */
    void leave(int end) {
        if (blocks[openBlock].capacity() - end >= roomyBytes()) {
            roomyBlock = openBlock;
            roomyFrom = end;
        }
    }

    /** Goes on in the roomiest block there is. */
    void reenter() {
        openBlock = roomyBlock;
        openFrom = roomyFrom;
        roomyBlock = -1;
    }

    /**
     * Opens a block. If this throws, nothing has changed and the block is still the caller's.
     *
     * @param fresh a new one, which is given back with the others
     * @param slots of the columns that come with it, 0 for none
     * @param more how many entries may come at most
     */
    void enter(Block fresh, int slots, int more) {
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * blockCount);
            arrays = Arrays.copyOf(arrays, blocks.length);
        }
        if (columnCount == columns.length) {
            columns = Arrays.copyOf(columns, 2 * columnCount);
        }
        if (slots > 0) {
            columns[columnCount] = columnsOf(fresh, slots, more);
            smallSlots = columnCount == 0 && slots <= slotMask ? slots : smallSlots;
            columnCount++;
            slotCount += slots;
        }
        blocks[blockCount] = fresh;
        arrays[blockCount] = fresh.bytes();
        openBlock = blockCount++;
        openFrom = 0;
        charge += fresh.charge();
    }

    private EntryColumns columnsOf(Block keeper, int slots, int entries) {
        EntryColumns kept = (EntryColumns) keeper.companion();
        if (kept == null || kept.slots() != slots) {
            kept = new EntryColumns(slots);
            keeper.companion(kept);
        }
        kept.begin(Math.min(entries, slots), sampled);
        return kept;
    }

    /** What the budget was charged for all of it. */
    long charge() {
        return charge;
    }

    /** The number of the block that entries go to. */
    int openBlock() {
        return openBlock;
    }

    byte[] openBytes() {
        return arrays[openBlock];
    }

    /** The memory in which an entry lies. */
    byte[] array(int entry) {
        return arrays[columns(entry).blocks[slot(entry)]];
    }

    int openFrom() {
        return openFrom;
    }

    /** How many entries there are slots for, when there are so many already. */
    int slotsAfter(int entries) {
        return slotCount - entries;
    }

    EntryColumns columns(int entry) {
        // Small batches are few, or not worth much: the branch is taken the same way nearly always.
        return entry < smallSlots ? columns[0] : columns[setAfterSmall(entry)];
    }

    private int setAfterSmall(int entry) {
        return ((entry - smallSlots) >>> slotBits) + (smallSlots == 0 ? 0 : 1);
    }

    int slot(int entry) {
        return entry < smallSlots ? entry : (entry - smallSlots) & slotMask;
    }

    /** Notes the regions of the first entries. */
    void locate(int entries, RegionMap map) {
        int left = entries;
        for (int set = 0; left > 0; set++) {
            int slots = Math.min(left, columns[set].slots());
            columns[set].locate(slots, arrays, map);
            left -= slots;
        }
    }

    /** How many of the first entries have no region noted. */
    int missing(int entries) {
        int missing = 0;
        int left = entries;
        for (int set = 0; left > 0; set++) {
            int slots = Math.min(left, columns[set].slots());
            missing += columns[set].missing(slots);
            left -= slots;
        }
        return missing;
    }

    /** Room for an order of all entries, for one use. */
    Order order() {
        return smallSlots == 0 ? Order.in(Arrays.copyOf(columns, columnCount), slotBits) : Order.of(new int[slotCount]);
    }

    void release() {
        for (int i = 0; i < blockCount; i++) {
            allocator.release(blocks[i]);
        }
    }
}
