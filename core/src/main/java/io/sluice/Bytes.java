package io.sluice;

import io.sluice.internal.cell.BigEndian;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Conversions between values and the bytes HBase stores, and operations on byte arrays: the static methods of HBase's
 * class of this name that a writer uses. Numbers are written in network byte order, text as UTF-8.
 */
public final class Bytes {

    /** Bytes of an encoded boolean. */
    public static final int SIZEOF_BOOLEAN = 1;

    /** Bytes of an encoded short. */
    public static final int SIZEOF_SHORT = Short.BYTES;

    /** Bytes of an encoded int. */
    public static final int SIZEOF_INT = Integer.BYTES;

    /** Bytes of an encoded long. */
    public static final int SIZEOF_LONG = Long.BYTES;

    /** Bytes of an encoded float. */
    public static final int SIZEOF_FLOAT = Float.BYTES;

    /** Bytes of an encoded double. */
    public static final int SIZEOF_DOUBLE = Double.BYTES;

    /** The order of rows in HBase: byte by byte, each taken as unsigned, the shorter first. */
    public static final Comparator<byte[]> BYTES_COMPARATOR = Arrays::compareUnsigned;

    private static final char[] HEX_UPPER = "0123456789ABCDEF".toCharArray();
    private static final char[] HEX_LOWER = "0123456789abcdef".toCharArray();

    private Bytes() {}

    /** The length of an array; 0 for null. */
    public static int len(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    /** The text as UTF-8. */
    public static byte[] toBytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Eight bytes. */
    public static byte[] toBytes(long value) {
        byte[] bytes = new byte[SIZEOF_LONG];
        BigEndian.putLong(bytes, 0, value);
        return bytes;
    }

    /** Four bytes. */
    public static byte[] toBytes(int value) {
        byte[] bytes = new byte[SIZEOF_INT];
        BigEndian.putInt(bytes, 0, value);
        return bytes;
    }

    /** Two bytes. */
    public static byte[] toBytes(short value) {
        byte[] bytes = new byte[SIZEOF_SHORT];
        BigEndian.putShort(bytes, 0, value);
        return bytes;
    }

    /** One byte: -1 for true, 0 for false. */
    public static byte[] toBytes(boolean value) {
        return new byte[] {value ? (byte) -1 : 0};
    }

    /** The eight bytes of its IEEE 754 form. */
    public static byte[] toBytes(double value) {
        return toBytes(Double.doubleToRawLongBits(value));
    }

    /** The four bytes of its IEEE 754 form. */
    public static byte[] toBytes(float value) {
        return toBytes(Float.floatToRawIntBits(value));
    }

    /** A copy of what remains in the buffer, whose position stays. */
    public static byte[] toBytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    /** The UTF-8 bytes as text; null for null. */
    public static @Nullable String toString(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    /** A slice of UTF-8 bytes as text. */
    public static String toString(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }

    /**
     * The bytes in readable form: printable ASCII unchanged, all else and the backslash as {@code \xNN}; "null" for
     * null.
     */
    public static String toStringBinary(byte @Nullable [] bytes) {
        return bytes == null ? "null" : toStringBinary(bytes, 0, bytes.length);
    }

    /** A slice of bytes as {@link #toStringBinary(byte[])} prints it. */
    public static String toStringBinary(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        StringBuilder text = new StringBuilder(length);
        for (int i = offset; i < offset + length; i++) {
            byte b = bytes[i];
            if (b >= ' ' && b <= '~' && b != '\\') {
                text.append((char) b);
            } else {
                text.append("\\x").append(HEX_UPPER[(b >> 4) & 0xf]).append(HEX_UPPER[b & 0xf]);
            }
        }
        return text.toString();
    }

    /**
     * The bytes of a text made by {@link #toStringBinary(byte[])}. Only {@code \x} with two digits of 0-9 and A-F
     * stands for a byte; other characters stand for their low 8 bits, and the backslash of a broken {@code \x} is
     * dropped.
     */
    public static byte[] toBytesBinary(String text) {
        byte[] bytes = new byte[text.length()];
        int size = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\' || i + 1 == text.length() || text.charAt(i + 1) != 'x') {
                bytes[size++] = (byte) c;
            } else if (i + 3 < text.length() && isHexUpper(text.charAt(i + 2)) && isHexUpper(text.charAt(i + 3))) {
                bytes[size++] = (byte) Integer.parseInt(text, i + 2, i + 4, 16);
                i += 3;
            }
        }
        return Arrays.copyOf(bytes, size);
    }

