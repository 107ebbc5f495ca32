package io.sluice.internal.batch;

import io.sluice.Mutation;
import io.sluice.Row;

/** Number of cells, kind and durability of an entry in one number, so that a mutation costs one slot for the three. */
public final class EntryShape {
    private static final int CELLS_SHIFT = 8;
    private static final int KIND_SHIFT = 4;
    private static final int NIBBLE = 0xf;
    private static final int MAX_CELLS = (1 << 23) - 1;

    /** An entry whose append failed half way: it has no receiver and is not sent. */
    static final int VOID = -1;

    private EntryShape() {}

    /**
     * The shape of a mutation, or of {@code RowMutations} as one entry.
     *
     * @throws IllegalArgumentException if it has more cells than can be counted
     */
    public static int of(Row row) {
        if (!(row instanceof Mutation mutation)) {
            return MutationKind.ROW_MUTATIONS.ordinal() << KIND_SHIFT;
        }
        int cells = mutation.size();
        if (cells > MAX_CELLS) {
            throw new IllegalArgumentException(
                    "a mutation of " + cells + " cells; at most " + MAX_CELLS + " are possible");
        }
        return (cells << CELLS_SHIFT)
                | (MutationKind.of(mutation).ordinal() << KIND_SHIFT)
                | mutation.getDurability().ordinal();
    }

    static MutationKind kind(int shape) {
        return MutationKind.of((shape >>> KIND_SHIFT) & NIBBLE);
    }

    static int durabilityCode(int shape) {
        return shape & NIBBLE;
    }

    static int cellCount(int shape) {
        return shape >>> CELLS_SHIFT;
    }
}
