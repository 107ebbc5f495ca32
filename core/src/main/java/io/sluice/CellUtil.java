package io.sluice;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads and compares the parts of cells. */
public final class CellUtil {

    private CellUtil() {}

    /** A copy of the row. */
    public static byte[] cloneRow(Cell cell) {
        return Bytes.slice(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
    }

    /** A copy of the family. */
    public static byte[] cloneFamily(Cell cell) {
        return Bytes.slice(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength());
    }

    /** A copy of the qualifier. */
    public static byte[] cloneQualifier(Cell cell) {
        return Bytes.slice(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
    }

    /** A copy of the value. */
    public static byte[] cloneValue(Cell cell) {
        return Bytes.slice(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    }

    /** True if the cell has this row; null stands for no bytes. */
    public static boolean matchingRow(Cell cell, byte @Nullable [] row) {
        return same(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength(), row);
    }

    /** True if both cells have the same row. */
    public static boolean matchingRow(Cell left, Cell right) {
        return Bytes.equals(
                left.getRowArray(),
                left.getRowOffset(),
                left.getRowLength(),
                right.getRowArray(),
                right.getRowOffset(),
                right.getRowLength());
    }

    /** True if the cell has this family; null stands for no bytes. */
    public static boolean matchingFamily(Cell cell, byte @Nullable [] family) {
        return same(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength(), family);
    }

    /** True if both cells have the same family. */
    public static boolean matchingFamily(Cell left, Cell right) {
        return Bytes.equals(
                left.getFamilyArray(),
                left.getFamilyOffset(),
                left.getFamilyLength(),
                right.getFamilyArray(),
                right.getFamilyOffset(),
                right.getFamilyLength());
    }

    /** True if the cell has this qualifier; null stands for no bytes. */
    public static boolean matchingQualifier(Cell cell, byte @Nullable [] qualifier) {
        return same(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength(), qualifier);
    }

    /** True if both cells have the same qualifier. */
    public static boolean matchingQualifier(Cell left, Cell right) {
        return Bytes.equals(
                left.getQualifierArray(),
                left.getQualifierOffset(),
                left.getQualifierLength(),
                right.getQualifierArray(),
                right.getQualifierOffset(),
                right.getQualifierLength());
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
        return same(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength(), value);
    }

    private static boolean same(byte[] array, int offset, int length, byte @Nullable [] other) {
        return other == null ? length == 0 : Arrays.equals(array, offset, offset + length, other, 0, other.length);
    }
}
