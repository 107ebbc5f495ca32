package io.sluice.internal.batch;

import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.BlockAllocator;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a batch, and the columns that are kept with them: entry {@code e} has slot {@code e % slots} of column set
 * {@code e / slots}, whichever block it lies in. Written under the lock of the buffer that the batch fills in, read by who
 * got the batch.
 */
final class BatchMemory {
    /** A block has a slot for each so many of its bytes; few mutations are smaller. */
    private static final int BYTES_PER_SLOT = 64;

    private static final int MIN_SLOTS = 8;

    private final @Nullable BlockAllocator allocator;
    private final int slotBits;
    private final int slotMask;
    /** Of a copy, which has an array of its own and no block. */
    private final int copiedBytes;

    private Block[] blocks = new Block[4];
    /** The memory of the blocks; of a copy, what was copied. */
    private byte[][] arrays = new byte[4][];

    private int blockCount;
    private EntryColumns[] columns = new EntryColumns[4];
    private int columnCount;

    /** The block that entries go to, and from where on. */
    private int openBlock;

    private int openFrom;
    /** Of the blocks that are not open the one with most room, about: a large entry got a block of its own. -1 for none. */
    private int roomyBlock = -1;

    private int roomyFrom;

    /** Whether entries note when they were accepted. */
    private boolean sampled;

    BatchMemory(BlockAllocator allocator) {
        this.allocator = allocator;
        slotBits = slotBits(allocator.blockSize());
        slotMask = (1 << slotBits) - 1;
        copiedBytes = 0;
    }

    private BatchMemory(int slotBits, EntryColumns copied, byte[] memory) {
        allocator = null;
        this.slotBits = slotBits;
        slotMask = (1 << slotBits) - 1;
        copiedBytes = memory.length;
        arrays = new byte[][] {memory};
        columns = new EntryColumns[] {copied};
        columnCount = 1;
    }

    /**
     * A copy of some entries of a batch in memory of just their size, which the collector takes back. All but their
     * receivers is copied.
     */
    static BatchMemory copyOf(Batch from, int[] entries) {
        int bytes = 0;
        for (int entry : entries) {
            bytes = Math.addExact(bytes, from.length(entry));
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(entries.length - 1);
        byte[] array = new byte[bytes];
        EntryColumns copied = new EntryColumns(1 << bits);
        copied.begin(entries.length, false);
        int offset = 0;
        for (int slot = 0; slot < entries.length; slot++) {
            int entry = entries[slot];
            System.arraycopy(from.array(entry), from.offset(entry), array, offset, from.length(entry));
            copied.copy(slot, from.columns(entry), from.slot(entry), offset);
            offset += from.length(entry);
        }
        return new BatchMemory(bits, copied, array);
    }

    /** Has one entry in some note when it was accepted; before the first block. */
    void sample() {
        sampled = true;
    }

    /** Bytes of the entries of a copy. */
    int copiedBytes() {
        return copiedBytes;
    }

    private static int slotBits(int blockSize) {
        int slots = Math.max(MIN_SLOTS, Integer.highestOneBit(blockSize / BYTES_PER_SLOT));
        return Integer.numberOfTrailingZeros(slots);
    }

    private static long columnBytes(int slotBits) {
        return (long) EntryColumns.BYTES_PER_SLOT << slotBits;
    }

    /** What a fresh block, its columns and the futures of as many entries as these have slots take. */
    static long fullBlockBytes(int blockSize) {
        int bits = slotBits(blockSize);
        return blockSize + columnBytes(bits) + ((long) EntryColumns.FUTURE_BYTES << bits);
    }

    /** Bytes of the blocks and the columns. */
    long occupiedBytes() {
        long occupied = copiedBytes + columnCount * columnBytes(slotBits);
        for (int i = 0; i < blockCount; i++) {
            occupied += blocks[i].capacity();
        }
        return occupied;
    }

    /**
     * Whether another block is needed, after {@link #leave}.
     *
     * @param entries how many there are
     * @param length of the next one
     */
    boolean needsBlock(int entries, int length) {
        boolean needsColumns = entries >= columnCount << slotBits;
        return blockCount == 0 || roomyBytes() < length || (needsColumns && columnCount == blockCount);
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

    /**
     * Opens a block.
     *
     * @param fresh a new one, which is given back with the others; or null to go on in the roomiest there is
     * @param entries how many there are
     * @param more how many may come at most
     */
    void enter(@Nullable Block fresh, int entries, int more) {
        if (fresh == null) {
            openBlock = roomyBlock;
            openFrom = roomyFrom;
            roomyBlock = -1;
        } else {
            if (blockCount == blocks.length) {
                blocks = Arrays.copyOf(blocks, 2 * blockCount);
                arrays = Arrays.copyOf(arrays, 2 * blockCount);
            }
            blocks[blockCount] = fresh;
            arrays[blockCount] = fresh.bytes();
            openBlock = blockCount++;
            openFrom = 0;
        }
        if (entries >> slotBits == columnCount) {
            addColumns(more);
        }
    }

    private void addColumns(int entries) {
        columns = columnCount == columns.length ? Arrays.copyOf(columns, 2 * columnCount) : columns;
        Block keeper = blocks[columnCount];
        EntryColumns kept = (EntryColumns) keeper.companion();
        if (kept == null) {
            kept = new EntryColumns(slotMask + 1);
            keeper.companion(kept);
        }
        kept.begin(Math.min(entries, slotMask + 1), sampled);
        columns[columnCount++] = kept;
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

    /** How many entries the last columns have slots for, when there are so many already. */
    int slotsAfter(int entries) {
        return slotMask + 1 - slot(entries);
    }

    EntryColumns columns(int entry) {
        return columns[entry >>> slotBits];
    }

    int slot(int entry) {
        return entry & slotMask;
    }

    /** Notes the regions of the first entries. */
    void locate(int entries, RegionMap map) {
        for (int set = 0; set << slotBits < entries; set++) {
            columns[set].locate(slotsUsed(set, entries), arrays, map);
        }
    }

    /** How many slots of a set of columns so many entries take. */
    private int slotsUsed(int set, int entries) {
        return Math.min(entries - (set << slotBits), slotMask + 1);
    }

    /** How many of the first entries have no region noted. */
    int missing(int entries) {
        int missing = 0;
        for (int set = 0; set << slotBits < entries; set++) {
            missing += columns[set].missing(slotsUsed(set, entries));
        }
        return missing;
    }

    /** Room for an order of all entries, for one use. */
    Order order() {
        return Order.in(Arrays.copyOf(columns, columnCount), slotBits);
    }

    void release() {
        if (allocator != null) {
            for (int i = 0; i < blockCount; i++) {
                allocator.release(blocks[i]);
            }
        }
    }
}
