package io.sluice.internal.memory;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A pool of released blocks of two sizes, usual and small ones, with a bound for each.
 *
 * <p>Free blocks are in a shared queue, and a few of them in stripes before it. A thread uses the stripe that its id leads
 * to, so it first gets the block that it gave back last, and threads that run at the same time seldom meet. If that stripe
 * is empty, the thread looks into the other stripes, where an event loop may have put the blocks that this thread took, then
 * into the queue, before a new block is made. A block that does not fit into the stripe of the thread that gives it back
 * goes to the queue, else to another stripe, and is dropped if all are full. Stripes belong to no thread: nothing is lost
 * when a thread ends, virtual threads need no storage of their own, and with a thousand threads there are still only as many
 * stripes as the processors keep busy.
 *
 * <p>Nothing waits: an occupied stripe is skipped.
 *
 * <p>At every instant at most {@code maxFree} blocks of each size are free, stripes included. Without {@link #trim()} they
 * stay for good; the connection calls it now and then.
 */
public final class PooledBlockAllocator implements BlockAllocator {
    /**
     * Stripes that are tried before the queue: a neighbour helps if the thread's own is occupied by a descheduled thread.
     */
    private static final int TRIES = 2;

    /** Spreads thread ids, which often follow each other, or differ by a power of two, evenly over the stripes. */
    private static final int GOLDEN = 0x9E3779B9;

    /**
     * How the pool's capacity is divided. The parts add up to the pool's bound, so that it holds without a count across
     * stripes.
     *
     * @param stripes number of stripes, a power of two
     * @param stripeBlocks capacity of each stripe
     * @param sharedBlocks capacity of the shared queue
     */
    record Shape(int stripes, int stripeBlocks, int sharedBlocks) {

        /** So that threads that run at the same time rarely meet in one stripe. */
        private static final int STRIPES_PER_PROCESSOR = 4;

        /** A thread that finds nothing looks into all of them: a microsecond, less than a new block takes. */
        private static final int MAX_STRIPES = 64;

        /**
         * The blocks that a thread's buffers take and give back between two uses of the queue; 512 KiB of blocks of the
         * usual size.
         */
        private static final int MAX_STRIPE_BLOCKS = 8;

        /**
         * Divides a bound: at most half of it is in the stripes, unless that would be no block for each.
         *
         * @param maxFree the bound, not negative
         */
        static Shape of(int maxFree, int processors) {
            int wanted = Math.min(MAX_STRIPES, STRIPES_PER_PROCESSOR * processors);
            int stripes = Integer.highestOneBit(Math.max(1, Math.min(wanted, maxFree)));
            int stripeBlocks = Math.min(MAX_STRIPE_BLOCKS, Math.max(maxFree / (2 * stripes), Math.min(1, maxFree)));
            return new Shape(stripes, stripeBlocks, maxFree - stripes * stripeBlocks);
        }

        /** This many empty stripes. */
        Stripe[] newStripes() {
            Stripe[] made = new Stripe[stripes];
            for (int i = 0; i < stripes; i++) {
                made[i] = new Stripe.Padded(stripeBlocks);
            }
            return made;
        }

        /** The most free blocks there can be. */
        int maxFree() {
            return stripes * stripeBlocks + sharedBlocks;
        }
    }

    private final int blockSize;
    private final int sharedBlocks;
    private final Stripe[] stripes;
    private final int shift;

    // free >= queue.size() at every instant: a block is counted before it is added and discounted after it
    // was taken, so the queue never holds more than sharedBlocks. The gap the other way is allowed on purpose: two
    // threads may both see a full queue and both drop a block that would have fitted. That costs one allocation
    // later; to be exact would cost a lock on every release. The queue's own size() would walk it.
    private final ConcurrentLinkedQueue<Block> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger free = new AtomicInteger();

    // The least value of free since the last trim. Two threads may overwrite each other's value: then a trim drops a
    // block or two that were needed once.
    private volatile int leastFree;

    /** Counted by threads that found all stripes occupied. */
    private final LongAdder countedOutside = new LongAdder();

    private final LongAdder made = new LongAdder();

    /** Pool of the small blocks, or null. */
    private final @Nullable PooledBlockAllocator small;

    /**
     * @param blockSize capacity of a usual block in bytes, positive
     * @param maxFree how many released blocks are kept at most, of the usual ones and of the small ones
     */
    public PooledBlockAllocator(int blockSize, int maxFree) {
        this(blockSize, checked(blockSize, maxFree), smallOf(blockSize, maxFree));
    }

    /** Without small ones. */
    PooledBlockAllocator(int blockSize, Shape shape) {
        this(blockSize, shape, null);
    }

    private PooledBlockAllocator(int blockSize, Shape shape, @Nullable PooledBlockAllocator small) {
        this(blockSize, shape.newStripes(), shape.sharedBlocks(), small);
    }

    /**
     * @param stripes their number is a power of two
     * @param small pool of the small blocks, or null
     */
    PooledBlockAllocator(int blockSize, Stripe[] stripes, int sharedBlocks, @Nullable PooledBlockAllocator small) {
        this.small = small;
        this.blockSize = blockSize;
        this.stripes = stripes;
        this.sharedBlocks = sharedBlocks;
        // A shift by 32 would be one by 0; the index is masked, too.
        shift = Math.min(Integer.SIZE - 1, Integer.numberOfLeadingZeros(stripes.length - 1));
    }

    private static Shape checked(int blockSize, int maxFree) {
        if (blockSize <= 0 || maxFree < 0) {
            throw new IllegalArgumentException("blockSize " + blockSize + ", maxFree " + maxFree);
        }
        return Shape.of(maxFree, Runtime.getRuntime().availableProcessors());
    }

    private static @Nullable PooledBlockAllocator smallOf(int blockSize, int maxFree) {
        int size = BlockAllocator.smallBlockSize(blockSize);
        return size == 0 ? null : new PooledBlockAllocator(size, checked(size, maxFree));
    }

    @Override
    public int blockSize() {
        return blockSize;
    }

    /** An empty block of {@link #blockSize()} bytes. */
    public Block allocate() {
        int home = home();
        Block block = null;
        Stripe stripe = enterNear(home);
        if (stripe == null) {
            countedOutside.increment();
        } else {
            stripe.count(1);
            block = stripe.pop();
            stripe.leave();
        }
        if (block == null) {
            block = takeFar(home);
        }
        return block.given();
    }

    @Override
    public Block allocate(int capacity) {
        if (capacity == blockSize) {
            return allocate();
        }
        if (small != null && capacity == small.blockSize) {
            return small.allocate();
        }
        count(1);
        made.increment();
        return new Block(capacity).given();
    }

    @Override
    public void release(Block block) {
        if (small != null && block.capacity() == small.blockSize) {
            small.release(block);
            return;
        }
        block.comeBack();
        if (block.capacity() != blockSize) {
            count(-1);
            return;
        }
        int home = home();
        boolean kept = false;
        Stripe stripe = enterNear(home);
        if (stripe == null) {
            countedOutside.decrement();
        } else {
            stripe.count(-1);
            kept = stripe.push(block);
            stripe.leave();
        }
        if (!kept && !keepInQueue(block)) {
            keepFar(home, block);
        }
    }

    /** Drops the free blocks that were not needed since the last call; returns how many. Any thread may call it. */
    public int trim() {
        int dropped = small == null ? 0 : small.trim();
        for (Stripe stripe : stripes) {
            // An occupied stripe is in use: the next call will trim it.
            if (stripe.enter()) {
                dropped += stripe.trim();
                stripe.leave();
            }
        }
        for (int unneeded = leastFree; unneeded > 0 && queue.poll() != null; unneeded--) {
            free.getAndDecrement();
            dropped++;
        }
        leastFree = free.get();
        return dropped;
    }

    /** Blocks given out and not released, of every size. Exact when no call is under way, else about right. */
    public int blocksInUse() {
        // Modulo 2^32 on purpose: a stripe's balance keeps moving one way if one thread takes and another gives back.
        int sum = countedOutside.intValue() + (small == null ? 0 : small.blocksInUse());
        for (Stripe stripe : stripes) {
            sum += stripe.balance();
        }
        return sum;
    }

    /** Blocks made so far, of every size. */
    public long blocksMade() {
        return made.sum() + (small == null ? 0 : small.blocksMade());
    }

    /** Blocks kept for later. Exact when no call is under way, else about right. */
    public int blocksFree() {
        int sum = free.get() + (small == null ? 0 : small.blocksFree());
        for (Stripe stripe : stripes) {
            sum += stripe.size();
        }
        return sum;
    }

    private int home() {
        // A subclass of Thread may answer anything; any answer leads to some stripe.
        return ((int) Thread.currentThread().getId() * GOLDEN) >>> shift;
    }

    private Stripe stripe(int index) {
        return stripes[index & (stripes.length - 1)];
    }

    /** The caller's stripe or one beside it, entered; null if they are occupied. */
    private @Nullable Stripe enterNear(int home) {
        for (int i = 0; i < TRIES; i++) {
            Stripe stripe = stripe(home + i);
            if (stripe.enter()) {
                return stripe;
            }
        }
        return null;
    }

    private void count(int given) {
        Stripe stripe = enterNear(home());
        if (stripe == null) {
            countedOutside.add(given);
        } else {
            stripe.count(given);
            stripe.leave();
        }
    }

    /** A block from any stripe, else from the queue, else a new one. */
    private Block takeFar(int home) {
        // Stripes first: if one thread gives back what another one takes, the block that came back last is there,
        // still in the processor's cache. The queue would hand out all the blocks it ever got in turn, each of them
        // long cold.
        for (int i = 0; i < stripes.length; i++) {
            Stripe stripe = stripe(home + i);
            if (stripe.size() > 0 && stripe.enter()) {
                Block block = stripe.pop();
                stripe.leave();
                if (block != null) {
                    return block;
                }
            }
        }
        Block block = queue.poll();
        if (block == null) {
            made.increment();
            return new Block(blockSize);
        }
        int left = free.decrementAndGet();
        if (left < leastFree) {
            leastFree = left;
        }
        return block;
    }

    private boolean keepInQueue(Block block) {
        // Checked before: a full queue tends to stay full, and adding to the count in vain causes contention.
        if (free.get() >= sharedBlocks) {
            return false;
        }
        if (free.incrementAndGet() > sharedBlocks) {
            free.getAndDecrement();
            return false;
        }
        queue.add(block);
        return true;
    }

    /** Puts a block into any stripe that has space; it is dropped if none has. */
    private void keepFar(int home, Block block) {
        for (int i = 0; i < stripes.length; i++) {
            Stripe stripe = stripe(home + i);
            if (stripe.hasPlace() && stripe.enter()) {
                boolean kept = stripe.push(block);
                stripe.leave();
                if (kept) {
                    return;
                }
            }
        }
    }
}
