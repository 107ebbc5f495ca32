package io.sluice.internal.memory;

/**
 * A piece of memory that fills from front to back. Not safe for use by several threads at once; who appends holds the
 * lock of the buffer that owns it.
 */
public final class Block {
    private final byte[] bytes;
    private int used;

    /** Given out and not yet given back. Belongs to the owner of the block, like {@link #used}. */
    private boolean out;

    Block(int capacity) {
        bytes = new byte[capacity];
    }

    /** The memory itself; only the first {@link #used()} bytes mean something. */
    public byte[] bytes() {
        return bytes;
    }

    public int capacity() {
        return bytes.length;
    }

    public int used() {
        return used;
    }

    /** Bytes that can still be reserved. */
    public int remaining() {
        return bytes.length - used;
    }

    /**
     * Sets the next bytes aside.
     *
     * @return the offset of the first of them
     */
    public int reserve(int length) {
        int offset = used;
        used = Math.addExact(offset, length);
        return offset;
    }

    /** Marks the block as given out. */
    Block given() {
        out = true;
        return this;
    }

    /**
     * Empties a block that comes back, before others can see it in the pool.
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
        used = 0;
    }
}
