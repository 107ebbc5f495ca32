package io.sluice.bench.allocator;

/** The length of the free list. */
public enum FreeList {
    SMALL,
    LARGE;

    private static final int FEW = 10;
    private static final int MANY = 100_000;

    /** The number of free blocks. */
    int blocks() {
        return this == SMALL ? FEW : MANY;
    }
}
