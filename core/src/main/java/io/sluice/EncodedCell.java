package io.sluice;

import io.sluice.internal.cell.CellEncoder;
import java.nio.ByteBuffer;

/** A view of one encoded cell. It stays valid as long as these bytes do not change. */
sealed class EncodedCell implements Cell permits KeyValue {

    private final byte[] bytes;
    private final int start;

    /** Views the cell whose 4 byte prefix starts at {@code start}. The bytes must be those of our own encoder. */
    EncodedCell(byte[] bytes, int start) {
        this.bytes = bytes;
        this.start = start;
    }

    /**
     * Encodes a cell. The buffers are those of arrays.
     *
     * @throws IllegalArgumentException if the server would not accept such a cell
     */
    EncodedCell(ByteBuffer row, ByteBuffer family, ByteBuffer qualifier, long timestamp, Type type, ByteBuffer value) {
        CellLimits.checkRowLength(row.remaining());
        CellLimits.checkFamilyLength(family.remaining());
        CellLimits.checkTimestamp(timestamp);
        int size =
                CellEncoder.encodedSize(row.remaining(), family.remaining(), qualifier.remaining(), value.remaining());
        bytes = new byte[size];
        start = 0;
        int at = CellEncoder.writeLengths(bytes, 0, size, value.remaining());
        at = CellEncoder.writeRow(bytes, at, row.array(), row.arrayOffset() + row.position(), row.remaining());
        at = CellEncoder.writeFamily(
                bytes, at, family.array(), family.arrayOffset() + family.position(), family.remaining());
        at = CellEncoder.writeBuffer(bytes, at, qualifier);
        at = CellEncoder.writeStamp(bytes, at, timestamp, type.getCode());
        CellEncoder.writeBuffer(bytes, at, value);
    }

    @Override
    public byte[] getRowArray() {
        return bytes;
    }

    @Override
    public int getRowOffset() {
        return start + 14;
    }

    @Override
    public short getRowLength() {
        return Bytes.toShort(bytes, start + 12);
    }

    @Override
    public byte[] getFamilyArray() {
        return bytes;
    }

    @Override
    public int getFamilyOffset() {
        return getRowOffset() + getRowLength() + 1;
    }

    @Override
    public byte getFamilyLength() {
        return bytes[getFamilyOffset() - 1];
    }

    @Override
    public byte[] getQualifierArray() {
        return bytes;
    }

    @Override
    public int getQualifierOffset() {
        return getFamilyOffset() + getFamilyLength();
    }

    @Override
    public int getQualifierLength() {
        return getValueOffset() - 9 - getQualifierOffset();
    }

    @Override
    public long getTimestamp() {
        return Bytes.toLong(bytes, getValueOffset() - 9);
    }

    @Override
    public Type getType() {
        return Type.of(bytes[getValueOffset() - 1]);
    }

    @Override
    public byte[] getValueArray() {
        return bytes;
    }

    @Override
    public int getValueOffset() {
        return start + CellEncoder.PREFIX_BYTES + getSerializedSize() - getValueLength();
    }

    @Override
    public int getValueLength() {
        return Bytes.toInt(bytes, start + 8);
    }

    @Override
    public int getSerializedSize() {
        return Bytes.toInt(bytes, start);
    }

    /** Everything except the value, which does not belong in a log. */
    @Override
    public String toString() {
        String row = Bytes.toStringBinary(bytes, getRowOffset(), getRowLength());
        String family = Bytes.toStringBinary(bytes, getFamilyOffset(), getFamilyLength());
        String qualifier = Bytes.toStringBinary(bytes, getQualifierOffset(), getQualifierLength());
        Object timestamp = getTimestamp() == HConstants.LATEST_TIMESTAMP ? "LATEST_TIMESTAMP" : getTimestamp();
        return row + "/" + family + ":" + qualifier + "/" + timestamp + "/" + getType() + "/vlen=" + getValueLength();
    }
}
