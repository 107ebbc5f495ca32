package io.sluice.internal.batch;

import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.BudgetedBlocks;
import io.sluice.internal.memory.PooledBlockAllocator;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a batch, and the columns that are kept with them. A set of columns has as many slots as the batch's blocks
 * need, and the bits of an entry's number give its set and slot. Only the first set may have fewer slots: it lacks the last
 * slots that a set of the usual size would have. The slot stores which block its entry lies in.
 *
 * <p>A block counts against the budget with its bytes, and with the columns and futures of the slots that come with it. A
 * set of columns comes with a block, never without one, so everything that a batch holds has been charged. Besides the usual
 * blocks there are small ones, for a batch of at most some hundred mutations, which would fill only a small part of a usual
 * block, and tiny ones, for a batch that is expected to stay tiny, and for a first entry that is larger than a block.
 *
 * <p>Written under the lock of the buffer whose batch it is, read by the threads that received the batch.
 */
public final class BatchMemory {
    /** Bytes of a block for each of its slots; few mutations are smaller. */
    private static final int BYTES_PER_SLOT = 64;

    private static final int MIN_SLOTS = 8;

    /**
     * The slots and the least bytes of a tiny block: ten thousand mutators with one mutation each then hold 20 MB, not
     * 1.2 GB. Such a block is not pooled.
     */
    private static final int TINY_SLOTS = 16;

    private static final int TINY_BYTES = TINY_SLOTS * BYTES_PER_SLOT;

    /** Up to this part of a usual block a batch is tiny. */
    private static final int TINY_PART = 8;

    /** The slots of a small block are this part of those of a usual one: it is for mutations of a usual size. */
    private static final int SMALL_SLOTS_PART = 8;

    /** The binary logarithm of the number of bits in a word. */
    private static final int WORD_SHIFT = 6;

    /** Entries are copied to one array. */
    private static final int MOST_COPIED = 1 << 30;

    private final BudgetedBlocks allocator;
    /** Capacity of the blocks after the first one, unless an entry needs more. */
    private int followingBytes;

    private int slotBits;
    private int slotMask;
    /** Slots that the first set lacks. */
    private int skippedSlots;
    /** The entries that have slots, if this is compacted memory; else all entries have one. */
    private final @Nullable Remaining left;

    private Block[] blocks = new Block[4];
    private byte[][] arrays = new byte[4][];
    private int blockCount;
    private EntryColumns[] columns = new EntryColumns[4];
    private int columnCount;
    /** What the budget was charged for the blocks. */
    private long charge;

    /** The block that entries are appended to, and the offset of the first free byte. */
    private int openBlock;

    private int openFrom;
    /**
     * The block with most free space of those that are not open, about: a large entry got a block of its own. -1 for none.
     */
    private int roomyBlock = -1;

    private int roomyFrom;

    /** Whether some entries record when they were accepted, see {@link Batch#isTimed}. */
    private boolean timed;

    /** The order that lies in the columns, once there is one. */
    private @Nullable Order order;

    BatchMemory(BudgetedBlocks allocator) {
        this.allocator = allocator;
        followingBytes = allocator.blockSize();
        left = null;
    }

    /** For some entries of a batch of which the others have settled. */
    private BatchMemory(BudgetedBlocks allocator, Remaining left) {
        this.allocator = allocator;
        this.left = left;
        // All entries are in one set.
        slotMask = Integer.MAX_VALUE;
        slotBits = Integer.bitCount(slotMask);
    }

    // ---- how large blocks are ----

    /** Slots of a usual block, a power of two. */
    private static int usualSlots(int blockSize) {
        return Math.max(MIN_SLOTS, Integer.highestOneBit(blockSize / BYTES_PER_SLOT));
    }

    private static int smallSlots(int blockSize) {
        return usualSlots(blockSize) / SMALL_SLOTS_PART;
    }

    /** Capacity of a tiny block for this many bytes; a usual one if that is not larger. */
    private static int tinyBytes(int bytes, int blockSize) {
        int capacity = Math.max(bytes, TINY_BYTES);
        return bytes <= blockSize && capacity >= blockSize ? blockSize : capacity;
    }

    /** Capacity of the first block of a batch that will probably have this many entries and bytes. */
    public static int firstBytes(int entries, long bytes, int blockSize) {
        if (entries <= TINY_SLOTS && bytes <= blockSize / TINY_PART) {
            return tinyBytes((int) bytes, blockSize);
        }
        int smallBytes = PooledBlockAllocator.smallBlockSize(blockSize);
        int smallSlots = smallSlots(blockSize);
        return smallSlots > TINY_SLOTS && entries <= smallSlots && bytes <= smallBytes ? smallBytes : blockSize;
    }

    /** This capacity of a first block if its first entry fits into it, else one for that entry. */
    public static int firstBytesFor(int length, int firstBytes, int blockSize) {
        return length <= firstBytes ? firstBytes : tinyBytes(length, blockSize);
    }

