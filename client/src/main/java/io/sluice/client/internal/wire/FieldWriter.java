package io.sluice.client.internal.wire;

import java.nio.charset.StandardCharsets;

/**
 * Writes protobuf fields with numbers below 16 into an array. For messages whose size is known before, see {@link
 * Varint}; what is written behind the array's end is an {@link IndexOutOfBoundsException}. Into an array and not into a
 * Netty buffer, which checks its state for every byte: a request has some ten bytes of message for each mutation. Not
 * safe for use by several threads.
 */
final class FieldWriter {
    private final byte[] out;
    private int position;

    /** Writes from the array's start on. */
    FieldWriter(byte[] out) {
        this.out = out;
    }

    /** Bytes written so far. */
    int position() {
        return position;
    }

    /** Writes four bytes, the highest first: no field, but what is before a frame. */
    void int32(int value) {
        out[position++] = (byte) (value >>> 24);
        out[position++] = (byte) (value >>> 16);
        out[position++] = (byte) (value >>> 8);
        out[position++] = (byte) value;
    }

    /** Writes a number without a tag; a negative one is taken as unsigned and has five bytes. */
    void varint(int value) {
        unsigned(value & 0xffffffffL);
    }

    /** Writes a field of type int32, int64, uint32, uint64, bool or enum; a negative number has ten bytes. */
    void number(int field, long value) {
        out[position++] = (byte) (field << 3 | ProtoWriter.VARINT);
        unsigned(value);
    }

    private void unsigned(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out[position++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        out[position++] = (byte) rest;
    }

    /** Writes the tag and length of a field whose bytes follow. */
    void delimiter(int field, int length) {
        out[position++] = (byte) (field << 3 | ProtoWriter.DELIMITED);
        varint(length);
    }

    void bytes(int field, byte[] value) {
        delimiter(field, value.length);
        raw(value, 0, value.length);
    }

    /** Writes a field of type string whose length in UTF-8 is known. */
    void string(int field, String value, int length) {
        delimiter(field, length);
        if (length != value.length()) {
            raw(value.getBytes(StandardCharsets.UTF_8), 0, length);
            return;
        }
        // Without a copy, for each increment has such a name: every char has one byte, so it is ASCII, or half of a
        // pair without the other half, for which Java and Netty write a question mark.
        for (int i = 0; i < length; i++) {
            char each = value.charAt(i);
            out[position++] = (byte) (each < 0x80 ? each : '?');
        }
    }

    /** Writes bytes without tag and length. */
    void raw(byte[] value, int offset, int length) {
        System.arraycopy(value, offset, out, position, length);
        position += length;
    }
}
