package io.sluice.internal.memory;

import org.jspecify.annotations.Nullable;

/** A piece of memory. Who got it from an allocator decides who may touch what of it, until it is given back. */
public final class Block {
    private final byte[] bytes;
    private @Nullable Object companion;

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

    /** What an earlier user of this block left with it, or null. */
    public @Nullable Object companion() {
        return companion;
    }

    /** Leaves something with this block for its next user, who needs the same again: arrays that go with the memory. */
    public void companion(Object kept) {
        companion = kept;
    }
}
