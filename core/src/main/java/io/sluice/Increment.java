package io.sluice;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Adds numbers to counters of one row, atomically on the server. Not thread-safe. */
public final class Increment extends Mutation {
    private static final String RETURN_RESULTS = "_rr_";

    /**
     * Creates an Increment for this row, which is copied.
     *
     * @throws IllegalArgumentException if the row is null, empty or longer than {@link HConstants#MAX_ROW_LENGTH}
     */
    public Increment(byte[] row) {
        super(copyRow(row), HConstants.LATEST_TIMESTAMP);
    }

    /** Creates an Increment for the row in this slice, which is copied. */
    public Increment(byte[] rowArray, int rowOffset, int rowLength) {
        super(copyRow(rowArray, rowOffset, rowLength), HConstants.LATEST_TIMESTAMP);
    }

    /** Creates a copy: later changes to one do not affect the other. Both share the row array. */
    public Increment(Increment other) {
        super(other);
    }

    /**
     * Adds {@code amount} to a column whose value is an eight-byte long; a missing value counts as 0.
     *
     * @param family the family, 1..127 bytes
     * @param qualifier the qualifier; null counts as empty
     * @throws IllegalArgumentException if the family is null, empty or too long
     */
    public Increment addColumn(byte[] family, byte @Nullable [] qualifier, long amount) {
        append(family, qualifier, getTimestamp(), Cell.Type.Put, Bytes.toBytes(amount));
        return this;
    }

    /** Sets whether the server returns the new values; it does by default. */
    public Increment setReturnResults(boolean returnResults) {
        setAttribute(RETURN_RESULTS, Bytes.toBytes(returnResults));
        return this;
    }

    /** Whether the server returns the new values. */
    public boolean isReturnResults() {
        byte[] value = getAttribute(RETURN_RESULTS);
        return value == null || Bytes.toBoolean(value);
    }

    /**
     * Adds a copy of an existing cell.
     *
     * @throws WrongRowIOException if the cell belongs to another row
     * @throws IllegalArgumentException if its type is not {@code Put}, or it breaks a limit
     */
    @Override
    public Increment add(Cell cell) throws IOException {
        return (Increment) super.add(cell);
    }

    @Override
    public Increment setTimestamp(long timestamp) {
        return (Increment) super.setTimestamp(timestamp);
    }

    @Override
    public Increment setDurability(Durability durability) {
        return (Increment) super.setDurability(durability);
    }

    @Override
    public Increment setTTL(long ttlMillis) {
        return (Increment) super.setTTL(ttlMillis);
    }

    @Override
    public Increment setCellVisibility(CellVisibility expression) {
        return (Increment) super.setCellVisibility(expression);
    }

    @Override
    public Increment setACL(String user, Permission perms) {
        return (Increment) super.setACL(user, perms);
    }

    @Override
    public Increment setACL(Map<String, Permission> perms) {
        return (Increment) super.setACL(perms);
    }

    @Override
    public Increment setClusterIds(List<UUID> clusterIds) {
        return (Increment) super.setClusterIds(clusterIds);
    }

    @Override
    public Increment setAttribute(String name, byte @Nullable [] value) {
        return (Increment) super.setAttribute(name, value);
    }

    @Override
    public Increment setPriority(int priority) {
        return (Increment) super.setPriority(priority);
    }

    @Override
    public Increment setId(String id) {
        return (Increment) super.setId(id);
    }
}
