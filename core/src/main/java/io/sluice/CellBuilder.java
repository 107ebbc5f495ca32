package io.sluice;

import org.jspecify.annotations.Nullable;

/**
 * Builds one cell. Row, family and type are required; by default the qualifier and the value are empty and the
 * timestamp is {@link HConstants#LATEST_TIMESTAMP}. Can be reused after {@link #clear}. Not thread-safe.
 */
public interface CellBuilder {

    /** Sets the row. The array is read by {@link #build}. */
    CellBuilder setRow(byte[] row);

    /** Sets the row. The array is read by {@link #build}. */
    CellBuilder setRow(byte[] row, int offset, int length);

    /** Sets the family. The array is read by {@link #build}. */
    CellBuilder setFamily(byte[] family);

    /** Sets the family. The array is read by {@link #build}. */
    CellBuilder setFamily(byte[] family, int offset, int length);

    /** Sets the qualifier; null counts as empty. The array is read by {@link #build}. */
    CellBuilder setQualifier(byte @Nullable [] qualifier);

    /** Sets the qualifier; null counts as empty. The array is read by {@link #build}. */
    CellBuilder setQualifier(byte @Nullable [] qualifier, int offset, int length);

    /** Sets the timestamp in milliseconds, 0 or more. */
    CellBuilder setTimestamp(long timestamp);

    /** Sets what the cell does. */
    CellBuilder setType(Cell.Type type);

    /** Sets the value; null counts as empty. The array is read by {@link #build}. */
    CellBuilder setValue(byte @Nullable [] value);

    /** Sets the value; null counts as empty. The array is read by {@link #build}. */
    CellBuilder setValue(byte @Nullable [] value, int offset, int length);

    /**
     * Builds the cell, with a copy of all parts.
     *
     * @throws IllegalArgumentException if a part is missing or too long
     */
    Cell build();

    /** Clears all parts. */
    CellBuilder clear();
}
