package io.sluice;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes cells of one row. Not thread-safe. */
public final class Put extends Mutation {

    /**
     * Creates a Put for this row, which is copied.
     *
     * @throws IllegalArgumentException if the row is null, empty or longer than {@link HConstants#MAX_ROW_LENGTH}
     */
    public Put(byte[] row) {
        super(copyRow(row), HConstants.LATEST_TIMESTAMP);
    }

    /**
     * Creates a Put for this row, which is copied.
     *
     * @param timestamp for cells that are added without one, in milliseconds
     * @throws IllegalArgumentException if the row is null, empty or too long, or the timestamp is negative
     */
    public Put(byte[] row, long timestamp) {
        super(copyRow(row), timestamp);
    }

    /** Creates a Put for this row. {@code rowIsImmutable}: the caller never changes the array, so it is kept, not copied. */
    public Put(byte[] row, boolean rowIsImmutable) {
        this(row, HConstants.LATEST_TIMESTAMP, rowIsImmutable);
    }

    /** Creates a Put as {@link #Put(byte[], boolean)} does, with a timestamp for cells that are added without one. */
    public Put(byte[] row, long timestamp, boolean rowIsImmutable) {
        super(rowIsImmutable ? row : copyRow(row), timestamp);
    }

    /** Creates a Put for the row in this slice, which is copied. */
    public Put(byte[] rowArray, int rowOffset, int rowLength) {
        this(rowArray, rowOffset, rowLength, HConstants.LATEST_TIMESTAMP);
    }

    /** Creates a Put for the row in this slice, which is copied, with a timestamp for cells that are added without one. */
    public Put(byte[] rowArray, int rowOffset, int rowLength, long timestamp) {
        super(copyRow(rowArray, rowOffset, rowLength), timestamp);
    }

    /** Creates a Put for the row in the remaining bytes of this buffer, which are copied; its position does not change. */
    public Put(ByteBuffer row) {
        this(row, HConstants.LATEST_TIMESTAMP);
    }

    /** Creates a Put as {@link #Put(ByteBuffer)} does, with a timestamp for cells that are added without one. */
    public Put(ByteBuffer row, long timestamp) {
        super(copyRow(row), timestamp);
    }

    /** Creates a copy: later changes to one do not affect the other. Both share the row array. */
    public Put(Put other) {
        super(other);
    }

    private static byte[] copyRow(@Nullable ByteBuffer row) {
        if (row == null) {
            throw new IllegalArgumentException("row must not be null");
        }
        CellLimits.checkRowLength(row.remaining());
        return Bytes.toBytes(row);
    }

    /** Adds a cell with the timestamp of this put, as {@link #addColumn(byte[], byte[], long, byte[])}. */
    public Put addColumn(byte[] family, byte @Nullable [] qualifier, byte @Nullable [] value) {
        return addColumn(family, qualifier, getTimestamp(), value);
    }

    /**
     * Adds a cell.
     *
     * @param family the family, 1..127 bytes
     * @param qualifier the qualifier; null counts as empty
     * @param timestamp in milliseconds; {@link HConstants#LATEST_TIMESTAMP} = the time of the server
     * @param value the value; null counts as empty
     * @throws IllegalArgumentException if the family is null, empty or too long, or the timestamp is negative
     */
    public Put addColumn(byte[] family, byte @Nullable [] qualifier, long timestamp, byte @Nullable [] value) {
        append(family, qualifier, timestamp, Cell.Type.Put, value);
        return this;
    }

    /** Adds a cell as {@code addColumn} with arrays does, of what remains in the buffers, whose positions do not change. */
    public Put addColumn(byte[] family, @Nullable ByteBuffer qualifier, long timestamp, @Nullable ByteBuffer value) {
        append(family, qualifier, timestamp, Cell.Type.Put, value);
        return this;
    }

    /**
     * Adds a cell as {@link #addColumn(byte[], byte[], byte[])} does, but the caller never changes the value's array, not
     * even after the mutation was accepted. It is kept, not copied, while this is the only cell: one copy less of a large
     * value.
     */
    public Put addImmutable(byte[] family, byte @Nullable [] qualifier, byte @Nullable [] value) {
        return addImmutable(family, qualifier, getTimestamp(), value);
    }

    /** Adds a cell as {@link #addImmutable(byte[], byte[], byte[])} does, with this timestamp in milliseconds. */
    public Put addImmutable(byte[] family, byte @Nullable [] qualifier, long timestamp, byte @Nullable [] value) {
        append(family, qualifier, timestamp, Cell.Type.Put, value, /* keepsValue= */ true);
        return this;
    }

    /** The same as {@link #addColumn(byte[], ByteBuffer, long, ByteBuffer)}: buffers are always copied. */
    public Put addImmutable(byte[] family, @Nullable ByteBuffer qualifier, long timestamp, @Nullable ByteBuffer value) {
        return addColumn(family, qualifier, timestamp, value);
    }

    /**
     * Adds a copy of an existing cell. It may be of any type: with a delete marker, such as
     * {@link Cell.Type#DeleteColumn}, some columns of the row are written and others deleted at once.
     *
     * @throws WrongRowIOException if the cell belongs to another row
     * @throws IllegalArgumentException if it breaks a limit
     */
    @Override
    public Put add(Cell cell) throws IOException {
        return (Put) super.add(cell);
    }

    @Override
    public Put setTimestamp(long timestamp) {
        return (Put) super.setTimestamp(timestamp);
    }

    @Override
    public Put setDurability(Durability durability) {
        return (Put) super.setDurability(durability);
    }

    @Override
    public Put setTTL(long ttlMillis) {
        return (Put) super.setTTL(ttlMillis);
    }

    @Override
    public Put setCellVisibility(CellVisibility expression) {
        return (Put) super.setCellVisibility(expression);
    }

    @Override
    public Put setACL(String user, Permission perms) {
        return (Put) super.setACL(user, perms);
    }

    @Override
    public Put setACL(Map<String, Permission> perms) {
        return (Put) super.setACL(perms);
    }

    @Override
    public Put setClusterIds(List<UUID> clusterIds) {
        return (Put) super.setClusterIds(clusterIds);
    }

    @Override
    public Put setAttribute(String name, byte @Nullable [] value) {
        return (Put) super.setAttribute(name, value);
    }

    @Override
    public Put setPriority(int priority) {
        return (Put) super.setPriority(priority);
    }

    @Override
    public Put setId(String id) {
        return (Put) super.setId(id);
    }
}
