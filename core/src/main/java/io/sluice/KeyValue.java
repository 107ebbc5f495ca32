package io.sluice;

import static io.sluice.internal.cell.CellEncoder.PREFIX_BYTES;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A cell in one array, as servers store it, under HBase's name: for programs that make one for {@code Put.add(Cell)}. It has no
 * tags, which a client cannot send. The arrays given are copied. Two are equal if row, column, timestamp and type are,
 * whatever their values: as in HBase.
 */
public final class KeyValue extends EncodedCell {

    /** What a cell says, with HBase's codes; those that only servers use are not here. */
    public enum Type {
        /** A value. */
        Put(Cell.Type.Put),
        /** One version of a column is deleted. */
        Delete(Cell.Type.Delete),
        /** One version of all columns of a family is deleted. */
        DeleteFamilyVersion(Cell.Type.DeleteFamilyVersion),
        /** All versions of a column are deleted. */
        DeleteColumn(Cell.Type.DeleteColumn),
        /** All columns of a family are deleted. */
        DeleteFamily(Cell.Type.DeleteFamily);

        private final Cell.Type ofCell;

        Type(Cell.Type ofCell) {
            this.ofCell = ofCell;
        }

        /** The code that is stored. */
        public byte getCode() {
            return ofCell.getCode();
        }
    }

    /**
     * A value that gets its timestamp from the server.
     *
     * @param row from 1 to 32,767 bytes
     * @param family from 1 to 127 bytes
     * @param qualifier null for an empty one
     * @param value null for an empty one
     * @throws IllegalArgumentException if a length is not allowed
     */
    public KeyValue(byte[] row, byte[] family, byte @Nullable [] qualifier, byte @Nullable [] value) {
        this(row, family, qualifier, HConstants.LATEST_TIMESTAMP, Type.Put, value);
    }

    /**
     * A value.
     *
     * @throws IllegalArgumentException if a length is not allowed, or the timestamp is negative
     */
    public KeyValue(byte[] row, byte[] family, byte @Nullable [] qualifier, long timestamp, byte @Nullable [] value) {
        this(row, family, qualifier, timestamp, Type.Put, value);
    }

    /** A cell without value; errors are those of one with a value. */
    public KeyValue(byte[] row, byte[] family, byte @Nullable [] qualifier, long timestamp, Type type) {
        this(row, family, qualifier, timestamp, type, null);
    }

    /**
     * A cell.
     *
     * @throws IllegalArgumentException if a length is not allowed, or the timestamp is negative
     */
    public KeyValue(
            byte[] row,
            byte[] family,
            byte @Nullable [] qualifier,
            long timestamp,
            Type type,
            byte @Nullable [] value) {
        super(
                CellUtil.buffer(row),
                CellUtil.buffer(family),
                CellUtil.buffer(qualifier),
                timestamp,
                type.ofCell,
                CellUtil.buffer(value));
    }

    /** A cell of parts of arrays; errors are those of one of whole arrays. */
    public KeyValue(
            byte[] row,
            int roffset,
            int rlength,
            byte[] family,
            int foffset,
            int flength,
            byte @Nullable [] qualifier,
            int qoffset,
            int qlength,
            long timestamp,
            Type type,
            byte @Nullable [] value,
            int voffset,
            int vlength) {
        super(
                CellUtil.buffer(row, roffset, rlength),
                CellUtil.buffer(family, foffset, flength),
                CellUtil.buffer(qualifier, qoffset, qlength),
                timestamp,
                type.ofCell,
                CellUtil.buffer(value, voffset, vlength));
    }

    /** A copy of any cell. */
    public KeyValue(Cell cell) {
        super(
                CellUtil.row(cell),
                CellUtil.family(cell),
                CellUtil.qualifier(cell),
                cell.getTimestamp(),
                cell.getType(),
                CellUtil.value(cell));
    }

    /** The array it is in; not a copy. */
    public byte[] getBuffer() {
        return getRowArray();
    }

    /** Where it begins in {@link #getBuffer}, with the lengths of key and value. */
    public int getOffset() {
        return PREFIX_BYTES;
    }

    /** Its bytes from {@link #getOffset} on. */
    public int getLength() {
        return getSerializedSize();
    }

    /** The code of its type. */
    public byte getTypeByte() {
        return getType().getCode();
    }

    /** Whether it gets its timestamp from the server. */
    public boolean isLatestTimestamp() {
        return getTimestamp() == HConstants.LATEST_TIMESTAMP;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Cell cell
                && CellUtil.matchingRow(this, cell)
                && CellUtil.matchingColumn(this, cell)
                && getTimestamp() == cell.getTimestamp()
                && getType() == cell.getType();
    }

    @Override
    public int hashCode() {
        // Row, family, qualifier, timestamp and type stand one behind the other.
        return Arrays.hashCode(Arrays.copyOfRange(getBuffer(), getRowOffset(), getValueOffset()));
    }
}
