package io.sluice;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Deletes cells of one row: the ones added to it, or the whole row if none was added.
 *
 * <p>Without a timestamp it deletes what is there when the server executes it. A put and a delete that the server
 * receives in one batch get the same timestamp, and the delete wins. Not thread-safe.
 */
public final class Delete extends Mutation {

    /**
     * Creates a Delete for this row, which is copied.
     *
     * @throws IllegalArgumentException if the row is null, empty or longer than {@link HConstants#MAX_ROW_LENGTH}
     */
    public Delete(byte[] row) {
        super(copyRow(row), HConstants.LATEST_TIMESTAMP);
    }

    /**
     * Creates a Delete for this row, which is copied.
     *
     * @param timestamp versions up to this one are deleted unless another is given, in milliseconds
     * @throws IllegalArgumentException if the row is null, empty or too long, or the timestamp is negative
     */
    public Delete(byte[] row, long timestamp) {
        super(copyRow(row), timestamp);
    }

    /** Creates a Delete for the row in this slice, which is copied. */
    public Delete(byte[] rowArray, int rowOffset, int rowLength) {
        this(rowArray, rowOffset, rowLength, HConstants.LATEST_TIMESTAMP);
    }

    /** Creates a Delete for the row in this slice, which is copied, with a timestamp that applies unless another is given. */
    public Delete(byte[] rowArray, int rowOffset, int rowLength, long timestamp) {
        super(copyRow(rowArray, rowOffset, rowLength), timestamp);
    }

    /** Creates a copy: later changes to one do not affect the other. Both share the row array. */
    public Delete(Delete other) {
        super(other);
    }

    /** Deletes all columns of a family, with the timestamp of this delete. */
    public Delete addFamily(byte[] family) {
        return addFamily(family, getTimestamp());
    }

    /**
     * Deletes all columns of a family up to and including this timestamp. As in HBase, this replaces whatever was added
     * for the family before.
     *
     * @throws IllegalArgumentException if the family is null, empty or too long, or the timestamp is negative
     */
    public Delete addFamily(byte[] family, long timestamp) {
        CellLimits.checkTimestamp(timestamp);
        CellLimits.checkFamily(family);
        removeFamily(family);
        return append(family, null, timestamp, Cell.Type.DeleteFamily);
    }

    /** Deletes the versions of all columns of a family that have exactly this timestamp. Errors as {@code addFamily}. */
    public Delete addFamilyVersion(byte[] family, long timestamp) {
        return append(family, null, timestamp, Cell.Type.DeleteFamilyVersion);
    }

    /** Deletes all versions of a column, with the timestamp of this delete. */
    public Delete addColumns(byte[] family, byte @Nullable [] qualifier) {
        return addColumns(family, qualifier, getTimestamp());
    }

    /** Deletes all versions of a column up to and including this timestamp. Errors as {@code addFamily}. */
    public Delete addColumns(byte[] family, byte @Nullable [] qualifier, long timestamp) {
        return append(family, qualifier, timestamp, Cell.Type.DeleteColumn);
    }

    /**
     * Deletes one version of a column: the newest one, if this delete has no timestamp. The server must read to find
     * it, which {@link #addColumns(byte[], byte[])} avoids.
     */
    public Delete addColumn(byte[] family, byte @Nullable [] qualifier) {
        return addColumn(family, qualifier, getTimestamp());
    }

    /** Deletes the version of a column that has exactly this timestamp. Errors as {@code addFamily}. */
    public Delete addColumn(byte[] family, byte @Nullable [] qualifier, long timestamp) {
        return append(family, qualifier, timestamp, Cell.Type.Delete);
    }

    private Delete append(byte[] family, byte @Nullable [] qualifier, long timestamp, Cell.Type type) {
        append(family, qualifier, timestamp, type, HConstants.EMPTY_BYTE_ARRAY);
        return this;
    }

    /**
     * Adds a copy of an existing cell.
     *
     * @throws WrongRowIOException if the cell belongs to another row
     * @throws IllegalArgumentException if its type is {@code Put}, or it breaks a limit
     */
    @Override
    public Delete add(Cell cell) throws IOException {
        return (Delete) super.add(cell);
    }

    @Override
    public Delete setTimestamp(long timestamp) {
        return (Delete) super.setTimestamp(timestamp);
    }

    @Override
    public Delete setDurability(Durability durability) {
        return (Delete) super.setDurability(durability);
    }

    /**
     * Not supported: a delete has no time to live.
     *
     * @throws UnsupportedOperationException always, as in HBase
     */
    @Override
    public Delete setTTL(long ttlMillis) {
        throw new UnsupportedOperationException("a Delete has no TTL");
    }

    @Override
    public Delete setCellVisibility(CellVisibility expression) {
        return (Delete) super.setCellVisibility(expression);
    }

    @Override
    public Delete setACL(String user, Permission perms) {
        return (Delete) super.setACL(user, perms);
    }

    @Override
    public Delete setACL(Map<String, Permission> perms) {
        return (Delete) super.setACL(perms);
    }

    @Override
    public Delete setClusterIds(List<UUID> clusterIds) {
        return (Delete) super.setClusterIds(clusterIds);
    }

    @Override
    public Delete setAttribute(String name, byte @Nullable [] value) {
        return (Delete) super.setAttribute(name, value);
    }

    @Override
    public Delete setPriority(int priority) {
        return (Delete) super.setPriority(priority);
    }

    @Override
    public Delete setId(String id) {
        return (Delete) super.setId(id);
    }
}
