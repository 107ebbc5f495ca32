package io.sluice;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Puts bytes behind the values of columns of one row, atomically at the server. Not thread safe. */
public final class Append extends Mutation {
    private static final String RETURN_RESULTS = "_rr_";

    /**
     * Makes one of this row, which is copied.
     *
     * @throws IllegalArgumentException if the row is null, empty or longer than {@link HConstants#MAX_ROW_LENGTH}
     */
    public Append(byte[] row) {
        super(copyRow(row), HConstants.LATEST_TIMESTAMP);
    }

    /** Makes one of the row in this slice, which is copied. */
    public Append(byte[] rowArray, int rowOffset, int rowLength) {
        super(copyRow(rowArray, rowOffset, rowLength), HConstants.LATEST_TIMESTAMP);
    }

    /** Makes a copy: later changes of one do not show in the other. The row array is the same. */
    public Append(Append other) {
        super(other);
    }

    /**
     * Puts {@code value} behind the value of a column.
     *
     * @param family the family, 1..127 bytes
     * @param qualifier the qualifier; null counts as empty
     * @param value what to put there; null counts as empty
     * @throws IllegalArgumentException if the family is null, empty or too long
     */
    public Append addColumn(byte[] family, byte @Nullable [] qualifier, byte @Nullable [] value) {
        append(family, qualifier, getTimestamp(), Cell.Type.Put, value);
        return this;
    }

    /**
     * Adds a cell made elsewhere; it is copied.
     *
     * @throws IllegalArgumentException if it is a cell of another row, its type is not {@code Put}, or it breaks a limit
     */
    @Override
    public Append add(Cell cell) {
        try {
            super.add(cell);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return this;
    }

    /** Sets whether the server sends the new values back; it does by default. */
    public Append setReturnResults(boolean returnResults) {
        setAttribute(RETURN_RESULTS, Bytes.toBytes(returnResults));
        return this;
    }

    /** Whether the server sends the new values back. */
    public boolean isReturnResults() {
        byte[] value = getAttribute(RETURN_RESULTS);
        return value == null || Bytes.toBoolean(value);
    }

    @Override
    public Append setTimestamp(long timestamp) {
        super.setTimestamp(timestamp);
        return this;
    }

    @Override
    public Append setDurability(Durability durability) {
        super.setDurability(durability);
        return this;
    }

    @Override
    public Append setTTL(long ttlMillis) {
        super.setTTL(ttlMillis);
        return this;
    }

    @Override
    public Append setAttribute(String name, byte @Nullable [] value) {
        super.setAttribute(name, value);
        return this;
    }

    @Override
    public Append setId(String id) {
        super.setId(id);
        return this;
    }
}
