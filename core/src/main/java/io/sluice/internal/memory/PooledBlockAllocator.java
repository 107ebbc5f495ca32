package io.sluice.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
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
 *
 * <p>Safe for use by many threads. Not final, since tests count blocks and make {@link #allocate(int)} fail.
 */
public class PooledBlockAllocator {
    /** Small blocks have this part of the size of usual ones. */
    private static final int SMALL_PART = 4;

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
                made[i] = new PaddedStripe(stripeBlocks);
            }
            return made;
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
        this.small = small;
        this.blockSize = blockSize;
        stripes = shape.newStripes();
        sharedBlocks = shape.sharedBlocks();
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
        int size = smallBlockSize(blockSize);
        return size == 0 ? null : new PooledBlockAllocator(size, checked(size, maxFree));
    }

    /** Capacity in bytes of the usual blocks. */
    public final int blockSize() {
        return blockSize;
    }

    /** Capacity in bytes of the small blocks, if the usual ones have this size. */
    public static int smallBlockSize(int blockSize) {
        return blockSize / SMALL_PART;
    }

    /** An empty block of {@link #blockSize()} bytes. */
    public final Block allocate() {
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

    /**
     * An empty block of this capacity; its bytes may hold anything. One that is neither usual nor small is made for this
     * call only.
     */
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

    /** Takes a block back. The caller must not touch it any more; a block may be given back once. */
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
    public final int trim() {
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
    public final int blocksInUse() {
        // Modulo 2^32 on purpose: a stripe's balance keeps moving one way if one thread takes and another gives back.
        int sum = countedOutside.intValue() + (small == null ? 0 : small.blocksInUse());
        for (Stripe stripe : stripes) {
            sum += stripe.balance();
        }
        return sum;
    }

    /** Blocks made so far, of every size. */
    public final long blocksMade() {
        return made.sum() + (small == null ? 0 : small.blocksMade());
    }

    /** Blocks kept for later. Exact when no call is under way, else about right. */
    public final int blocksFree() {
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

    final Stripe stripe(int index) {
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

    /**
     * A short stack of free blocks that a few threads share. Its fields belong to the thread inside, between {@link #enter()}
     * and {@link #leave()}, a few instructions that cannot fail. No thread waits to get in: if one is inside, perhaps
     * descheduled there, others go elsewhere.
     *
     * <p>A stack, since the block that came back last is the one that is still in the processor's cache.
     */
    static class Stripe {
        private static final VarHandle OCCUPIED;

        static {
            try {
                OCCUPIED = MethodHandles.lookup().findVarHandle(Stripe.class, "occupied", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        /** Places behind the stack that stay empty, so that stacks of two stripes never share a cache line. */
        private static final int SPACE = 32;

        @SuppressWarnings("UnusedVariable") // by OCCUPIED
        private volatile int occupied;

        private final int places;
        private final @Nullable Block[] stack;
        private int size;
        private int leastSize;
        private int balance;

        Stripe(int places) {
            this.places = places;
            stack = new Block[places + SPACE];
        }

        /** Whether the calling thread is now inside. It sees everything done before the last {@link #leave()}. */
        final boolean enter() {
            // Checked before, since a failing exchange takes the cache line away from the thread inside.
            return (int) OCCUPIED.getOpaque(this) == 0 && OCCUPIED.compareAndSet(this, 0, 1);
        }

        final void leave() {
            OCCUPIED.setRelease(this, 0);
        }

        /** Takes the block that came last, or null. From inside. */
        final @Nullable Block pop() {
            if (size == 0) {
                return null;
            }
            int top = --size;
            Block block = stack[top];
            stack[top] = null;
            if (top < leastSize) {
                leastSize = top;
            }
            return block;
        }

        /** Puts a block on top; false if the stack is full. From inside. */
        final boolean push(Block block) {
            if (size == places) {
                return false;
            }
            stack[size++] = block;
            return true;
        }

        /** Counts blocks given out, or taken back if negative. From inside. */
        final void count(int given) {
            balance += given;
        }

        /**
         * Drops the blocks at the bottom that were not needed since the last call. From inside.
         *
         * @return how many
         */
        final int trim() {
            int unneeded = leastSize;
            System.arraycopy(stack, unneeded, stack, 0, size - unneeded);
            Arrays.fill(stack, size - unneeded, size, null);
            size -= unneeded;
            leastSize = size;
            return unneeded;
        }

        /**
         * Blocks in the stack, for any thread. Read from outside on purpose: the volatile read before it makes it as new as the
         * last {@link #leave()}, hence exact if no thread is inside, and a hint otherwise.
         */
        final int size() {
            int unused = occupied;
            return size;
        }

        /** Whether the stack has space, read like {@link #size()}. */
        final boolean hasPlace() {
            return size() < places;
        }

        /** The sum of what was counted, read like {@link #size()}. */
        final int balance() {
            int unused = occupied;
            return balance;
        }
    }

    /** Keeps the fields of two stripes more than a pair of cache lines apart; subclass fields come last in memory. */
    @SuppressWarnings("UnusedVariable")
    private static final class PaddedStripe extends Stripe {
        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

        PaddedStripe(int places) {
            super(places);
        }
    }
}
