package io.sluice.internal.memory;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps released blocks of one size for later, up to a bound.
 *
 * <p>The number of kept blocks is counted beside the queue, since {@link ConcurrentLinkedQueue#size()} walks the queue.
 */
public final class PooledBlockAllocator implements BlockAllocator {
    private final int blockSize;
    private final int maxFree;

    // free >= queue.size() at every instant: a block is counted before it is added and discounted after it
    // was taken, so the queue never holds more than maxFree. The gap the other way is allowed on purpose: two
    // threads may both see a full pool and both drop a block that would have fitted. That costs one allocation
    // later; to be exact would cost a lock on every release.
    private final ConcurrentLinkedQueue<Block> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger free = new AtomicInteger();
    private final AtomicInteger inUse = new AtomicInteger();

    /**
     * @param blockSize capacity of a block in bytes, positive
     * @param maxFree how many released blocks are kept at most
     */
    public PooledBlockAllocator(int blockSize, int maxFree) {
        if (blockSize <= 0 || maxFree < 0) {
            throw new IllegalArgumentException("blockSize " + blockSize + ", maxFree " + maxFree);
        }
        this.blockSize = blockSize;
        this.maxFree = maxFree;
    }

    @Override
    public int blockSize() {
        return blockSize;
    }

    @Override
    public Block allocate() {
        inUse.getAndIncrement();
        Block block = queue.poll();
        if (block == null) {
            return new Block(blockSize);
        }
        free.getAndDecrement();
        return block;
    }

    @Override
    public Block allocate(int capacity) {
        if (capacity <= blockSize) {
            return allocate();
        }
        inUse.getAndIncrement();
        return new Block(capacity);
    }

    @Override
    public void release(Block block) {
        inUse.getAndDecrement();
        if (block.capacity() != blockSize) {
            return;
        }
        if (free.incrementAndGet() > maxFree) {
            free.getAndDecrement();
            return;
        }
        queue.add(block);
    }

    /** Blocks given out and not released, of every size. */
    public int blocksInUse() {
        return inUse.get();
    }

    /** Blocks kept for later. */
    public int blocksFree() {
        return free.get();
    }
}
