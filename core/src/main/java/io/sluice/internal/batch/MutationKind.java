package io.sluice.internal.batch;

import io.sluice.Append;
import io.sluice.Delete;
import io.sluice.Increment;
import io.sluice.Mutation;
import io.sluice.Put;
import io.sluice.Row;

/**
 * The kind of an entry of a {@link Batch}. Together with the number of cells and the durability it forms one number, the
 * shape of the entry, so that the three take one slot.
 */
public enum MutationKind {
    PUT("Put"),
    DELETE("Delete"),
    INCREMENT("Increment"),
    APPEND("Append"),
    /** Several mutations of one row that are applied together; its parts are in {@link MutationExtras#parts()}. */
    ROW_MUTATIONS("RowMutations");

    private static final MutationKind[] VALUES = values();

    private static final int CELLS_SHIFT = 8;
    private static final int KIND_SHIFT = 4;
    private static final int NIBBLE = 0xf;
    private static final int MAX_CELLS = (1 << 23) - 1;

    /** An entry whose append failed half way: it is not sent. */
    static final int VOID = -1;

    /** A {@link #VOID} entry that its thread could not commit. */
    static final int UNCOMMITTED = -2;

    private final String title;

    MutationKind(String title) {
        this.title = title;
    }

    /** The name of the class, for messages. */
    String title() {
        return title;
    }

    /** The kind of a single mutation. */
    public static MutationKind of(Mutation mutation) {
        if (mutation instanceof Put) {
            return PUT;
        }
        if (mutation instanceof Delete) {
            return DELETE;
        }
        if (mutation instanceof Increment) {
            return INCREMENT;
        }
        if (mutation instanceof Append) {
            return APPEND;
        }
        throw new IllegalArgumentException("not a mutation a buffer can hold: " + mutation.getClass());
    }

    /**
     * The shape of a mutation, or of {@code RowMutations} as one entry.
     *
     * @throws IllegalArgumentException if it has more cells than can be counted
     */
    public static int shapeOf(Row row) {
        if (!(row instanceof Mutation mutation)) {
            return ROW_MUTATIONS.ordinal() << KIND_SHIFT;
        }
        int cells = mutation.size();
        if (cells > MAX_CELLS) {
            throw new IllegalArgumentException(
                    "a mutation of " + cells + " cells; at most " + MAX_CELLS + " are possible");
        }
        return (cells << CELLS_SHIFT)
                | (of(mutation).ordinal() << KIND_SHIFT)
                | mutation.getDurability().ordinal();
    }

    static MutationKind ofShape(int shape) {
        return VALUES[(shape >>> KIND_SHIFT) & NIBBLE];
    }

    static int durabilityCode(int shape) {
        return shape & NIBBLE;
    }

    static int cellCount(int shape) {
        return shape >>> CELLS_SHIFT;
    }
}
