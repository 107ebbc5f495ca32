package io.sluice.hbase;

import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;

/** An HBase cell as a Sluice cell; shares its arrays. Tags are ignored, since clients do not send them. */
record CellView(Cell cell) implements io.sluice.Cell {
    /** By the number of HBase's type. */
    private static final Type[] TYPES = Arrays.stream(Cell.Type.values())
            .map(theirs -> Type.valueOf(theirs.name()))
            .toArray(Type[]::new);

    @Override
    public byte[] getRowArray() {
        return cell.getRowArray();
    }

    @Override
    public int getRowOffset() {
        return cell.getRowOffset();
    }

    @Override
    public short getRowLength() {
        return cell.getRowLength();
    }

    @Override
    public byte[] getFamilyArray() {
        return cell.getFamilyArray();
    }

    @Override
    public int getFamilyOffset() {
        return cell.getFamilyOffset();
    }

    @Override
    public byte getFamilyLength() {
        return cell.getFamilyLength();
    }

    @Override
    public byte[] getQualifierArray() {
        return cell.getQualifierArray();
    }

    @Override
    public int getQualifierOffset() {
        return cell.getQualifierOffset();
    }

    @Override
    public int getQualifierLength() {
        return cell.getQualifierLength();
    }

    @Override
    public long getTimestamp() {
        return cell.getTimestamp();
    }

    @Override
    public Type getType() {
        return TYPES[cell.getType().ordinal()];
    }

    @Override
    public byte[] getValueArray() {
        return cell.getValueArray();
    }

    @Override
    public int getValueOffset() {
        return cell.getValueOffset();
    }

    @Override
    public int getValueLength() {
        return cell.getValueLength();
    }

    @Override
    public int getSerializedSize() {
        return cell.getSerializedSize();
    }
}
