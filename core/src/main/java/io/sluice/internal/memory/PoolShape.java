package io.sluice.internal.memory;

import java.util.Arrays;

/**
 * How the places for free blocks are dealt out. The sum of all places is the pool's bound, so that nobody has to count
 * across stripes to keep it.
 *
 * @param stripes number of stripes, a power of two
 * @param stripeBlocks places in each stripe
 * @param sharedBlocks places in the shared queue
 */
record PoolShape(int stripes, int stripeBlocks, int sharedBlocks) {

    /** So that threads that run at the same time rarely meet in one stripe. */
    private static final int STRIPES_PER_PROCESSOR = 4;

    /** A thread that finds nothing looks into all of them: a microsecond, less than a new block takes. */
    private static final int MAX_STRIPES = 64;

    /** What a thread's buffers take and give between two visits of the queue; 512 KiB of blocks of the usual size. */
    private static final int MAX_STRIPE_BLOCKS = 8;

    /**
     * For a bound: half of it at most is in the stripes, unless that would be no block for each.
     *
     * @param maxFree the bound, not negative
     */
    static PoolShape of(int maxFree, int processors) {
        int wanted = Math.min(MAX_STRIPES, STRIPES_PER_PROCESSOR * processors);
        int stripes = Integer.highestOneBit(Math.max(1, Math.min(wanted, maxFree)));
        int stripeBlocks = Math.min(MAX_STRIPE_BLOCKS, Math.max(maxFree / (2 * stripes), Math.min(1, maxFree)));
        return new PoolShape(stripes, stripeBlocks, maxFree - stripes * stripeBlocks);
    }

    /** As many empty stripes. */
    Stripe[] newStripes() {
        Stripe[] made = new Stripe[stripes];
        Arrays.setAll(made, i -> new Stripe.Padded(stripeBlocks));
        return made;
    }

    /** The most free blocks there can be. */
    int maxFree() {
        return stripes * stripeBlocks + sharedBlocks;
    }
}
