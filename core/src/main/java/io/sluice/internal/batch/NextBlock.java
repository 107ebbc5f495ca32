package io.sluice.internal.batch;

/**
 * A block that a batch needs before its next entry.
 *
 * @param capacity in bytes
 * @param slots of the columns that come with it, 0 for none
 */
public record NextBlock(int capacity, int slots) {
    private static final int CHARGE_PER_SLOT = EntryColumns.BYTES_PER_SLOT + EntryColumns.FUTURE_BYTES;

    /** What it counts against the budget: its bytes, and the columns and futures of the slots that come with it. */
    public long charge() {
        return charge(capacity, slots);
    }

    /** What so many bytes and slots count. */
    static long charge(long bytes, int slots) {
        return bytes + (long) slots * CHARGE_PER_SLOT;
    }
}
