package io.sluice.internal.locate;

import io.sluice.Bytes;
import java.util.Arrays;

/**
 * Regions without overlaps in the order of their rows, laid out for the search. Immutable; a change copies the arrays,
 * but looks only at what changes.
 *
 * <p>A search that follows a reference for each step waits for memory at each step. So the steps read numbers, the
 * <em>marks</em> in {@link RegionMarks}: the eight bytes of each start key behind what all start keys begin with, zeros
 * where the key is shorter. Where marks differ, they are ordered as the keys are. Where they are equal ({@code "a"} and
 * {@code "a\0"}, or keys that differ further behind), the keys themselves decide.
 */
final class RegionIndex {
    static final RegionIndex EMPTY =
            new RegionIndex(new RegionLocation[0], new byte[0], RegionMarks.EMPTY, new boolean[0], RegionServers.EMPTY);

    private static final byte[] NOTHING = new byte[0];

    private final RegionLocation[] regions;

    /** What all start keys begin with, the empty one of a table's first region left out. */
    private final byte[] common;

    private final RegionMarks marks;

    /** Whether a region's end is not the start of the next one, so that a row behind its start may lie behind its end. */
    private final boolean[] open;

    private final RegionServers servers;

    /** The floor of a row that is less than {@link #common}: the region that begins with the table, or -1. */
    private final int beforeCommon;

    private RegionIndex(
            RegionLocation[] regions, byte[] common, RegionMarks marks, boolean[] open, RegionServers servers) {
        this.regions = regions;
        this.common = common;
        this.marks = marks;
        this.open = open;
        this.servers = servers;
        beforeCommon = firstWithKey(regions) - 1;
    }

    /** 1 if the first region begins with the table, else 0. */
    private static int firstWithKey(RegionLocation[] regions) {
        return regions.length > 0 && regions[0].startKey().length == 0 ? 1 : 0;
    }

    int size() {
        return regions.length;
    }

    RegionLocation region(int number) {
        return regions[number];
    }

    RegionServers servers() {
        return servers;
    }

    /** The number of the region that holds the row, or -1. */
    int find(byte[] array, int offset, int length) {
        int number = floor(array, offset, length);
        return number < 0 || (open[number] && !endsAfter(number, array, offset, length)) ? -1 : number;
    }

    private boolean endsAfter(int number, byte[] array, int offset, int length) {
        byte[] end = regions[number].endKey();
        return Arrays.compareUnsigned(array, offset, offset + length, end, 0, end.length) < 0;
    }

    /** The number of the last region that starts at or before the row, or -1. */
    int floor(byte[] array, int offset, int length) {
        int order = common.length == 0 ? 0 : compareToCommon(array, offset, length);
        if (order != 0) {
            return order < 0 ? beforeCommon : regions.length - 1;
        }
        long mark = mark(array, offset + common.length, length - common.length);
        int number = marks.lastAtMost(mark);
        return number < 0 || marks.of(number) != mark ? number : floorAmongEqual(number, array, offset, length);
    }

    /** 0 for a row that begins with {@link #common}. */
    private int compareToCommon(byte[] array, int offset, int length) {
        int shared = Math.min(length, common.length);
        int order = Arrays.compareUnsigned(array, offset, offset + shared, common, 0, shared);
        return order == 0 && length < common.length ? -1 : order;
    }

    /** @param last the last region with the row's mark */
    private int floorAmongEqual(int last, byte[] array, int offset, int length) {
        if (startsAtOrBefore(last, array, offset, length)) {
            return last;
        }
        int low = 0;
        int high = last - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (startsAtOrBefore(middle, array, offset, length)) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    private boolean startsAtOrBefore(int number, byte[] array, int offset, int length) {
        byte[] start = regions[number].startKey();
        return Arrays.compareUnsigned(start, 0, start.length, array, offset, offset + length) <= 0;
    }

    /**
     * The first eight bytes as a number that orders as they do, without sign, zeros where there are fewer.
     *
     * @param length of what is marked; the array may go on behind it
     */
    private static long mark(byte[] array, int offset, int length) {
        long bytes;
        if (length >= Long.BYTES) {
            bytes = Bytes.toLong(array, offset);
        } else if (length <= 0) {
            bytes = 0;
        } else if (array.length - offset >= Long.BYTES) {
            // Cheaper than byte by byte: a row in a block is followed by more of its cell.
            bytes = Bytes.toLong(array, offset) & (-1L << (Byte.SIZE * (Long.BYTES - length)));
        } else {
            bytes = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                bytes = bytes << Byte.SIZE | (i < length ? array[offset + i] & 0xff : 0);
            }
        }
        // Longs are compared with their sign.
        return bytes ^ Long.MIN_VALUE;
    }

    /** The same with the regions {@code from} to {@code to - 1} replaced by others, which fit into their place. */
    RegionIndex splice(int from, int to, RegionLocation[] fresh) {
        int size = regions.length - (to - from) + fresh.length;
        int behind = from + fresh.length;
        RegionLocation[] newRegions = new RegionLocation[size];
        System.arraycopy(regions, 0, newRegions, 0, from);
        System.arraycopy(fresh, 0, newRegions, from, fresh.length);
        System.arraycopy(regions, to, newRegions, behind, size - behind);
        boolean[] newOpen = new boolean[size];
        System.arraycopy(open, 0, newOpen, 0, from);
        System.arraycopy(open, to, newOpen, behind, size - behind);
        for (int i = Math.max(0, from - 1); i < behind; i++) {
            newOpen[i] = !join(newRegions, i);
        }
        byte[] newCommon = common(newRegions);
        long[] newMarks = new long[size];
        boolean kept = Arrays.equals(newCommon, common);
        if (kept) {
            marks.copy(0, newMarks, 0, from);
            marks.copy(to, newMarks, behind, size - behind);
        }
        for (int i = kept ? from : 0; i < (kept ? behind : size); i++) {
            byte[] start = newRegions[i].startKey();
            newMarks[i] = mark(start, newCommon.length, start.length - newCommon.length);
        }
        RegionServers newServers = servers.splice(newRegions, from, behind, to);
        return new RegionIndex(newRegions, newCommon, new RegionMarks(newMarks), newOpen, newServers);
    }

    /**
     * Whether nothing is unknown between a region and the next one, or the table's end. Lets both use one array for the
     * key between them, which a table of many regions would hold twice.
     */
    private static boolean join(RegionLocation[] regions, int number) {
        byte[] end = regions[number].endKey();
        if (number + 1 == regions.length) {
            return end.length == 0;
        }
        byte[] next = regions[number + 1].startKey();
        if (end != next && Arrays.equals(end, next)) {
            regions[number] = regions[number].endingAt(next);
        }
        return regions[number].endKey() == next;
    }

    private static byte[] common(RegionLocation[] regions) {
        int from = firstWithKey(regions);
        if (from == regions.length) {
            return NOTHING;
        }
        // Sorted: what the first and the last share, all share.
        byte[] first = regions[from].startKey();
        byte[] last = regions[regions.length - 1].startKey();
        int different = Arrays.mismatch(first, last);
        return different < 0 ? first : Arrays.copyOf(first, different);
    }
}