    /** Slots that come with the first block of a batch. */
    private static int firstSlots(int capacity, int blockSize) {
        if (capacity == blockSize) {
            return usualSlots(blockSize);
        }
        int smallSlots = smallSlots(blockSize);
        boolean isSmall = smallSlots > TINY_SLOTS && capacity == PooledBlockAllocator.smallBlockSize(blockSize);
        return isSmall ? smallSlots : Math.min(TINY_SLOTS, usualSlots(blockSize));
    }

    /** How much the first block of a batch counts against the budget. */
    public static long firstCharge(int capacity, int blockSize) {
        return Batch.heldBytes(firstSlots(capacity, blockSize), capacity);
    }

    /** The most that a block for an entry of this length counts; that of a usual block if the entry fits into one. */
    public static long mostCharged(int length, int blockSize) {
        return Batch.heldBytes(usualSlots(blockSize), Math.max(length, blockSize));
    }

    /**
     * Capacity of the block that the next entry needs, after {@link #leave}; 0 if there is room for it.
     *
     * @param entries how many there are
     * @param length of the next one
     */
    int nextBytes(int entries, int length) {
        return slotsAfter(entries) > 0 && roomyBytes() >= length ? 0 : Math.max(length, followingBytes);
    }

    /** How much the next block counts against the budget, if it has this capacity. */
    long nextCharge(int entries, int capacity) {
        return Batch.heldBytes(nextSlots(entries, capacity), capacity);
    }

    /** Slots that come with the next block, 0 for none. */
    private int nextSlots(int entries, int capacity) {
        if (slotsAfter(entries) > 0) {
            return 0;
        }
        return columnCount == 0 ? firstSlots(capacity, allocator.blockSize()) : slotMask + 1;
    }

    // ---- compacting ----

    /**
     * A copy of the unsettled entries, in memory of just their size, if that is at most half of the present size. Their
     * receivers are then in the copy and no longer here.
     *
     * @param entries how many there are in all
     * @return null if it is not worth it
     */
    @Nullable BatchMemory compacted(int entries) {
        int[] unsettled = unsettled(entries);
        long bytes = 0;
        for (int entry : unsettled) {
            bytes += columns(entry).lengths[slot(entry)];
        }
        long orderBytes = order == null ? 0 : order.bytes();
        if (unsettled.length == 0
                || 2 * (Batch.heldBytes(unsettled.length + 1, bytes) + orderBytes) > charge
                || bytes > MOST_COPIED) {
            return null;
        }
        // One more slot, which stands for all settled entries.
        int slots = unsettled.length + 1;
        BatchMemory copy = new BatchMemory(allocator, new Remaining(unsettled, entries));
        copy.timed = timed;
        Block block = allocator.allocate((int) bytes, Batch.heldBytes(slots, bytes) + orderBytes);
        boolean taken = false;
        try {
            copy.add(block, slots, slots);
            copy.take(this, unsettled);
            taken = true;
        } finally {
            if (!taken) {
                allocator.release(block);
            }
        }
        return copy;
    }

    private int[] unsettled(int entries) {
        int[] unsettled = new int[entries];
        int count = 0;
        for (int entry = 0; entry < entries; entry++) {
            if (!columns(entry).isSettled(slot(entry))) {
                unsettled[count++] = entry;
            }
        }
        return Arrays.copyOf(unsettled, count);
    }

    private void take(BatchMemory from, int[] entries) {
        if (from.order != null) {
            from.order.leaveColumns();
        }
        EntryColumns to = columns(0);
        int offset = 0;
        for (int slot = 0; slot < entries.length; slot++) {
            int entry = entries[slot];
            EntryColumns its = from.columns(entry);
            int itsSlot = from.slot(entry);
            int length = its.lengths[itsSlot];
            System.arraycopy(from.arrays[its.blocks[itsSlot]], its.offsets[itsSlot], arrays[0], offset, length);
            to.copy(slot, its, itsSlot, offset);
            if (timed) {
                to.accepted(slot, its.acceptedNanos(itsSlot));
            }
            offset += length;
        }
        to.settled(entries.length);
        // Last: nothing is thrown from here on, so all receivers are on one side.
        for (int slot = 0; slot < entries.length; slot++) {
            to.receivers[slot] = from.columns(entries[slot]).takeReceiver(from.slot(entries[slot]));
        }
    }

    // ---- filling ----

