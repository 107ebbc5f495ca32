package io.sluice;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads and compares the parts of cells. */
public final class CellUtil {

    private CellUtil() {}

    /** A copy of the row. */
    public static byte[] cloneRow(Cell cell) {
        return Bytes.toBytes(row(cell));
    }

    /** A copy of the family. */
    public static byte[] cloneFamily(Cell cell) {
        return Bytes.toBytes(family(cell));
    }

    /** A copy of the qualifier. */
    public static byte[] cloneQualifier(Cell cell) {
        return Bytes.toBytes(qualifier(cell));
    }

    /** A copy of the value. */
    public static byte[] cloneValue(Cell cell) {
        return Bytes.toBytes(value(cell));
    }

    /** True if the cell has this row; null stands for no bytes. */
    public static boolean matchingRow(Cell cell, byte @Nullable [] row) {
        return row(cell).equals(buffer(row));
    }

    /** True if both cells have the same row. */
    public static boolean matchingRow(Cell left, Cell right) {
        return row(left).equals(row(right));
    }

    /** True if the cell has this family; null stands for no bytes. */
    public static boolean matchingFamily(Cell cell, byte @Nullable [] family) {
        return family(cell).equals(buffer(family));
    }

    /** True if both cells have the same family. */
    public static boolean matchingFamily(Cell left, Cell right) {
        return family(left).equals(family(right));
    }

    /** True if the cell has this qualifier; null stands for no bytes. */
    public static boolean matchingQualifier(Cell cell, byte @Nullable [] qualifier) {
        return qualifier(cell).equals(buffer(qualifier));
    }

    /** True if both cells have the same qualifier. */
    public static boolean matchingQualifier(Cell left, Cell right) {
        return qualifier(left).equals(qualifier(right));
    }

    /** True if the cell has this family and this qualifier; null stands for no bytes. */
    public static boolean matchingColumn(Cell cell, byte @Nullable [] family, byte @Nullable [] qualifier) {
        return matchingFamily(cell, family) && matchingQualifier(cell, qualifier);
    }

    /** True if both cells have the same family and the same qualifier. */
    public static boolean matchingColumn(Cell left, Cell right) {
        return matchingFamily(left, right) && matchingQualifier(left, right);
    }

    /** True if the cell has this value; null stands for no bytes. */
    public static boolean matchingValue(Cell cell, byte @Nullable [] value) {
        return value(cell).equals(buffer(value));
    }

    static ByteBuffer row(Cell cell) {
        return ByteBuffer.wrap(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
    }

    static ByteBuffer family(Cell cell) {
        return ByteBuffer.wrap(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength());
    }

    static ByteBuffer qualifier(Cell cell) {
        return ByteBuffer.wrap(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
    }

    static ByteBuffer value(Cell cell) {
        return ByteBuffer.wrap(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    }

    /** An array as a buffer; null as an empty one. */
    static ByteBuffer buffer(byte @Nullable [] bytes) {
        return buffer(bytes, 0, Bytes.len(bytes));
    }

    /** A slice of an array as a buffer; an empty one for null. */
    static ByteBuffer buffer(byte @Nullable [] bytes, int offset, int length) {
        return bytes == null ? ByteBuffer.allocate(0) : ByteBuffer.wrap(bytes, offset, length);
    }
}
