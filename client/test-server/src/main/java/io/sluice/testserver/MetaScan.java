package io.sluice.testserver;

import java.util.Deque;
import java.util.List;

/**
 * An open scan of {@code hbase:meta}: the regions are fixed when it starts, their columns are read during the scan.
 * Used under the cluster's lock.
 */
final class MetaScan {
    private final Deque<List<TestRegion>> left;
    private final boolean reversed;
    private List<TestRegion> current = List.of();
    private int read;
    /** The cells of a partly sent row that have not been sent. */
    private List<StoredCell> rest = List.of();

    /** @param regions not modified by others; each list is in row order, and the lists are in the order of the scan */
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

    /** Makes {@link #next} return these cells next. */
    void giveBack(List<StoredCell> cells) {
        rest = List.copyOf(cells);
    }
}
