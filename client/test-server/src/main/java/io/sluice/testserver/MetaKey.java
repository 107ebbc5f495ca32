package io.sluice.testserver;

import java.util.Arrays;

/** A row key of {@code hbase:meta}: ordered by table, then start key, which may contain commas, then the rest. */
record MetaKey(byte[] table, byte[] start, byte[] rest) implements Comparable<MetaKey> {

    static MetaKey of(byte[] row) {
        int first = indexOfComma(row, 0, 1);
        int last = indexOfComma(row, row.length - 1, -1);
        return new MetaKey(part(row, 0, first), part(row, first + 1, last), part(row, last + 1, row.length));
    }

    /** The length of the row if there is none. */
    private static int indexOfComma(byte[] row, int from, int step) {
        for (int i = from; i >= 0 && i < row.length; i += step) {
            if (row[i] == ',') {
                return i;
            }
        }
        return row.length;
    }

    private static byte[] part(byte[] row, int from, int to) {
        return from >= to || from > row.length ? new byte[0] : Arrays.copyOfRange(row, from, to);
    }

    boolean isEmpty() {
        return table.length == 0;
    }

    @Override
    public int compareTo(MetaKey other) {
        int order = Arrays.compareUnsigned(table, other.table);
        order = order != 0 ? order : Arrays.compareUnsigned(start, other.start);
        return order != 0 ? order : Arrays.compareUnsigned(rest, other.rest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MetaKey key && compareTo(key) == 0;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(table) + Arrays.hashCode(start) + Arrays.hashCode(rest);
    }
}
