package io.sluice.internal.batch;

import java.util.Arrays;

/**
 * Counts how many mutations and bytes each region gets, and gives regions dense numbers in the order in which they are first met: a
 * table may have 100,000 regions of which a batch touches 20, so arrays over all of them would cost more than the batch.
 * An open-addressing hash of ints, because a {@code HashMap} would make two objects for each mutation.
 */
final class RegionCounts {
    private static final int EMPTY = -1;

    /** Region number at even, group at odd positions. */
    private int[] table = newTable(32);

    private int[] regions = new int[16];
    private int[] sizes = new int[16];
    private long[] bytes = new long[16];
    private int groups;
    private int total;
    private int lastRegion = EMPTY;
    private int lastGroup;

    /** Counts one mutation of a region, of so many bytes, and returns the region's group. */
    int count(int region, int length) {
        int group = region == lastRegion ? lastGroup : groupOf(region);
        lastRegion = region;
        lastGroup = group;
        sizes[group]++;
        bytes[group] += length;
        total++;
        return group;
    }

    private int groupOf(int region) {
        int at = slot(table, region);
        if (table[at] == EMPTY) {
            if (groups == regions.length) {
                grow();
                at = slot(table, region);
            }
            table[at] = region;
            table[at + 1] = groups;
            regions[groups] = region;
            return groups++;
        }
        return table[at + 1];
    }

    /** Linear probing over pairs; the table is never more than half full. */
    private static int slot(int[] table, int region) {
        int mask = table.length / 2 - 1;
        int at = ((region * 0x9E3779B9) >>> 16) & mask;
        while (table[2 * at] != EMPTY && table[2 * at] != region) {
            at = (at + 1) & mask;
        }
        return 2 * at;
    }

    private void grow() {
        regions = Arrays.copyOf(regions, groups * 2);
        sizes = Arrays.copyOf(sizes, groups * 2);
        bytes = Arrays.copyOf(bytes, groups * 2);
        table = newTable(table.length / 2 * 2);
        for (int group = 0; group < groups; group++) {
            int at = slot(table, regions[group]);
            table[at] = regions[group];
            table[at + 1] = group;
        }
    }

    private static int[] newTable(int pairs) {
        int[] table = new int[pairs * 2];
        Arrays.fill(table, EMPTY);
        return table;
    }

    int groups() {
        return groups;
    }

    int total() {
        return total;
    }

    int region(int group) {
        return regions[group];
    }

    int size(int group) {
        return sizes[group];
    }

    long bytes(int group) {
        return bytes[group];
    }
}
