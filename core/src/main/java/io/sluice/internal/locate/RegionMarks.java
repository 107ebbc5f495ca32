package io.sluice.internal.locate;

/**
 * Sorted numbers, and which of them is the last at or before another. Immutable.
 *
 * <p>Halving a hundred thousand numbers takes 17 steps, of which each waits for memory that the one before has told. So a
 * table tells, by the leading bits of a number's distance from the least one, which of them come into question: with keys
 * that are spread evenly one or two, with digits in ASCII some hundreds, at worst all.
 */
final class RegionMarks {
    static final RegionMarks EMPTY = new RegionMarks(new long[0]);

    /** On average there are one to two: the table takes two to four bytes for each. */
    private static final int NUMBERS_PER_STRETCH = 2;

    private final long[] marks;
    /** The first number of each stretch or behind it, and how many numbers there are. */
    private final int[] firsts;
    /** A distance shifted to the right by so much is the number of its stretch. */
    private final int shift;
    /** That halve the longest stretch until one number is left. */
    private final int steps;

    /** @param marks in ascending order, equal ones allowed; kept */
    RegionMarks(long[] marks) {
        this.marks = marks;
        int count = marks.length;
        long widest = count == 0 ? 0 : marks[count - 1] - marks[0];
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count / NUMBERS_PER_STRETCH);
        shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(widest) - bits);
        firsts = new int[count == 0 ? 2 : (int) (widest >>> shift) + 2];
        int stretch = 0;
        for (int number = 0; number < count; number++) {
            int its = stretch(marks[number]);
            while (stretch < its) {
                firsts[++stretch] = number;
            }
        }
        firsts[firsts.length - 1] = count;
        int longest = 1;
        for (int i = 0; i + 1 < firsts.length; i++) {
            longest = Math.max(longest, firsts[i + 1] - base(i));
        }
        steps = Integer.SIZE - Integer.numberOfLeadingZeros(longest - 1);
    }

    /** The last number before a stretch, which is less than all that belong there. */
    private int base(int stretch) {
        return Math.max(0, firsts[stretch] - 1);
    }

    /** @param mark at or behind the first */
    private int stretch(long mark) {
        // As a number without sign the distance is right even where it overflows.
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
        int stretch = stretch(mark);
        int base = base(stretch);
        int left = firsts[stretch + 1] - base;
        // Written so that there is no branch to mispredict, and the processor is at the next row's search while this
        // one waits for memory: always so many steps, each halves what is left, whichever way it goes.
        for (int step = steps; step > 0; step--) {
            int half = left >>> 1;
            base = marks[base + half] <= mark ? base + half : base;
            left -= half;
        }
        return base;
    }
}
