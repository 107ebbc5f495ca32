package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;

/** Sizes and bytes of protobuf fields for messages that are written straight into a buffer of their exact size. */
final class Varint {
    private Varint() {}

    /** Bytes of a number; a negative one is taken as unsigned and has five. */
    static int size(int value) {
        // ceil(significant bits / 7) without a division: 9/64 is near enough to 1/7 up to 64 bits.
        return (352 - Integer.numberOfLeadingZeros(value | 1) * 9) >>> 6;
    }

    /** Bytes of a number; a negative one is taken as unsigned and has ten. */
    static int size(long value) {
        return (640 - Long.numberOfLeadingZeros(value | 1) * 9) >>> 6;
    }

    static void write(ByteBuf out, int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            out.writeByte((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.writeByte(rest);
    }

    static void write(ByteBuf out, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.writeByte(((int) rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.writeByte((int) rest);
    }

    /** Bytes of a field with a number that may be large; the field number is below 16, so its tag is one byte. */
    static int fieldSize(long value) {
        return 1 + size(value);
    }

    /** Bytes of a field that holds {@code length} bytes; the field number is below 16. */
    static int delimitedSize(int length) {
        return 1 + size(length) + length;
    }

    static void writeField(ByteBuf out, int field, long value) {
        out.writeByte(field << 3 | ProtoWriter.VARINT);
        write(out, value);
    }

    /** Writes the tag and length of a field whose bytes follow. */
    static void writeDelimiter(ByteBuf out, int field, int length) {
        out.writeByte(field << 3 | ProtoWriter.DELIMITED);
        write(out, length);
    }

    static void writeBytes(ByteBuf out, int field, byte[] value) {
        writeDelimiter(out, field, value.length);
        out.writeBytes(value);
    }
}
