package io.sluice.internal.locate;

/**
 * Sorted numbers, with a search for the last one at or before another. Immutable.
 *
 * <p>A binary search of a hundred thousand numbers takes 17 steps, and each waits for memory that the step before has named.
 * So the numbers are divided into buckets by the leading bits of their distance from the least one, and only one bucket is
 * searched: with keys that are spread evenly it holds one or two, with ASCII digits some hundreds, at worst all.
 */
final class RegionMarks {
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
    RegionMarks(long[] marks) {
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
        // Written so that there is no branch to mispredict, and the processor starts the next row's search while this
        // one waits for memory: always this many steps, each of which halves the range, whichever way it goes.
        for (int step = steps; step > 0; step--) {
            int half = left >>> 1;
            base = marks[base + half] <= mark ? base + half : base;
            left -= half;
        }
        return base;
    }
}
