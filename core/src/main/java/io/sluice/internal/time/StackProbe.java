package io.sluice.internal.time;

/**
 * Detects that the stack of a thread is about to overflow before anything has changed: a StackOverflowError between two steps
 * that belong together would leave a structure with only the first step done.
 */
public final class StackProbe {
    private static final int FRAMES = 40;

    private StackProbe() {}

    /** @throws StackOverflowError if the stack has no room for several times the calls made under a lock */
    public static void probe() {
        probe(FRAMES);
    }

    /**
     * For more than what happens under a lock.
     *
     * @param frames calls inside each other, of methods with many variables
     * @throws StackOverflowError if the stack has no room for them
     */
    public static void probe(int frames) {
        long unused = descend(frames, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    }

    /** The arguments only make the frame as large as those of other methods. */
    private static long descend(
            int frames,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g,
            long h,
            long i,
            long j,
            long k,
            long l) {
        if (frames == 0) {
            return a;
        }
        return descend(frames - 1, a, b, c, d, e, f, g, h, i, j, k, l) + l;
    }
}
