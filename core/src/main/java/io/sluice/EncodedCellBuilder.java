package io.sluice;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Builds cells in the encoded form. */
final class EncodedCellBuilder implements CellBuilder {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer row = NOTHING;
    private ByteBuffer family = NOTHING;
    private ByteBuffer qualifier = NOTHING;
    private ByteBuffer value = NOTHING;
    private long timestamp = HConstants.LATEST_TIMESTAMP;
    private Cell.@Nullable Type type;

    @Override
    public CellBuilder setRow(byte[] row) {
        return setRow(row, 0, Bytes.len(row));
    }

    @Override
    public CellBuilder setRow(byte[] row, int offset, int length) {
        this.row = CellUtil.buffer(row, offset, length);
        return this;
    }

    @Override
    public CellBuilder setFamily(byte[] family) {
        return setFamily(family, 0, Bytes.len(family));
    }

    @Override
    public CellBuilder setFamily(byte[] family, int offset, int length) {
        this.family = CellUtil.buffer(family, offset, length);
        return this;
    }

    @Override
    public CellBuilder setQualifier(byte @Nullable [] qualifier) {
        return setQualifier(qualifier, 0, Bytes.len(qualifier));
    }

    @Override
    public CellBuilder setQualifier(byte @Nullable [] qualifier, int offset, int length) {
        this.qualifier = CellUtil.buffer(qualifier, offset, length);
        return this;
    }

    @Override
    public CellBuilder setTimestamp(long timestamp) {
        this.timestamp = timestamp;
        return this;
    }

    @Override
    public CellBuilder setType(Cell.Type type) {
        this.type = type;
        return this;
    }

    @Override
    public CellBuilder setValue(byte @Nullable [] value) {
        return setValue(value, 0, Bytes.len(value));
    }

    @Override
    public CellBuilder setValue(byte @Nullable [] value, int offset, int length) {
        this.value = CellUtil.buffer(value, offset, length);
        return this;
    }

    @Override
    public Cell build() {
        if (type == null) {
            throw new IllegalArgumentException("a cell needs a type");
        }
        return new EncodedCell(row, family, qualifier, timestamp, type, value);
    }

    @Override
    public CellBuilder clear() {
        row = NOTHING;
        family = NOTHING;
        qualifier = NOTHING;
        value = NOTHING;
        timestamp = HConstants.LATEST_TIMESTAMP;
        type = null;
        return this;
    }
}
