package io.sluice.bench.proto;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A reusable, growing array of bytes. For use by one thread. */
public final class ByteArrayBuilder {
    private static final int START_BYTES = 1 << 10;
    private static final int MAX_VARINT_BYTES = 5;
    private static final int PAYLOAD_BITS = 7;
    private static final int MORE = 0x80;

    private byte[] bytes = new byte[START_BYTES];
    private int length;

    /** Removes all bytes. */
    public void clear() {
        length = 0;
    }

    /** The number of bytes. */
    public int length() {
        return length;
    }

    /** Adds the lowest byte of a number. */
    public void put(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    /** Adds a number as protobuf encodes it; negative ones are unsigned. */
    public void putVarint(int value) {
        reserve(MAX_VARINT_BYTES);
        int rest = value;
        while (rest >>> PAYLOAD_BITS != 0) {
            bytes[length++] = (byte) (rest | MORE);
            rest >>>= PAYLOAD_BITS;
        }
        bytes[length++] = (byte) rest;
    }

    /** Adds the bytes of another. */
    public void put(ByteArrayBuilder other) {
        reserve(other.length);
        System.arraycopy(other.bytes, 0, bytes, length, other.length);
        length += other.length;
    }

    /** Adds bytes. */
    public void put(byte[] other) {
        reserve(other.length);
        System.arraycopy(other, 0, bytes, length, other.length);
        length += other.length;
    }

    /** Writes all bytes to a buffer. */
    public void copyTo(ByteBuffer target) {
        target.put(bytes, 0, length);
    }

    /** A view of the bytes, until the next change. */
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes, 0, length);
    }

    /** A copy of the bytes. */
    public byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    /** The size of a number as {@link #putVarint} encodes it. */
    public static int varintBytes(int value) {
        int size = 1;
        for (int rest = value >>> PAYLOAD_BITS; rest != 0; rest >>>= PAYLOAD_BITS) {
            size++;
        }
        return size;
    }
}
