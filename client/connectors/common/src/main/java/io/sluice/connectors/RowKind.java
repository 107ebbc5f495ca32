package io.sluice.connectors;

/** What a record does to its row. */
public enum RowKind {
    /** Writes its cells. */
    INSERT,
    /** Writes its cells, over those that are there. */
    UPDATE,
    /** Deletes what the mapping writes: the columns that it names, and all of the family that takes the rest. */
    DELETE
}
