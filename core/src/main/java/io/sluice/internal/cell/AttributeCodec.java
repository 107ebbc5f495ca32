package io.sluice.internal.cell;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The attributes of a mutation in the bytes for a region server: field 5 of {@code MutationProto} (Client.proto), repeated,
 * each a {@code NameBytesPair} (HBase.proto):
 *
 * <pre>
 * 0x2a | varint length of the pair | 0x0a | varint length | name in UTF-8 | 0x12 | varint length | value
 * </pre>
 *
 * <p>Pure functions.
 */
public final class AttributeCodec {
    private static final int DELIMITED = 2;
    private static final byte ATTRIBUTE = 5 << 3 | DELIMITED;
    private static final byte NAME = 1 << 3 | DELIMITED;
    private static final byte VALUE = 2 << 3 | DELIMITED;

    private AttributeCodec() {}

    /**
     * Bytes of all of them; 0 for none.
     *
     * @throws IllegalArgumentException if they are more than {@link CellEncoder#MAX_ENCODED_BYTES}
     */
    public static int encodedSize(Map<String, byte[]> attributes) {
        if (attributes.isEmpty()) {
            return 0;
        }
        long size = 0;
        for (Map.Entry<String, byte[]> attribute : attributes.entrySet()) {
            size += fieldSize(pairSize(utf8Length(attribute.getKey()), attribute.getValue().length));
        }
        if (size > CellEncoder.MAX_ENCODED_BYTES) {
            throw new IllegalArgumentException(
                    "attributes of " + size + " bytes; at most " + CellEncoder.MAX_ENCODED_BYTES + " are possible");
        }
        return (int) size;
    }

    /**
     * Writes all of them.
     *
     * @param length what {@link #encodedSize} returned when room was made for them
     * @throws IllegalStateException if they have another length now; nothing was written
     */
    public static void encode(Map<String, byte[]> attributes, byte[] target, int offset, int length) {
        int now = encodedSize(attributes);
        if (now != length) {
            throw new IllegalStateException("attributes of " + now + " bytes where " + length + " are reserved");
        }
        int at = offset;
        for (Map.Entry<String, byte[]> attribute : attributes.entrySet()) {
            String name = attribute.getKey();
            byte[] value = attribute.getValue();
            int nameLength = utf8Length(name);
            at = writeDelimiter(target, at, ATTRIBUTE, (int) pairSize(nameLength, value.length));
            at = writeDelimiter(target, at, NAME, nameLength);
            at = writeUtf8(target, at, name, nameLength);
            at = writeDelimiter(target, at, VALUE, value.length);
            System.arraycopy(value, 0, target, at, value.length);
            at += value.length;
        }
    }

    /** Reads what {@link #encode} wrote; each value is a new array. */
    public static void decode(byte[] bytes, int offset, int length, BiConsumer<String, byte[]> attributes) {
        Reader reader = new Reader(bytes, offset);
        while (reader.at < offset + length) {
            int unused = reader.delimiter();
            String name = new String(reader.bytes(), StandardCharsets.UTF_8);
            attributes.accept(name, reader.bytes());
        }
    }

    private static long pairSize(int nameLength, int valueLength) {
        return fieldSize(nameLength) + fieldSize(valueLength);
    }

    /** Bytes of a field with a tag of one byte, a length, and this many bytes. */
    private static long fieldSize(long length) {
        return 1 + varintSize(length) + length;
    }

    private static int varintSize(long value) {
        int size = 1;
        for (long rest = value >>> 7; rest != 0; rest >>>= 7) {
            size++;
        }
        return size;
    }

    private static int writeDelimiter(byte[] target, int offset, byte tag, int length) {
        int at = offset;
        target[at++] = tag;
        int rest = length;
        while (rest > 0x7f) {
            target[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        target[at++] = (byte) rest;
        return at;
    }

    // Names are ASCII, so these two make no copy of them, except for the few that are not.

    private static int utf8Length(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) >= 0x80) {
                return name.getBytes(StandardCharsets.UTF_8).length;
            }
        }
        return name.length();
    }

    /**
     * @param length {@link #utf8Length}: that of the string only if each character takes one byte, so it is ASCII, or half of
     *     a surrogate pair, for which Java writes a question mark
     */
    private static int writeUtf8(byte[] target, int offset, String name, int length) {
        if (length == name.length()) {
            for (int i = 0; i < length; i++) {
                char each = name.charAt(i);
                target[offset + i] = (byte) (each < 0x80 ? each : '?');
            }
        } else {
            System.arraycopy(name.getBytes(StandardCharsets.UTF_8), 0, target, offset, length);
        }
        return offset + length;
    }

    private static final class Reader {
        private final byte[] bytes;
        private int at;

        Reader(byte[] bytes, int at) {
            this.bytes = bytes;
            this.at = at;
        }

        /** Skips a tag and returns the length behind it. */
        int delimiter() {
            at++;
            int length = 0;
            int shift = 0;
            while (bytes[at] < 0) {
                length |= (bytes[at++] & 0x7f) << shift;
                shift += 7;
            }
            return length | bytes[at++] << shift;
        }

        byte[] bytes() {
            int length = delimiter();
            byte[] copy = new byte[length];
            System.arraycopy(bytes, at, copy, 0, length);
            at += length;
            return copy;
        }
    }
}
