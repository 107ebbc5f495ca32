package io.sluice.bench.allocator;

/** The length of the free list. */
public enum FreeList {
    SMALL,
    LARGE;

    private static final int FEW = 10;
    private static final int MANY = 100_000;
    /** Limits a large list, since 100,000 blocks of 32 KiB would be 3.2 GB. */
    private static final int MAX_BYTES = 320 << 20;

    /** The number of free blocks of a size. */
    int blocks(int blockBytes) {
        return this == SMALL ? FEW : Math.min(MANY, MAX_BYTES / blockBytes);
    }
}
