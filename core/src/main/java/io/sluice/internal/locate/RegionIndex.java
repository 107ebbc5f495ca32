package io.sluice.internal.locate;

import io.sluice.Bytes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Regions in the order of their rows that did not overlap when the index was made, laid out for the search. Regions can be
 * dropped from it, but not added.
 *
 * <p>A search that follows a reference in each step waits for memory in each step. So the steps read numbers, the
 * {@link Marks}: the eight bytes of each start key behind the common prefix of all start keys, zeros where the key is
 * shorter. If marks differ, they are ordered as the keys are. If they are equal ({@code "a"} and {@code "a\0"}, or keys that
 * differ further behind), the keys themselves decide.
 *
 * <p>One thread at a time drops regions, while others search. A search that misses a concurrent drop finds the state of a
 * moment ago.
 */
final class RegionIndex {
    private static final byte[] NOTHING = new byte[0];

    static final RegionIndex EMPTY = new RegionIndex(new RegionLocation[0], new RegionServers());

    /** The region's end is the start of the next one, so that a row behind its start lies before its end. */
    private static final byte JOINED = 0;

    /** A row behind the region's start may lie behind its end. */
    private static final byte OPEN = 1;

    private static final byte DROPPED = 2;

    private final RegionLocation[] regions;

    /** The common prefix of all start keys, except for the empty one of a table's first region. */
    private final byte[] common;

    private final Marks marks;

    /** One read shows whether the search for a row ends with its floor. */
    private final byte[] states;

    /** The server's number for each region. */
    private final int[] servers;

    /** The floor of a row that is less than {@link #common}: the region that begins with the table, or -1. */
    private final int beforeCommon;

    // Belongs to the thread that makes changes.
    private int dropped;
    /** The numbers of servers that have not been dropped. Each failing request drops its server again. */
    private final BitSet undropped = new BitSet();

    /** @param regions ascending, without overlaps; kept, and some of them replaced by equal ones */
    RegionIndex(RegionLocation[] regions, RegionServers numbers) {
        this.regions = regions;
        states = new byte[regions.length];
        servers = new int[regions.length];
        common = common(regions);
        long[] allMarks = new long[regions.length];
        for (int i = 0; i < regions.length; i++) {
            states[i] = join(regions, i) ? JOINED : OPEN;
            servers[i] = numbers.add(regions[i].server());
            undropped.set(servers[i]);
            byte[] start = regions[i].startKey();
            allMarks[i] = mark(start, common.length, start.length - common.length);
        }
        marks = new Marks(allMarks);
        beforeCommon = firstWithKey(regions) - 1;
    }

    /** 1 if the first region begins with the table, else 0. */
    private static int firstWithKey(RegionLocation[] regions) {
        return regions.length > 0 && regions[0].startKey().length == 0 ? 1 : 0;
    }

    /** One more than the highest number. */
    int size() {
        return regions.length;
    }

    /** How many have been dropped. */
    int dropped() {
        return dropped;
    }

    private boolean isDropped(int number) {
        return states[number] == DROPPED;
    }

    RegionLocation region(int number) {
        return regions[number];
    }

    int server(int number) {
        return servers[number];
    }

    /** The number of the region that holds the row, or -1. */
    int find(byte[] array, int offset, int length) {
        int number = floor(array, offset, length);
        if (number < 0) {
            return -1;
        }
        byte state = states[number];
        return state == JOINED || (state == OPEN && endsAfter(number, array, offset, length)) ? number : -1;
    }

    /** The number of the last region that has not been dropped and starts at or before the row, or -1. */
    int lastBefore(byte[] array, int offset, int length) {
        int number = floor(array, offset, length);
        while (number >= 0 && isDropped(number)) {
            number--;
        }
        return number;
    }

    private boolean endsAfter(int number, byte[] array, int offset, int length) {
        byte[] end = regions[number].endKey();
        return Arrays.compareUnsigned(array, offset, offset + length, end, 0, end.length) < 0;
    }