    /** Makes some entries record when they were accepted; to be called before the first block. */
    void time() {
        timed = true;
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

    /** Continues in the block with most free space. */
    void reenter() {
        openBlock = roomyBlock;
        openFrom = roomyFrom;
        roomyBlock = -1;
    }

    /**
     * Opens a block. If this throws, there are no more blocks than before, and this one is still the caller's.
     *
     * @param fresh a new one, which is given back with the others
     * @param entries how many there are
     * @param more how many entries may come at most
     */
    void enter(Block fresh, int entries, int more) {
        int slots = nextSlots(entries, fresh.capacity());
        if (columnCount == 0) {
            int blockSize = allocator.blockSize();
            // A small batch continues in small blocks.
            boolean isSmall = slots <= smallSlots(blockSize);
            int following = isSmall ? smallSlots(blockSize) : usualSlots(blockSize);
            followingBytes = isSmall ? PooledBlockAllocator.smallBlockSize(blockSize) : blockSize;
            slotMask = following - 1;
            slotBits = Integer.bitCount(slotMask);
            skippedSlots = following - slots;
        }
        add(fresh, slots, more);
    }

    private void add(Block fresh, int slots, int more) {
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * blockCount);
            arrays = Arrays.copyOf(arrays, blocks.length);
        }
        if (columnCount == columns.length) {
            columns = Arrays.copyOf(columns, 2 * columnCount);
        }
        if (slots > 0) {
            EntryColumns added = columnsOf(fresh, slots, more);
            columns[columnCount++] = added;
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
        kept.begin(Math.min(entries, slots));
        if (timed) {
            // In compacted memory, timed entries may be neighbours.
            kept.time(left == null ? Batch.TIMED_BITS : 0);
        }
        return kept;
    }

    /** What the budget was charged for all of it. */
    long charge() {
        return charge;
    }

    /** The number of the block that entries are appended to. */
    int openBlock() {
        return openBlock;
    }

    byte[] openBytes() {
        return arrays[openBlock];
    }

    // ---- entries ----

    /** The memory in which an entry lies. */
    byte[] array(int entry) {
        return arrays[columns(entry).blocks[slot(entry)]];
    }

    int openFrom() {
        return openFrom;
    }

    /** How many entries there are slots for, if there are already this many. */
    int slotsAfter(int entries) {
        return (columnCount << slotBits) - skippedSlots - entries;
    }

    EntryColumns columns(int entry) {
        return columns[(entry + skippedSlots) >>> slotBits];
    }

    int slot(int entry) {
        return left == null ? (entry + skippedSlots) & columns(entry).slotMask() : left.slot(entry);
    }

    /** Some entries of a batch, numbered in their order: a bit for each entry of the batch, and the bits before each word. */
    private static final class Remaining {
        private final long[] bits;
        private final int[] before;
        private final int count;

        /**
         * @param remaining in their order
         * @param entries how many the batch has
         */
        Remaining(int[] remaining, int entries) {
            bits = new long[(entries >>> WORD_SHIFT) + 1];
            before = new int[bits.length];
            count = remaining.length;
            for (int entry : remaining) {
                bits[entry >>> WORD_SHIFT] |= 1L << entry;
            }
            for (int word = 1; word < bits.length; word++) {
                before[word] = before[word - 1] + Long.bitCount(bits[word - 1]);
            }
        }

        /** The number of an entry; the last slot stands for all others. */
        int slot(int entry) {
            int word = entry >>> WORD_SHIFT;
            long bit = 1L << entry;
            return (bits[word] & bit) == 0 ? count : before[word] + Long.bitCount(bits[word] & (bit - 1));
        }
    }

    /** The first entry behind this one that is in another set of columns. */
    private int endOfSet(int entry) {
        return ((entry + skippedSlots) | slotMask) + 1 - skippedSlots;
    }

    /** Stores the regions of the first entries; not in compacted memory. */
    void locate(int entries, RegionMap map) {
        for (int from = 0; from < entries; from = endOfSet(from)) {
            int to = Math.min(entries, endOfSet(from));
            columns(from).locate(slot(from), slot(to - 1) + 1, arrays, map);
        }
    }

    /** How many of the first entries have no region stored; not in compacted memory. */
    int missing(int entries) {
        int missing = 0;
        for (int from = 0; from < entries; from = endOfSet(from)) {
            int to = Math.min(entries, endOfSet(from));
            missing += columns(from).missing(slot(from), slot(to - 1) + 1);
        }
        return missing;
    }

    /** Space for an order of this many entries, to be used once: in the columns, if they have a slot for each. */
    Order order(int count) {
        if (left != null) {
            return Order.of(new int[count]);
        }
        EntryColumns[] sets = new EntryColumns[columnCount];
        for (int set = 0; set < columnCount; set++) {
            // The first set goes last, where one with fewer slots is enough.
            sets[set] = columns[set + 1 < columnCount ? set + 1 : 0];
        }
        order = Order.in(sets, slotBits, count);
        return order;
    }

    boolean isCompacted() {
        return left != null;
    }

    /** Gives all blocks back, whatever is thrown for one of them. */
    void release() {
        allocator.release(blocks, blockCount);
    }
}
