package io.sluice.internal.cell;

import java.util.Arrays;

/** The rows from a first one up to, but without, a last one, in the order of HBase: bytes compared as unsigned. */
public final class RowRange {

    private final byte[] start;
    private final byte[] end;

    private RowRange(byte[] start, byte[] end) {
        this.start = start;
        this.end = end;
    }

    /**
     * The rows of a region. The arrays are kept, not copied.
     *
     * @param start first row; empty = from the first row of the table
     * @param end first row that no longer belongs to it; empty = up to the last row of the table
     */
    public static RowRange of(byte[] start, byte[] end) {
        return new RowRange(start, end);
    }

    /** This one row. */
    public static RowRange only(byte[] row) {
        return new RowRange(row, Arrays.copyOf(row, row.length + 1));
    }

    /** True if the row in this slice of an array belongs to the range. */
    public boolean contains(byte[] array, int offset, int length) {
        int to = offset + length;
        return Arrays.compareUnsigned(array, offset, to, start, 0, start.length) >= 0
                && (end.length == 0 || Arrays.compareUnsigned(array, offset, to, end, 0, end.length) < 0);
    }
}
