package io.sluice.internal.batch;

import io.sluice.internal.memory.PooledBlockAllocator;
import org.jspecify.annotations.Nullable;

/**
 * A block that a batch needs before its next entry.
 *
 * @param capacity in bytes
 * @param slots of the columns that come with it, 0 for none
 */
public record NextBlock(int capacity, int slots) {
    /** Bytes of a block for each of its slots; few mutations are smaller. */
    private static final int BYTES_PER_SLOT = 64;

    private static final int MIN_SLOTS = 8;

    /**
     * The first block and columns of a batch that is expected to stay tiny: ten thousand mutators with one mutation each
     * then hold 20 MB, not 1.2 GB. Such a block is not pooled.
     */
    private static final int TINY_SLOTS = 16;

    private static final int TINY_BYTES = TINY_SLOTS * BYTES_PER_SLOT;

    /** Up to this part of a usual block a batch is tiny. */
    private static final int TINY_PART = 8;

    /** The slots of a small block are this part of those of a usual one: it is for mutations of a usual size. */
    private static final int SMALL_SLOTS_PART = 8;

    // By hand: the methods that the compiler generates for a record are linked at run time, and inlined at a thousand
    // bytes.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NextBlock block && block.capacity == capacity && block.slots == slots;
    }

    @Override
    public int hashCode() {
        return 31 * capacity + slots;
    }

    /** A block of the usual size with all that may come with it; its slots are a power of two. */
    public static NextBlock usual(int blockSize) {
        return new NextBlock(blockSize, Math.max(MIN_SLOTS, Integer.highestOneBit(blockSize / BYTES_PER_SLOT)));
    }

    /**
     * For a batch of at most some hundred mutations, which would fill only a small part of a usual block: as large as it
     * needs.
     */
    private static NextBlock small(int blockSize) {
        return new NextBlock(
                PooledBlockAllocator.smallBlockSize(blockSize), usual(blockSize).slots() / SMALL_SLOTS_PART);
    }

    private static NextBlock tiny(int bytes, int blockSize) {
        NextBlock usual = usual(blockSize);
        int capacity = Math.max(bytes, TINY_BYTES);
        return bytes <= blockSize && capacity >= blockSize
                ? usual
                : new NextBlock(capacity, Math.min(TINY_SLOTS, usual.slots()));
    }

    /** The first block of a buffer's first batch. */
    public static NextBlock first(int blockSize) {
        return tiny(0, blockSize);
    }

    /** The first block of the batch that follows this one, which was sealed: it will probably be as large. */
    public static NextBlock after(Batch batch, int blockSize) {
        if (batch.size() <= TINY_SLOTS && batch.bytes() <= blockSize / TINY_PART) {
            return tiny((int) batch.bytes(), blockSize);
        }
        NextBlock small = small(blockSize);
        boolean isSmall =
                small.slots() > TINY_SLOTS && batch.size() <= small.slots() && batch.bytes() <= small.capacity();
        return isSmall ? small : usual(blockSize);
    }

    /**
     * The block that follows a first block with this many slots, for columns and for bytes: a small batch continues in small
     * blocks.
     */
    static NextBlock following(int firstSlots, int blockSize) {
        NextBlock small = small(blockSize);
        return firstSlots <= small.slots() ? small : usual(blockSize);
    }

    /** This one if a first entry fits into it, else one of the size of that entry. */
    public NextBlock with(int length, int blockSize) {
        return length <= capacity ? this : tiny(length, blockSize);
    }

    /** The largest block that an entry of this length may need. */
    public static NextBlock largest(int length, int blockSize) {
        return new NextBlock(Math.max(length, blockSize), usual(blockSize).slots());
    }

    /** How much it counts against the budget: its bytes, and the columns and futures of the slots that come with it. */
    public long charge() {
        return Batch.heldBytes(slots, capacity);
    }
}
