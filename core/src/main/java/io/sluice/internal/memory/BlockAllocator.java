package io.sluice.internal.memory;

/** Where blocks come from and go back to. Safe for use by many threads. */
public interface BlockAllocator {

    /** Capacity in bytes of the blocks that {@link #allocate()} gives. */
    int blockSize();

    /** An empty block of {@link #blockSize()} bytes; its bytes may hold anything. */
    Block allocate();

    /** An empty block of at least this capacity; one larger than {@link #blockSize()} is made for this call alone. */
    Block allocate(int capacity);

    /** Takes a block back. The caller must not touch it any more; a block may be given back once. */
    void release(Block block);
}
