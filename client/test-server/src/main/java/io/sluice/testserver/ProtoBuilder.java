package io.sluice.testserver;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Builds a protobuf message field by field. */
final class ProtoBuilder {
    private static final int DELIMITED = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    ProtoBuilder number(int field, long value) {
        varint((long) field << 3);
        varint(value);
        return this;
    }

    ProtoBuilder flag(int field, boolean value) {
        return number(field, value ? 1 : 0);
    }

    ProtoBuilder bytes(int field, byte[] value) {
        varint((long) field << 3 | DELIMITED);
        varint(value.length);
        out.writeBytes(value);
        return this;
    }

    ProtoBuilder text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    ProtoBuilder message(int field, ProtoBuilder value) {
        return bytes(field, value.toByteArray());
    }

    /** The length prefix of messages in a frame. */
    ProtoBuilder delimited(byte[] message) {
        varint(message.length);
        out.writeBytes(message);
        return this;
    }

    ProtoBuilder raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    byte[] toByteArray() {
        return out.toByteArray();
    }
}
