package io.sluice.internal.batch;

import io.sluice.Append;
import io.sluice.Delete;
import io.sluice.Increment;
import io.sluice.Mutation;
import io.sluice.Put;

/** What an entry of a {@link Batch} is. */
public enum MutationKind {
    PUT("Put"),
    DELETE("Delete"),
    INCREMENT("Increment"),
    APPEND("Append"),
    /** Several mutations of one row that are applied together; its parts are in {@link MutationExtras#parts()}. */
    ROW_MUTATIONS("RowMutations");

    private static final MutationKind[] VALUES = values();

    private final String title;

    MutationKind(String title) {
        this.title = title;
    }

    /** The name of the class, for messages. */
    String title() {
        return title;
    }

    static MutationKind of(int ordinal) {
        return VALUES[ordinal];
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
}
