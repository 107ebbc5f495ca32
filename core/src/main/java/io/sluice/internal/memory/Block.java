package io.sluice.internal.memory;

import org.jspecify.annotations.Nullable;

/** A piece of memory. It belongs to the code that got it from an allocator, until that code gives it back. */
public final class Block {
    private final byte[] bytes;
    private @Nullable Object companion;

    /** Given out and not yet given back. Belongs to the owner of the block, like all of it. */
    private boolean out;

    private long charge;

    Block(int capacity) {
        bytes = new byte[capacity];
    }

    /** The memory itself; its bytes may hold anything at first. */
    public byte[] bytes() {
        return bytes;
    }

    public int capacity() {
        return bytes.length;
    }

    /** The object that an earlier user of this block left with it, or null. */
    public @Nullable Object companion() {
        return companion;
    }

    /** Leaves an object with this block for its next user: arrays that go with the memory. */
    public void companion(Object kept) {
        companion = kept;
    }

    /** The budget's charge for it. */
    public long charge() {
        return charge;
    }

    void charge(long bytes) {
        charge = bytes;
    }

    /** Marks the block as given out. */
    Block given() {
        out = true;
        return this;
    }

    /**
     * Marks the block as given back, before others can see it in the pool.
     *
     * @throws IllegalStateException if it is not out: two owners would write into one block. Two threads that give the
     *     same block back at the same instant may both pass, since the flag is plain; an atomic one would cost as much
     *     as the rest of a release.
     */
    void comeBack() {
        if (!out) {
            throw new IllegalStateException("a block of " + bytes.length + " bytes was given back twice");
        }
        out = false;
    }
}