    /** The number of the last region that starts at or before the row, dropped or not, or -1. */
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
     * The first eight bytes as a number that has the same order, unsigned, zeros where there are fewer.
     *
     * @param length of the key; the array may continue behind it
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
        // Longs are compared as signed numbers.
        return bytes ^ Long.MIN_VALUE;
    }

    private void drop(int number) {
        if (!isDropped(number)) {
            states[number] = DROPPED;
            dropped++;
        }
    }

    /** Drops all that overlap a region. */
    void dropOverlapping(RegionLocation other) {
        byte[] end = other.endKey();
        int first = Math.max(0, floor(other.startKey(), 0, other.startKey().length));
        int last = end.length == 0 ? regions.length - 1 : floor(end, 0, end.length);
        for (int number = first; number <= last; number++) {
            if (regions[number].overlaps(other)) {
                drop(number);
            }
        }
    }

    /** Drops all regions of a server, by its number. Returns whether there was one. */
    boolean dropServer(int server) {
        int before = dropped;
        if (undropped.get(server)) {
            undropped.clear(server);
            for (int number = 0; number < servers.length; number++) {
                if (servers[number] == server) {
                    drop(number);
                }
            }
        }
        return dropped > before;
    }

    /** Adds the regions that have not been dropped to a list. */
    void addTo(List<RegionLocation> all) {
        for (int number = 0; number < regions.length; number++) {
            if (!isDropped(number)) {
                all.add(regions[number]);
            }
        }
    }

    /**
     * Whether there is no gap between a region and the next one, or the table's end. If so both share one array for the key
     * between them, which a table of many regions would otherwise hold twice.
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

    /**
     * Sorted numbers, with a search for the last one at or before another. Immutable.
     *
     * <p>A binary search of a hundred thousand numbers takes 17 steps, and each waits for memory that the step before has named.
     * So the numbers are divided into buckets by the leading bits of their distance from the least one, and only one bucket
     * is searched: with keys that are spread evenly it holds one or two, with ASCII digits some hundreds, at worst all.
     */
    static final class Marks {
        /** On average a bucket holds one to two: the table takes two to four bytes for each. */
        private static final int NUMBERS_PER_BUCKET = 2;

        private final long[] marks;
        /** The first number of each bucket or behind it, and how many numbers there are. */
        private final int[] firsts;
        /** Shift that maps a distance to its bucket. */
        private final int shift;
        /** Steps of the binary search in the largest bucket. */
        private final int steps;

        /** @param marks in ascending order, equal ones allowed; kept */
        Marks(long[] marks) {
            this.marks = marks;
            int count = marks.length;
            long widest = count == 0 ? 0 : marks[count - 1] - marks[0];
            int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count / NUMBERS_PER_BUCKET);
            shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(widest) - bits);
            firsts = new int[count == 0 ? 2 : (int) (widest >>> shift) + 2];
            int bucket = 0;
            for (int number = 0; number < count; number++) {
                int its = bucket(marks[number]);
                while (bucket < its) {
                    firsts[++bucket] = number;
                }
            }
            firsts[firsts.length - 1] = count;
            int largest = 1;
            for (int i = 0; i + 1 < firsts.length; i++) {
                largest = Math.max(largest, firsts[i + 1] - base(i));
            }
            steps = Integer.SIZE - Integer.numberOfLeadingZeros(largest - 1);
        }

        /** The last number before a bucket, which is less than all numbers of the bucket. */
        private int base(int bucket) {
            return Math.max(0, firsts[bucket] - 1);
        }

        /** @param mark at or behind the first */
        private int bucket(long mark) {
            // As an unsigned number the distance is right even if it overflows.
            return (int) ((mark - marks[0]) >>> shift);
        }

        long of(int number) {
            return marks[number];
        }

        /** The number of the last mark that is not greater, or -1. */
        int lastAtMost(long mark) {
            int count = marks.length;
            if (count == 0 || mark < marks[0]) {
                return -1;
            }
            if (mark >= marks[count - 1]) {
                return count - 1;
            }
            int bucket = bucket(mark);
            int base = base(bucket);
            int left = firsts[bucket + 1] - base;
            // Written so that there is no branch to mispredict, and the processor starts the next row's search while
            // this one waits for memory: always this many steps, each of which halves the range, whichever way it
            // goes.
            for (int step = steps; step > 0; step--) {
                int half = left >>> 1;
                base = marks[base + half] <= mark ? base + half : base;
                left -= half;
            }
            return base;
        }
    }
}
