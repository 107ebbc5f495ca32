package io.sluice.bench.nullserver;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A reusable, growing array of bytes. For use by one thread. */
final class ByteArrayBuilder {
    private static final int START_BYTES = 1 << 16;
    private static final int MAX_VARINT_BYTES = 5;
    private static final int PAYLOAD_BITS = 7;
    private static final int MORE = 0x80;

    private byte[] bytes = new byte[START_BYTES];
    private int length;

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    void put(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    void putVarint(int value) {
        reserve(MAX_VARINT_BYTES);
        int rest = value;
        while (rest >>> PAYLOAD_BITS != 0) {
            bytes[length++] = (byte) (rest | MORE);
            rest >>>= PAYLOAD_BITS;
        }
        bytes[length++] = (byte) rest;
    }

    void put(ByteArrayBuilder other) {
        reserve(other.length);
        System.arraycopy(other.bytes, 0, bytes, length, other.length);
        length += other.length;
    }

    void put(byte[] other) {
        reserve(other.length);
        System.arraycopy(other, 0, bytes, length, other.length);
        length += other.length;
    }

    void copyTo(ByteBuffer target) {
        target.put(bytes, 0, length);
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    static int varintBytes(int value) {
        int size = 1;
        for (int rest = value >>> PAYLOAD_BITS; rest != 0; rest >>>= PAYLOAD_BITS) {
            size++;
        }
        return size;
    }
}
