package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Writes protobuf messages, field by field in the order of the calls. Not safe for use by several threads.
 *
 * <p>The methods that return the writer make room as needed; they are for small, rare messages. The others write into an array
 * that the caller has measured by the sizes below, fail with an {@link IndexOutOfBoundsException} at its end, and take only
 * field numbers below 16, whose tag is one byte. The target is an array, since a Netty buffer checks its state for every
 * byte, and a request has some ten bytes of message for each mutation.
 */
public final class ProtoWriter {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int DELIMITED = 2;
    static final int START_GROUP = 3;
    static final int END_GROUP = 4;
    static final int FIXED32 = 5;

    // HBase.proto, NameBytesPair
    static final int PAIR_NAME = 1;
    static final int PAIR_VALUE = 2;

    private static final int INITIAL_BYTES = 64;

    private byte[] out;
    private int position;

    /** Writes a message of unknown size. */
    public ProtoWriter() {
        this(new byte[INITIAL_BYTES]);
    }

    /** Writes from the start of the array. */
    ProtoWriter(byte[] out) {
        this.out = out;
    }

    // ---- messages of unknown size ----

    /** Writes a field of type int32, int64, uint32, uint64 or enum; a negative number has ten bytes. */
    public ProtoWriter varint(int field, long value) {
        begin(field, VARINT, size(value));
        unsigned(value);
        return this;
    }

    /** Writes a field of type bool. */
    public ProtoWriter bool(int field, boolean value) {
        return varint(field, value ? 1 : 0);
    }

    /** Writes a field of type bytes; the array is copied. */
    public ProtoWriter bytes(int field, byte[] value) {
        begin(field, DELIMITED, Math.addExact(size(value.length), value.length));
        varint(value.length);
        raw(value, 0, value.length);
        return this;
    }

    /** Writes a field of type string, as UTF-8. */
    public ProtoWriter string(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a field that is a message, a copy. */
    public ProtoWriter message(int field, ProtoWriter value) {
        return bytes(field, value.toByteArray());
    }

    /** A copy of what was written so far. */
    public byte[] toByteArray() {
        return Arrays.copyOf(out, position);
    }

    /** Makes room for a field with this number of bytes after its tag, and writes the tag. */
    private void begin(int field, int wireType, int bytes) {
        if (field < 1) {
            throw new IllegalArgumentException("field number " + field + " is not positive");
        }
        long tag = (long) field << 3 | wireType;
        int end = Math.addExact(position, Math.addExact(size(tag), bytes));
        if (end > out.length) {
            out = Arrays.copyOf(out, Math.max(end, (int) Math.min(Integer.MAX_VALUE - 8, 2L * out.length)));
        }
        unsigned(tag);
    }

    // ---- messages that were measured before ----

    /** Bytes of a number; a negative one counts as unsigned and has five. */
    static int size(int value) {
        // ceil(significant bits / 7) without a division: 9/64 is close enough to 1/7 up to 64 bits.
        return (352 - Integer.numberOfLeadingZeros(value | 1) * 9) >>> 6;
    }

    /** Bytes of a number; a negative one counts as unsigned and has ten. */
    static int size(long value) {
        return (640 - Long.numberOfLeadingZeros(value | 1) * 9) >>> 6;
    }

    /** Bytes of a field that holds a number. */
    static int fieldSize(long value) {
        return 1 + size(value);
    }

    /** Bytes of a field that holds {@code length} bytes. */
    static int delimitedSize(int length) {
        return 1 + size(length) + length;
    }

    /** Bytes written so far. */
    int position() {
        return position;
    }

    /** Writes the big-endian length before a frame. */
    void int32(int value) {
        out[position++] = (byte) (value >>> 24);
        out[position++] = (byte) (value >>> 16);
        out[position++] = (byte) (value >>> 8);
        out[position++] = (byte) value;
    }

    /** Writes a number without a tag; a negative one counts as unsigned and has five bytes. */
    void varint(int value) {
        unsigned(value & 0xffffffffL);
    }

    /** Writes a field of type int32, int64, uint32, uint64, bool or enum; a negative number has ten bytes. */
    void number(int field, long value) {
        out[position++] = (byte) (field << 3 | VARINT);
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
        out[position++] = (byte) (field << 3 | DELIMITED);
        varint(length);
    }

    /** Writes a field of type string whose length in UTF-8 is known. */
    void string(int field, String value, int length) {
        delimiter(field, length);
        if (length != value.length()) {
            raw(value.getBytes(StandardCharsets.UTF_8), 0, length);
            return;
        }
        // Without a copy, since each increment has such a name. Every char takes one byte, so it is ASCII, or half of a
        // surrogate pair, for which Java and Netty write a question mark.
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

    // ---- repeated NameBytesPairs, which have the form of a map's entries ----

    /** Bytes of all pairs as fields of a message. */
    static long pairsSize(Map<String, byte[]> pairs) {
        if (pairs.isEmpty()) {
            return 0;
        }
        long size = 0;
        for (Map.Entry<String, byte[]> pair : pairs.entrySet()) {
            size += delimitedSize(pairSize(ByteBufUtil.utf8Bytes(pair.getKey()), pair.getValue()));
        }
        return size;
    }

    void pairs(int field, Map<String, byte[]> pairs) {
        if (pairs.isEmpty()) {
            return;
        }
        for (Map.Entry<String, byte[]> pair : pairs.entrySet()) {
            pair(field, pair.getKey(), pair.getValue());
        }
    }

    void pair(int field, String name, byte[] value) {
        int nameLength = ByteBufUtil.utf8Bytes(name);
        delimiter(field, pairSize(nameLength, value));
        string(PAIR_NAME, name, nameLength);
        bytes(PAIR_VALUE, value);
    }

    private static int pairSize(int nameLength, byte[] value) {
        return Math.addExact(delimitedSize(nameLength), delimitedSize(value.length));
    }
}
