package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Writes the protobuf messages of a request from their ends to their starts: the last field first, and the length of a
 * message after its bytes. So no size has to be computed before. The array grows as needed. Not safe for use by several
 * threads.
 *
 * <p>Takes only field numbers below 16, whose tag is one byte. The target is an array, since a Netty buffer checks its state
 * for every byte, and a request has some ten bytes of message for each mutation.
 */
final class ReverseProtoWriter {
    private static final int MAX_VARINT_BYTES = 10;
    private static final int MAX_BYTES = Integer.MAX_VALUE - 64;

    private byte[] out;
    /** Index of the first byte in use; the length of the array if there is none. */
    private int start;

    /** @param out an array with any content; the writer begins at its end */
    ReverseProtoWriter(byte[] out) {
        this.out = out;
        start = out.length;
    }

    /** Bytes written so far. */
    int size() {
        return out.length - start;
    }

    /** Copies what was written. */
    void copyTo(ByteBuf target) {
        target.writeBytes(out, start, size());
    }

    /** The array that the writer was given, or the larger one that replaced it. */
    byte[] array() {
        return out;
    }

    /** Writes the big-endian length before a frame. */
    void int32(int value) {
        makeRoom(Integer.BYTES);
        out[--start] = (byte) value;
        out[--start] = (byte) (value >>> 8);
        out[--start] = (byte) (value >>> 16);
        out[--start] = (byte) (value >>> 24);
    }

    /** Writes a number without a tag; a negative one has ten bytes. */
    void varint(long value) {
        makeRoom(MAX_VARINT_BYTES);
        unsigned(value);
    }

    /** Writes a field of type int32, int64, uint32, uint64, bool or enum; a negative number has ten bytes. */
    void number(int field, long value) {
        makeRoom(MAX_VARINT_BYTES + 1);
        unsigned(value);
        out[--start] = (byte) (field << 3 | ProtoWriter.VARINT);
    }

    /**
     * Makes one field of all bytes written since {@link #size} was {@code sizeBefore}: writes their length and a tag.
     *
     * @param sizeBefore {@link #size()} before the first byte of the field was written
     */
    void delimiter(int field, int sizeBefore) {
        makeRoom(MAX_VARINT_BYTES + 1);
        unsigned(size() - sizeBefore);
        out[--start] = (byte) (field << 3 | ProtoWriter.DELIMITED);
    }

    private void unsigned(long value) {
        if ((value & ~0x7fL) == 0) {
            out[--start] = (byte) value;
            return;
        }
        start -= ProtoWriter.size(value);
        int unused = ProtoWriter.unsigned(value, out, start);
    }

    /** Writes a field of type bytes. */
    void bytes(int field, byte[] value) {
        int before = size();
        raw(value, 0, value.length);
        delimiter(field, before);
    }

    /** Writes a field of type string, as UTF-8. */
    void string(int field, String value) {
        int before = size();
        ascii(value);
        if (size() - before < value.length()) {
            start = out.length - before;
            byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
            raw(utf8, 0, utf8.length);
        }
        delimiter(field, before);
    }

    /** Writes the ASCII characters at the end of a string, without a copy of it: most strings have no others. */
    private void ascii(String value) {
        makeRoom(value.length());
        for (int i = value.length() - 1; i >= 0; i--) {
            char each = value.charAt(i);
            if (each >= 0x80) {
                return;
            }
            out[--start] = (byte) each;
        }
    }

    /** Writes bytes without tag and length. */
    void raw(byte[] value, int offset, int length) {
        makeRoom(length);
        start -= length;
        System.arraycopy(value, offset, out, start, length);
    }

    /** Writes repeated {@code NameBytesPair}s, or the entries of a map, which have the same form. */
    void pairs(int field, Map<String, byte[]> pairs) {
        if (pairs.isEmpty()) {
            return;
        }
        for (Map.Entry<String, byte[]> pair : pairs.entrySet()) {
            int before = size();
            bytes(ProtoWriter.PAIR_VALUE, pair.getValue());
            string(ProtoWriter.PAIR_NAME, pair.getKey());
            delimiter(field, before);
        }
    }

    private void makeRoom(int bytes) {
        if (start < bytes) {
            grow(bytes);
        }
    }

    private void grow(int bytes) {
        int size = size();
        long needed = (long) size + bytes;
        if (needed > MAX_BYTES) {
            throw new IllegalStateException("a request of more than " + MAX_BYTES + " bytes without its cells");
        }
        byte[] larger = new byte[(int) Math.min(MAX_BYTES, Math.max(needed, 2L * out.length))];
        System.arraycopy(out, start, larger, larger.length - size, size);
        out = larger;
        start = larger.length - size;
    }
}
