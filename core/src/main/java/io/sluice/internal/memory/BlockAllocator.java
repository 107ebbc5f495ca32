package io.sluice.internal.memory;

/** Where blocks come from and go back to. Safe for use by many threads. */
public interface BlockAllocator {

    /** Small blocks have this part of the size of usual ones. */
    int SMALL_PART = 4;

    /** Capacity in bytes of the usual blocks, which are pooled. */
    int blockSize();

    /** Capacity in bytes of the small blocks, which are pooled, too, if the usual ones have this size. */
    static int smallBlockSize(int blockSize) {
        return blockSize / SMALL_PART;
    }

    /**
     * An empty block of this capacity; its bytes may hold anything. One that is neither usual nor small is made for this
     * call only.
     */
    Block allocate(int capacity);

    /** Takes a block back. The caller must not touch it any more; a block may be given back once. */
    void release(Block block);
}
