package io.sluice.internal.cell;

import java.util.Arrays;

/**
 * Parses encoded cells once more before they are sent, if this debug switch is on, because the server would acknowledge and
 * store whatever it gets. Pure function.
 */
public final class CellBlockVerifier {

    private CellBlockVerifier() {}

    /**
     * Checks a range of encoded cells: every length, the number of cells, that type codes are ones a writer may send,
     * that no timestamp is negative, and that every row is the expected one.
     *
     * @param expectedCells how many cells the range must hold, to its last byte
     * @throws IllegalStateException at the first fault, with its offset and numbers
     * @throws IndexOutOfBoundsException if the range does not lie inside the array
     */
    public static void verify(byte[] block, int offset, int length, int expectedCells, byte[] row) {
        CellReader reader = new CellReader(block, offset, length);
        int cells = 0;
        while (reader.next()) {
            cells++;
            verifyCell(reader, row);
        }
        if (cells != expectedCells) {
            throw new IllegalStateException("block of " + length + " bytes at offset " + offset + " has " + cells
                    + " cells, " + expectedCells + " were announced");
        }
    }

    private static void verifyCell(CellReader cell, byte[] row) {
        if (!isWritable(cell.typeCode())) {
            throw damaged(cell, "unknown type code " + (cell.typeCode() & 0xff));
        }
        if (cell.timestamp() < 0) {
            throw damaged(cell, "negative timestamp " + cell.timestamp());
        }
        int from = cell.rowOffset();
        if (!Arrays.equals(cell.array(), from, from + cell.rowLength(), row, 0, row.length)) {
            throw damaged(cell, "row of " + cell.rowLength() + " bytes is not the expected one");
        }
    }

    /** Put, Delete, DeleteFamilyVersion, DeleteColumn, DeleteFamily: the codes of HBase's {@code Cell.Type}. */
    private static boolean isWritable(byte typeCode) {
        return switch (typeCode) {
            case 4, 8, 10, 12, 14 -> true;
            default -> false;
        };
    }

    private static IllegalStateException damaged(CellReader cell, String what) {
        return new IllegalStateException("damaged cell at offset " + cell.cellOffset() + ": " + what);
    }
}
