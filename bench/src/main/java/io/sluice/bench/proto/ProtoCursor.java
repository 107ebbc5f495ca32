package io.sluice.bench.proto;

import java.nio.ByteBuffer;

/** Reads the fields of protobuf messages in place, without creating objects. For use by one thread. */
public final class ProtoCursor {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH = 2;
    private static final int FIXED32 = 5;
    private static final int WIRE_TYPE_MASK = 7;
    private static final int PAYLOAD_MASK = 0x7F;
    private static final int PAYLOAD_BITS = 7;

    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int position;

    /** Continues at a position of a buffer; the buffer's own position does not matter. */
    public void reset(ByteBuffer source, int start) {
        buffer = source;
        position = start;
    }

    /** The position of the next byte. */
    public int position() {
        return position;
    }

    /** Continues at a position. */
    public void moveTo(int place) {
        position = place;
    }

    /** Reads a number, or a tag. */
    public int varint() {
        byte next = buffer.get(position++);
        if (next >= 0) {
            return next;
        }
        int value = next & PAYLOAD_MASK;
        int shift = PAYLOAD_BITS;
        do {
            next = buffer.get(position++);
            // Only the lower half of 64-bit numbers is needed here.
            value |= shift < Integer.SIZE ? (next & PAYLOAD_MASK) << shift : 0;
            shift += PAYLOAD_BITS;
        } while (next < 0);
        return value;
    }

    /** Skips the value of a field. */
    public void skip(int tag) {
        switch (tag & WIRE_TYPE_MASK) {
            case VARINT -> varint();
            case FIXED64 -> position += Long.BYTES;
            case FIXED32 -> position += Integer.BYTES;
            case LENGTH -> {
                int length = varint();
                position += length;
            }
            default -> throw new IllegalArgumentException("field with tag " + tag + " at " + position);
        }
    }
}
