package io.sluice;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Appends bytes to the values of columns of one row, atomically on the server. Not thread-safe. */
public final class Append extends Mutation {
    private static final String RETURN_RESULTS = "_rr_";

    /**
     * Creates an Append for this row, which is copied.
     *
     * @throws IllegalArgumentException if the row is null, empty or longer than {@link HConstants#MAX_ROW_LENGTH}
     */
    public Append(byte[] row) {
        super(copyRow(row), HConstants.LATEST_TIMESTAMP);
    }

    /** Creates an Append for the row in this slice, which is copied. */
    public Append(byte[] rowArray, int rowOffset, int rowLength) {
        super(copyRow(rowArray, rowOffset, rowLength), HConstants.LATEST_TIMESTAMP);
    }

    /** Creates a copy: later changes to one do not affect the other. Both share the row array. */
    public Append(Append other) {
        super(other);
    }

    /**
     * Appends {@code value} to the value of a column.
     *
     * @param family the family, 1..127 bytes
     * @param qualifier the qualifier; null counts as empty
     * @param value the bytes to append; null counts as empty
     * @throws IllegalArgumentException if the family is null, empty or too long
     */
    public Append addColumn(byte[] family, byte @Nullable [] qualifier, byte @Nullable [] value) {
        append(family, qualifier, getTimestamp(), Cell.Type.Put, value);
        return this;
    }

    /**
     * Adds a copy of an existing cell.
     *
     * @throws IllegalArgumentException if the cell belongs to another row, its type is not {@code Put}, or it breaks a
     *     limit
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

    /** Sets whether the server returns the new values; it does by default. */
    public Append setReturnResults(boolean returnResults) {
        setAttribute(RETURN_RESULTS, Bytes.toBytes(returnResults));
        return this;
    }

    /** Whether the server returns the new values. */
    public boolean isReturnResults() {
        byte[] value = getAttribute(RETURN_RESULTS);
        return value == null || Bytes.toBoolean(value);
    }

    @Override
    public Append setTimestamp(long timestamp) {
        return (Append) super.setTimestamp(timestamp);
    }

    @Override
    public Append setDurability(Durability durability) {
        return (Append) super.setDurability(durability);
    }

    @Override
    public Append setTTL(long ttlMillis) {
        return (Append) super.setTTL(ttlMillis);
    }

    @Override
    public Append setCellVisibility(CellVisibility expression) {
        return (Append) super.setCellVisibility(expression);
    }

    @Override
    public Append setACL(String user, Permission perms) {
        return (Append) super.setACL(user, perms);
    }

    @Override
    public Append setACL(Map<String, Permission> perms) {
        return (Append) super.setACL(perms);
    }

    @Override
    public Append setClusterIds(List<UUID> clusterIds) {
        return (Append) super.setClusterIds(clusterIds);
    }

    @Override
    public Append setAttribute(String name, byte @Nullable [] value) {
        return (Append) super.setAttribute(name, value);
    }

    @Override
    public Append setPriority(int priority) {
        return (Append) super.setPriority(priority);
    }

    @Override
    public Append setId(String id) {
        return (Append) super.setId(id);
    }
}
