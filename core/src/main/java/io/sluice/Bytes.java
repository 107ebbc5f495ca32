package io.sluice;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Conversions between values and the bytes HBase stores, and operations on byte arrays: the static methods of HBase's
 * class of this name that a writer uses. Numbers are written in network byte order, text as UTF-8.
 */
public final class Bytes {

    /** Bytes of a byte. */
    public static final int SIZEOF_BYTE = Byte.BYTES;

    /** Bytes of an encoded char. */
    public static final int SIZEOF_CHAR = Character.BYTES;

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

    // One access to memory each, where shifts would take one for each byte.
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final HexFormat UPPER_CASE = HexFormat.of().withUpperCase();

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
        putLong(bytes, 0, value);
        return bytes;
    }

    /** Four bytes. */
    public static byte[] toBytes(int value) {
        byte[] bytes = new byte[SIZEOF_INT];
        putInt(bytes, 0, value);
        return bytes;
    }

    /** Two bytes. */
    public static byte[] toBytes(short value) {
        byte[] bytes = new byte[SIZEOF_SHORT];
        putShort(bytes, 0, value);
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

    /** A copy of what remains in the buffer, as {@link #toBytes(ByteBuffer)}. */
    public static byte[] getBytes(ByteBuffer buffer) {
        return toBytes(buffer);
    }

    /** The scale in four bytes, then the unscaled value. */
    public static byte[] toBytes(BigDecimal value) {
        return add(toBytes(value.scale()), value.unscaledValue().toByteArray());
    }

    /** The number that {@link #toBytes(BigDecimal)} has written; null if there are less than five bytes. */
    public static @Nullable BigDecimal toBigDecimal(byte[] bytes) {
        return toBigDecimal(bytes, 0, bytes.length);
    }

    /** The number in a slice; null if that has less than five bytes, or does not lie inside the array. */
    public static @Nullable BigDecimal toBigDecimal(byte @Nullable [] bytes, int offset, int length) {
        if (bytes == null || length < SIZEOF_INT + 1 || offset + length > bytes.length) {
            return null;
        }
        BigInteger unscaled = new BigInteger(bytes, offset + SIZEOF_INT, length - SIZEOF_INT);
        return new BigDecimal(unscaled, toInt(bytes, offset));
    }

    /** Each text as UTF-8. */
    public static byte[][] toByteArrays(String[] texts) {
        return Arrays.stream(texts).map(Bytes::toBytes).toArray(byte[][]::new);
    }

    /** The text as UTF-8, as the only array of an array. */
    public static byte[][] toByteArrays(String text) {
        return new byte[][] {toBytes(text)};
    }

    /** An array of this array. */
    public static byte[][] toByteArrays(byte[] bytes) {
        return new byte[][] {bytes};
    }

    /** Each text by {@link #toBytesBinary}. */
    public static byte[][] toBinaryByteArrays(String[] texts) {
        return Arrays.stream(texts).map(Bytes::toBytesBinary).toArray(byte[][]::new);
    }

    /** Each text as UTF-8; nothing for null. */
    public static List<byte[]> getUtf8ByteArrays(@Nullable List<String> texts) {
        return texts == null ? List.of() : texts.stream().map(Bytes::toBytes).toList();
    }

    /** The list as an array. */
    public static byte[][] toArray(List<byte[]> list) {
        return list.toArray(byte[][]::new);
    }

    /**
     * Writes eight bytes.
     *
     * @return the offset behind them
     * @throws IllegalArgumentException if they do not lie inside the array
     */
    public static int putLong(byte[] bytes, int offset, long value) {
        requireInside(bytes, offset, SIZEOF_LONG);
        LONG.set(bytes, offset, value);
        return offset + SIZEOF_LONG;
    }

    /** Writes four bytes as {@link #putLong} does. */
    public static int putInt(byte[] bytes, int offset, int value) {
        requireInside(bytes, offset, SIZEOF_INT);
        INT.set(bytes, offset, value);
        return offset + SIZEOF_INT;
    }

    /** Writes two bytes as {@link #putLong} does. */
    public static int putShort(byte[] bytes, int offset, short value) {
        requireInside(bytes, offset, SIZEOF_SHORT);
        SHORT.set(bytes, offset, value);
        return offset + SIZEOF_SHORT;
    }

    /** Writes the low two bytes of a number as {@link #putShort} does. */
    public static int putAsShort(byte[] bytes, int offset, int value) {
        return putShort(bytes, offset, (short) value);
    }

    /** Writes the four bytes of its IEEE 754 form as {@link #putInt} does. */
    public static int putFloat(byte[] bytes, int offset, float value) {
        return putInt(bytes, offset, Float.floatToRawIntBits(value));
    }

    /** Writes the eight bytes of its IEEE 754 form as {@link #putLong} does; every NaN as the same one, as HBase does here. */
    public static int putDouble(byte[] bytes, int offset, double value) {
        return putLong(bytes, offset, Double.doubleToLongBits(value));
    }

    /** Writes one byte and returns the offset behind it. */
    public static int putByte(byte[] bytes, int offset, byte value) {
        bytes[offset] = value;
        return offset + 1;
    }

    /** Copies a slice of another array and returns the offset behind it. */
    public static int putBytes(byte[] target, int targetOffset, byte[] source, int sourceOffset, int length) {
        System.arraycopy(source, sourceOffset, target, targetOffset, length);
        return targetOffset + length;
    }

    /** Copies what remains in the buffer, moves its position to the end, and returns the offset behind it. */
    public static int putByteBuffer(byte[] bytes, int offset, ByteBuffer buffer) {
        int length = buffer.remaining();
        buffer.get(bytes, offset, length);
        return offset + length;
    }

    /** The UTF-8 bytes as text; null for null. */
    public static @Nullable String toString(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    /** A slice of UTF-8 bytes as text. */
    public static String toString(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }

    /** UTF-8 bytes from an offset to the end as text; null for null. */
    public static @Nullable String toString(byte @Nullable [] bytes, int offset) {
        if (bytes == null) {
            return null;
        }
        return offset >= bytes.length ? "" : toString(bytes, offset, bytes.length - offset);
    }

    /** Two pieces of UTF-8 as text, with a separator between them. */
    public static String toString(byte[] first, String separator, byte[] second) {
        return toString(first, 0, first.length) + separator + toString(second, 0, second.length);
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
                UPPER_CASE.toHexDigits(text.append("\\x"), b);
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
        return toHex(bytes, 0, bytes.length);
    }

    /** A slice of bytes as pairs of lower-case hexadecimal digits. */
    public static String toHex(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return HexFormat.of().formatHex(bytes, offset, offset + length);
    }

    /**
     * The bytes of pairs of hexadecimal digits, of either case.
     *
     * @throws IllegalArgumentException if it is of odd length, or something else is in it
     */
    public static byte[] fromHex(String text) {
        return HexFormat.of().parseHex(text);
    }

    /** The value of one hexadecimal digit, 0-9 or A-F; what another character gives is of no use. */
    public static byte toBinaryFromHex(byte digit) {
        return (byte) (digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : digit - '0');
    }

    /**
     * The long in an array of exactly eight bytes.
     *
     * @throws IllegalArgumentException if it has another length
     */
    public static long toLong(byte[] bytes) {
        return toLong(bytes, 0, bytes.length);
    }

    /**
     * The long in the eight bytes at {@code offset}.
     *
     * @throws IllegalArgumentException if they do not lie inside the array
     */
    public static long toLong(byte[] bytes, int offset) {
        requireInside(bytes, offset, SIZEOF_LONG);
        return (long) LONG.get(bytes, offset);
    }

    /**
     * The long in a slice of exactly eight bytes.
     *
     * @throws IllegalArgumentException if it has another length, or does not lie inside the array
     */
    public static long toLong(byte[] bytes, int offset, int length) {
        requireSize(length, SIZEOF_LONG);
        return toLong(bytes, offset);
    }

    /** The int in a slice of exactly four bytes, as {@link #toLong(byte[], int, int)}. */
    public static int toInt(byte[] bytes, int offset, int length) {
        requireSize(length, SIZEOF_INT);
        return toInt(bytes, offset);
    }

    /** The short in a slice of exactly two bytes, as {@link #toLong(byte[], int, int)}. */
    public static short toShort(byte[] bytes, int offset, int length) {
        requireSize(length, SIZEOF_SHORT);
        return toShort(bytes, offset);
    }

    /** The int in an array of exactly four bytes, as {@link #toLong(byte[])}. */
    public static int toInt(byte[] bytes) {
        return toInt(bytes, 0, bytes.length);
    }

    /** The int in the four bytes at {@code offset}, as {@link #toLong(byte[], int)}. */
    public static int toInt(byte[] bytes, int offset) {
        requireInside(bytes, offset, SIZEOF_INT);
        return (int) INT.get(bytes, offset);
    }

    /** The short in an array of exactly two bytes, as {@link #toLong(byte[])}. */
    public static short toShort(byte[] bytes) {
        return toShort(bytes, 0, bytes.length);
    }

    /** The short in the two bytes at {@code offset}, as {@link #toLong(byte[], int)}. */
    public static short toShort(byte[] bytes, int offset) {
        requireInside(bytes, offset, SIZEOF_SHORT);
        return (short) SHORT.get(bytes, offset);
    }

    /**
     * False for a 0 byte, true for any other.
     *
     * @throws IllegalArgumentException if the array does not have exactly one byte
     */
    public static boolean toBoolean(byte[] bytes) {
        requireSize(bytes.length, SIZEOF_BOOLEAN);
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

    /** The double whose IEEE 754 form the eight bytes at {@code offset} are. */
    public static double toDouble(byte[] bytes, int offset) {
        return Double.longBitsToDouble(toLong(bytes, offset));
    }

    /** The float whose IEEE 754 form the four bytes at {@code offset} are. */
    public static float toFloat(byte[] bytes, int offset) {
        return Float.intBitsToFloat(toInt(bytes, offset));
    }

    private static void requireSize(int size, int length) {
        if (size != length) {
            throw new IllegalArgumentException("array has " + size + " bytes, not " + length);
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

    /** True if both slices hold the same bytes. Parameters and errors are those of {@code compareTo}. */
    public static boolean equals(
            byte[] left, int leftOffset, int leftLength, byte[] right, int rightOffset, int rightLength) {
        Objects.checkFromIndexSize(leftOffset, leftLength, left.length);
        Objects.checkFromIndexSize(rightOffset, rightLength, right.length);
        return Arrays.equals(left, leftOffset, leftOffset + leftLength, right, rightOffset, rightOffset + rightLength);
    }

    /** True if the array holds what remains in the buffer, or both are null. The buffer's position stays. */
    public static boolean equals(byte @Nullable [] left, @Nullable ByteBuffer right) {
        return left == null || right == null
                ? left == null && right == null
                : ByteBuffer.wrap(left).equals(right);
    }

    /** True if both lists hold the same arrays in the same order, or both are null. */
    public static boolean equals(@Nullable List<byte[]> left, @Nullable List<byte[]> right) {
        return left == null || right == null
                ? left == null && right == null
                : Arrays.deepEquals(toArray(left), toArray(right));
    }

    /** True if no array is less than the one before it, as {@link #BYTES_COMPARATOR} says. */
    public static boolean isSorted(@Nullable Collection<byte[]> arrays) {
        byte[] last = new byte[0];
        for (byte[] next : arrays == null ? List.<byte[]>of() : arrays) {
            if (compareTo(last, next) > 0) {
                return false;
            }
            last = next;
        }
        return true;
    }

    /** The place of the first such byte; -1 if there is none. */
    public static int indexOf(byte[] bytes, byte wanted) {
        return indexOf(bytes, new byte[] {wanted});
    }

    /** The place where the wanted bytes begin first; -1 if they are not there. */
    public static int indexOf(byte[] bytes, byte[] wanted) {
        for (int i = 0; i <= bytes.length - wanted.length; i++) {
            if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether such a byte is there. */
    public static boolean contains(byte[] bytes, byte wanted) {
        return indexOf(bytes, wanted) >= 0;
    }

    /** Whether the wanted bytes are there, one behind the other. */
    public static boolean contains(byte[] bytes, byte[] wanted) {
        return indexOf(bytes, wanted) >= 0;
    }

    /**
     * Looks for a slice in sorted arrays.
     *
     * @return its place; if it is not there, {@code -1 - p} with the place {@code p} where it would be
     */
    public static int binarySearch(byte[][] sorted, byte[] key, int offset, int length) {
        return Arrays.binarySearch(sorted, slice(key, offset, length), BYTES_COMPARATOR);
    }

    /** How many bytes two slices have in common at their beginnings. Mind the order of the parameters, which is HBase's. */
    public static int findCommonPrefix(
            byte[] left, byte[] right, int leftLength, int rightLength, int leftOffset, int rightOffset) {
        int different = Arrays.mismatch(
                left, leftOffset, leftOffset + leftLength, right, rightOffset, rightOffset + rightLength);
        return different < 0 ? leftLength : different;
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

    /** A hash of the first bytes. */
    public static int hashCode(byte[] bytes, int length) {
        return hashCode(bytes, 0, length);
    }

    /** A hash of the bytes as an object, for maps. */
    public static Integer mapKey(byte[] bytes) {
        return hashCode(bytes);
    }

    /** A hash of the first bytes as an object, for maps. */
    public static Integer mapKey(byte[] bytes, int length) {
        return hashCode(bytes, length);
    }

    /** Both arrays in one. */
    public static byte[] add(byte[] first, byte[] second) {
        return add(new byte[][] {first, second});
    }

    /** All three arrays in one. */
    public static byte[] add(byte[] first, byte[] second, byte[] third) {
        return add(new byte[][] {first, second, third});
    }

    /** All arrays in one. */
    public static byte[] add(byte[][] arrays) {
        byte[] sum =
                new byte[Arrays.stream(arrays).mapToInt(array -> array.length).reduce(0, Math::addExact)];
        int offset = 0;
        for (byte[] array : arrays) {
            offset = putBytes(sum, offset, array, 0, array.length);
        }
        return sum;
    }

    /** The bytes so many times; none if that is not positive. */
    public static byte[] multiple(byte[] bytes, int times) {
        byte[][] copies = new byte[Math.max(0, times)][];
        Arrays.fill(copies, bytes);
        return add(copies);
    }

    /** Sets all bytes to 0. */
    public static void zero(byte[] bytes) {
        Arrays.fill(bytes, (byte) 0);
    }

    /** Sets a slice to 0. */
    public static void zero(byte[] bytes, int offset, int length) {
        Arrays.fill(bytes, offset, offset + length, (byte) 0);
    }

    /** So many bytes of 0xff, behind which no row of that length comes. */
    public static byte[] createMaxByteArray(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 0xff);
        return bytes;
    }

    /**
     * Adds to the number in one to eight bytes, of two's complement.
     *
     * @return the sum in eight bytes: the same array if it has eight, as in HBase
     * @throws IllegalArgumentException if there are none, or more than eight
     */
    public static byte[] incrementBytes(byte[] value, long amount) {
        if (value.length == 0 || value.length > SIZEOF_LONG) {
            throw new IllegalArgumentException("a number of " + value.length + " bytes, not of 1 to " + SIZEOF_LONG);
        }
        byte[] sum = value.length == SIZEOF_LONG ? value : new byte[SIZEOF_LONG];
        putLong(sum, 0, new BigInteger(value).longValue() + amount);
        return sum;
    }

    /** A copy, taken for an unsigned number and increased by one; one byte longer if it had nothing but 0xff. */
    public static byte[] unsignedCopyAndIncrement(byte[] bytes) {
        byte[] next = bytes.clone();
        for (int i = next.length - 1; i >= 0; i--) {
            if (++next[i] != 0) {
                return next;
            }
        }
        return add(new byte[] {1}, next);
    }

    /**
     * Keys that split a range evenly, as {@link #split(byte[], byte[], boolean, int)} with the end left out.
     *
     * @param splits how many keys between the two; positive
     */
    public static byte[][] split(byte[] start, byte[] stop, int splits) {
        return split(start, stop, false, splits);
    }

    /**
     * Keys that split a range evenly: the start, as many keys as wanted between, the stop.
     *
     * @param inclusive whether the stop itself belongs to the range
     * @param splits how many keys between the two; positive
     * @throws IllegalArgumentException if the stop is not behind the start, or {@code splits} not positive
     */
    public static byte[][] split(byte[] start, byte[] stop, boolean inclusive, int splits) {
        int length = Math.max(start.length, stop.length);
        byte[] from = Arrays.copyOf(start, length);
        byte[] to = Arrays.copyOf(stop, length);
        if (compareTo(from, to) >= 0) {
            throw new IllegalArgumentException(
                    toStringBinary(stop) + " is not behind " + toStringBinary(start) + ": there is nothing to split");
        }
        if (splits <= 0) {
            throw new IllegalArgumentException("splits must be positive, not " + splits);
        }
        BigInteger parts = BigInteger.valueOf(splits + 1L);
        BigInteger width = width(from, to, inclusive);
        boolean isWide = width.compareTo(parts) >= 0;
        while (width.compareTo(parts) < 0) {
            from = padTail(from, 1);
            to = padTail(to, 1);
            width = width(from, to, inclusive);
        }
        byte[][] keys = new byte[splits + 2][];
        // Of a range too narrow for so many keys HBase gives the ends with the zeros that make it wide enough, too.
        keys[0] = isWide ? start : from;
        keys[splits + 1] = isWide ? stop : to;
        BigInteger first = new BigInteger(1, from);
        BigInteger step = width.divide(parts);
        for (int i = 1; i <= splits; i++) {
            keys[i] = unsigned(first.add(step.multiply(BigInteger.valueOf(i))), from.length);
        }
        return keys;
    }

    private static BigInteger width(byte[] from, byte[] to, boolean inclusive) {
        BigInteger width = new BigInteger(1, to).subtract(new BigInteger(1, from));
        return inclusive ? width.add(BigInteger.ONE) : width;
    }

    /** A number in exactly so many bytes, which it fits in. */
    private static byte[] unsigned(BigInteger value, int length) {
        byte[] signed = value.toByteArray();
        int excess = signed.length - length;
        return excess >= 0 ? Arrays.copyOfRange(signed, excess, signed.length) : padHead(signed, -excess);
    }

    /** {@link #split(byte[], byte[], int)} to walk over. */
    public static Iterable<byte[]> iterateOnSplits(byte[] start, byte[] stop, int splits) {
        return List.of(split(start, stop, splits));
    }

    /** {@link #split(byte[], byte[], boolean, int)} to walk over. */
    public static Iterable<byte[]> iterateOnSplits(byte[] start, byte[] stop, boolean inclusive, int splits) {
        return List.of(split(start, stop, inclusive, splits));
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
