package io.sluice.client.internal.wire;

/** Sizes of protobuf fields, for messages that are measured before a {@link FieldWriter} writes them. */
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

    /** Bytes of a field with a number that may be large; the field number is below 16, so its tag is one byte. */
    static int fieldSize(long value) {
        return 1 + size(value);
    }

    /** Bytes of a field that holds {@code length} bytes; the field number is below 16. */
    static int delimitedSize(int length) {
        return 1 + size(length) + length;
    }
}
