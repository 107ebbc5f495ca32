package io.sluice.connectors;

/** The effect of a record on its row. */
public enum RowKind {
    /** Writes its cells. */
    INSERT,
    /** Writes its cells over existing ones. */
    UPDATE,
    /** Deletes what the mapping writes: the columns that it names, and the whole family that takes the rest. */
    DELETE
}
