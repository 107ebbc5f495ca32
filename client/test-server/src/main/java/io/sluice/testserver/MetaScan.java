package io.sluice.testserver;

import java.util.Deque;
import java.util.List;

/**
 * An open scan of {@code hbase:meta}: the regions are those of its start, their columns are those of the moment at which they
 * are read. Used under the cluster's lock.
 */
final class MetaScan {
    private final Deque<List<TestRegion>> left;
    private final boolean reversed;
    private List<TestRegion> current = List.of();
    private int read;
    /** The cells of a row of which the others have been sent. */
    private List<StoredCell> rest = List.of();

    /** @param regions not modified by others; in the order of their rows in each list, the lists in that of the scan */
    MetaScan(Deque<List<TestRegion>> regions, boolean reversed) {
        left = regions;
        this.reversed = reversed;
    }

    boolean hasNext() {
        return !rest.isEmpty() || read < current.size() || !left.isEmpty();
    }

    /** The next row, or the rest of one. */
    List<StoredCell> next() {
        if (!rest.isEmpty()) {
            List<StoredCell> row = rest;
            rest = List.of();
            return row;
        }
        if (read == current.size()) {
            current = left.removeFirst();
            read = 0;
        }
        int index = reversed ? current.size() - 1 - read : read;
        read++;
        return MetaTable.cells(current.get(index));
    }

    /** {@link #next} returns these next. */
    void giveBack(List<StoredCell> cells) {
        rest = List.copyOf(cells);
    }
}
