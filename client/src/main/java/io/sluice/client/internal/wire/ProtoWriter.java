package io.sluice.client.internal.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Builds a small protobuf message, field by field in the order of the calls. For messages that are written rarely; the
 * hot path writes straight into a buffer, see {@link Varint}. Not safe for use by several threads.
 */
public final class ProtoWriter {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int DELIMITED = 2;
    static final int START_GROUP = 3;
    static final int END_GROUP = 4;
    static final int FIXED32 = 5;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(64);

    /** Writes a field of type int32, int64, uint32, uint64 or enum. */
    public ProtoWriter varint(int field, long value) {
        tag(field, VARINT);
        raw(value);
        return this;
    }

    /** Writes a field of type bool. */
    public ProtoWriter bool(int field, boolean value) {
        return varint(field, value ? 1 : 0);
    }

    /** Writes a field of type bytes; the array is copied. */
    public ProtoWriter bytes(int field, byte[] value) {
        tag(field, DELIMITED);
        raw(value.length);
        out.writeBytes(value);
        return this;
    }

    /** Writes a field of type string, as UTF-8. */
    public ProtoWriter string(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a field that is a message; later changes of {@code value} do not show. */
    public ProtoWriter message(int field, ProtoWriter value) {
        return bytes(field, value.toByteArray());
    }

    /** A copy of what was written so far. */
    public byte[] toByteArray() {
        return out.toByteArray();
    }

    private void tag(int field, int wireType) {
        if (field < 1) {
            throw new IllegalArgumentException("field number " + field + " is not positive");
        }
        raw((long) field << 3 | wireType);
    }

    private void raw(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write(((int) rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
