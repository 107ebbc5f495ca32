package io.sluice.internal.memory;

/**
 * A piece of memory that fills from front to back. Not safe for use by several threads at once; who appends holds the
 * lock of the buffer that owns it.
 */
public final class Block {
    private final byte[] bytes;
    private int used;

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

    void clear() {
        used = 0;
    }
}
