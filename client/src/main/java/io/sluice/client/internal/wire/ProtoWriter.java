package io.sluice.client.internal.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes small, rare protobuf messages, field by field in the order of the calls, and makes room as needed. A {@code Multi} is
 * written by a {@link ReverseProtoWriter}. Not safe for use by several threads.
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

    private byte[] out = new byte[INITIAL_BYTES];
    private int position;

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
        unsigned(value.length);
        System.arraycopy(value, 0, out, position, value.length);
        position += value.length;
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

    private void unsigned(long value) {
        position = unsigned(value, out, position);
    }

    /** Writes a number without a tag; returns where the next byte goes. */
    static int unsigned(long value, byte[] target, int offset) {
        int at = offset;
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            target[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        target[at++] = (byte) rest;
        return at;
    }

    /** Bytes of a number; a negative one counts as unsigned and has ten. */
    static int size(long value) {
        // ceil(significant bits / 7) without a division: 9/64 is close enough to 1/7 up to 64 bits.
        return (640 - Long.numberOfLeadingZeros(value | 1) * 9) >>> 6;
    }
}
