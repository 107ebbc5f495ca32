package io.sluice.internal.batch;

/**
 * A block that a batch needs before its next entry.
 *
 * @param capacity in bytes
 * @param slots of the columns that come with it, 0 for none
 */
public record NextBlock(int capacity, int slots) {
    private static final int CHARGE_PER_SLOT = EntryColumns.BYTES_PER_SLOT + EntryColumns.FUTURE_BYTES;

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
    private static final int MANY = -1;

    /** A block of the usual size with all that may come with it; its slots are a power of two. */
    public static NextBlock usual(int blockSize) {
        return new NextBlock(blockSize, Math.max(MIN_SLOTS, Integer.highestOneBit(blockSize / BYTES_PER_SLOT)));
    }

    /**
     * The first block of a batch.
     *
     * @param length of the first entry
     * @param expectedBytes of all entries, see {@link #expectedAfter}; 0 before the first batch
     */
    public static NextBlock first(int length, int expectedBytes, int blockSize) {
        NextBlock usual = usual(blockSize);
        int bytes = Math.max(length, Math.max(SMALL_BYTES, expectedBytes));
        boolean isUsual = length <= blockSize && (expectedBytes == MANY || bytes >= blockSize);
        return isUsual ? usual : new NextBlock(bytes, Math.min(SMALL_SLOTS, usual.slots()));
    }

    /** What to expect after a sealed batch, for {@link #first}. */
    public static int expectedAfter(Batch batch, int blockSize) {
        return batch.size() <= SMALL_SLOTS && batch.bytes() <= blockSize / SMALL_PART ? (int) batch.bytes() : MANY;
    }

    /** The largest block that an entry of this length may need. */
    public static NextBlock largest(int length, int blockSize) {
        return new NextBlock(Math.max(length, blockSize), usual(blockSize).slots());
    }

    /** What it counts against the budget: its bytes, and the columns and futures of the slots that come with it. */
    public long charge() {
        return charge(capacity, slots);
    }

    /** What so many bytes and slots count. */
    static long charge(long bytes, int slots) {
        return bytes + (long) slots * CHARGE_PER_SLOT;
    }
}