    private static boolean isHexUpper(char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
    }

    /** The bytes as pairs of lower-case hexadecimal digits. */
    public static String toHex(byte[] bytes) {
        char[] text = new char[Math.multiplyExact(2, bytes.length)];
        for (int i = 0; i < bytes.length; i++) {
            text[2 * i] = HEX_LOWER[(bytes[i] >> 4) & 0xf];
            text[2 * i + 1] = HEX_LOWER[bytes[i] & 0xf];
        }
        return new String(text);
    }

    /**
     * The long in an array of exactly eight bytes.
     *
     * @throws IllegalArgumentException if it has another length
     */
    public static long toLong(byte[] bytes) {
        requireLength(bytes, SIZEOF_LONG);
        return BigEndian.getLong(bytes, 0);
    }

    /**
     * The long in the eight bytes at {@code offset}.
     *
     * @throws IllegalArgumentException if they do not lie inside the array
     */
    public static long toLong(byte[] bytes, int offset) {
        requireInside(bytes, offset, SIZEOF_LONG);
        return BigEndian.getLong(bytes, offset);
    }

    /**
     * The int in an array of exactly four bytes.
     *
     * @throws IllegalArgumentException if it has another length
     */
    public static int toInt(byte[] bytes) {
        requireLength(bytes, SIZEOF_INT);
        return BigEndian.getInt(bytes, 0);
    }

    /**
     * The int in the four bytes at {@code offset}.
     *
     * @throws IllegalArgumentException if they do not lie inside the array
     */
    public static int toInt(byte[] bytes, int offset) {
        requireInside(bytes, offset, SIZEOF_INT);
        return BigEndian.getInt(bytes, offset);
    }

    /**
     * The short in an array of exactly two bytes.
     *
     * @throws IllegalArgumentException if it has another length
     */
    public static short toShort(byte[] bytes) {
        requireLength(bytes, SIZEOF_SHORT);
        return BigEndian.getShort(bytes, 0);
    }

    /**
     * The short in the two bytes at {@code offset}.
     *
     * @throws IllegalArgumentException if they do not lie inside the array
     */
    public static short toShort(byte[] bytes, int offset) {
        requireInside(bytes, offset, SIZEOF_SHORT);
        return BigEndian.getShort(bytes, offset);
    }

    /**
     * False for a 0 byte, true for any other.
     *
     * @throws IllegalArgumentException if the array does not have exactly one byte
     */
    public static boolean toBoolean(byte[] bytes) {
        requireLength(bytes, SIZEOF_BOOLEAN);
        return bytes[0] != 0;
    }

    /** The double whose IEEE 754 form the array of exactly eight bytes is. */
    public static double toDouble(byte[] bytes) {
        return Double.longBitsToDouble(toLong(bytes));
    }

    /** The float whose IEEE 754 form the array of exactly four bytes is. */
    public static float toFloat(byte[] bytes) {
        return Float.intBitsToFloat(toInt(bytes));
    }

    private static void requireLength(byte[] bytes, int length) {
        if (bytes.length != length) {
            throw new IllegalArgumentException("array has " + bytes.length + " bytes, not " + length);
        }
    }

    private static void requireInside(byte[] bytes, int offset, int length) {
        if (offset < 0 || offset > bytes.length - length) {
            throw new IllegalArgumentException(
                    length + " bytes at offset " + offset + " do not lie inside an array of " + bytes.length);
        }
    }

    /** Compares as {@link #BYTES_COMPARATOR} does. */
    public static int compareTo(byte[] left, byte[] right) {
        return Arrays.compareUnsigned(left, right);
    }

    /**
     * Compares two slices as {@link #BYTES_COMPARATOR} does. In HBase's order of parameters.
     *
     * @throws IndexOutOfBoundsException if a slice does not lie inside its array
     */
    public static int compareTo(
            byte[] left, int leftOffset, int leftLength, byte[] right, int rightOffset, int rightLength) {
        Objects.checkFromIndexSize(leftOffset, leftLength, left.length);
        Objects.checkFromIndexSize(rightOffset, rightLength, right.length);
        return Arrays.compareUnsigned(
                left, leftOffset, leftOffset + leftLength, right, rightOffset, rightOffset + rightLength);
    }

    /** True if both hold the same bytes, or both are null. */
    public static boolean equals(byte @Nullable [] left, byte @Nullable [] right) {
        return Arrays.equals(left, right);
    }

    /**
     * True if both slices hold the same bytes. In HBase's order of parameters.
     *
     * @throws IndexOutOfBoundsException if a slice does not lie inside its array
     */
    public static boolean equals(
            byte[] left, int leftOffset, int leftLength, byte[] right, int rightOffset, int rightLength) {
        Objects.checkFromIndexSize(leftOffset, leftLength, left.length);
        Objects.checkFromIndexSize(rightOffset, rightLength, right.length);
        return Arrays.equals(left, leftOffset, leftOffset + leftLength, right, rightOffset, rightOffset + rightLength);
    }

    /** True if {@code bytes} starts with {@code prefix}; false if one of them is null. */
    public static boolean startsWith(byte @Nullable [] bytes, byte @Nullable [] prefix) {
        return bytes != null
                && prefix != null
                && bytes.length >= prefix.length
                && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** A hash of the bytes, the same as HBase's. */
    public static int hashCode(byte[] bytes) {
        return Arrays.hashCode(bytes);
    }

    /**
     * A hash of a slice, the same as that of an array with the slice's bytes.
     *
     * @throws IndexOutOfBoundsException if the slice does not lie inside the array
     */
    public static int hashCode(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    /** Both arrays in one. */
    public static byte[] add(byte[] first, byte[] second) {
        byte[] sum = Arrays.copyOf(first, Math.addExact(first.length, second.length));
        System.arraycopy(second, 0, sum, first.length, second.length);
        return sum;
    }

    /** All three arrays in one. */
    public static byte[] add(byte[] first, byte[] second, byte[] third) {
        return add(add(first, second), third);
    }

    /** A copy; null for null. */
    public static byte @Nullable [] copy(byte @Nullable [] bytes) {
        return bytes == null ? null : bytes.clone();
    }

    /** A copy of a slice; null for null. */
    public static byte @Nullable [] copy(byte @Nullable [] bytes, int offset, int length) {
        return bytes == null ? null : slice(bytes, offset, length);
    }

    /** A copy of a slice of a non-null array. */
    static byte[] slice(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    /** The first bytes; null if there are fewer. */
    public static byte @Nullable [] head(byte[] bytes, int length) {
        return bytes.length < length ? null : Arrays.copyOf(bytes, length);
    }

    /** The last bytes; null if there are fewer. */
    public static byte @Nullable [] tail(byte[] bytes, int length) {
        return bytes.length < length ? null : Arrays.copyOfRange(bytes, bytes.length - length, bytes.length);
    }

    /** The bytes with {@code length} zeros before them. */
    public static byte[] padHead(byte[] bytes, int length) {
        return add(new byte[length], bytes);
    }

    /** The bytes with {@code length} zeros after them. */
    public static byte[] padTail(byte[] bytes, int length) {
        return Arrays.copyOf(bytes, Math.addExact(bytes.length, length));
    }
}
