package io.sluice.internal.cell;

import io.sluice.Bytes;
import java.nio.ByteBuffer;

/**
 * Writes one cell in the layout of HBase's {@code KeyValueCodec}:
 *
 * <pre>
 * int32 kvLen = 8 + keyLen + valLen
 * int32 keyLen = 2 + rowLen + 1 + famLen + qualLen + 8 + 1 | int32 valLen
 * int16 rowLen | row | int8 famLen | family | qualifier | int64 timestamp | int8 type | value
 * </pre>
 *
 * <p>Pure functions. The {@code write...} methods write the parts in the order of the layout, and each returns where the next
 * part goes; they are separate so that the parts can come from arrays or buffers without an object for each cell.
 */
public final class CellEncoder {

    /** Bytes of the length before each cell, which does not count itself. */
    public static final int PREFIX_BYTES = 4;

    /** Longest row: its length is written as a signed 16 bit number. */
    public static final int MAX_ROW_LENGTH = Short.MAX_VALUE;

    /** Longest family name: its length is written as a signed 8 bit number. */
    public static final int MAX_FAMILY_LENGTH = Byte.MAX_VALUE;

    /** Longest array that every JVM can allocate, and so the most bytes one encoded cell or mutation may have. */
    public static final int MAX_ENCODED_BYTES = Integer.MAX_VALUE - 8;

    /** Key bytes apart from row, family and qualifier: both lengths, timestamp and type. */
    static final int KEY_OVERHEAD = 2 + 1 + 8 + 1;

    /** The lengths of key and value. */
    static final int LENGTHS_BYTES = 4 + 4;

    private CellEncoder() {}

    /**
     * Bytes of one cell, its 4 byte prefix included.
     *
     * @throws IllegalArgumentException if a length cannot be written: row not in 1..{@link #MAX_ROW_LENGTH}, family not
     *     in 1..{@link #MAX_FAMILY_LENGTH}, qualifier or value negative, the whole longer than
     *     {@link #MAX_ENCODED_BYTES}
     */
    public static int encodedSize(int rowLength, int familyLength, int qualifierLength, int valueLength) {
        if (rowLength < 1 || rowLength > MAX_ROW_LENGTH) {
            throw new IllegalArgumentException("row length " + rowLength + " is not in 1.." + MAX_ROW_LENGTH);
        }
        if (familyLength < 1 || familyLength > MAX_FAMILY_LENGTH) {
            throw new IllegalArgumentException("family length " + familyLength + " is not in 1.." + MAX_FAMILY_LENGTH);
        }
        if (qualifierLength < 0 || valueLength < 0) {
            throw new IllegalArgumentException(
                    "negative length: qualifier " + qualifierLength + ", value " + valueLength);
        }
        long size = (long) PREFIX_BYTES + LENGTHS_BYTES + KEY_OVERHEAD + rowLength + familyLength;
        size += (long) qualifierLength + valueLength;
        if (size > MAX_ENCODED_BYTES) {
            throw new IllegalArgumentException("cell of " + size + " bytes (qualifier " + qualifierLength + ", value "
                    + valueLength + ") is larger than the limit of " + MAX_ENCODED_BYTES + " bytes");
        }
        return (int) size;
    }

    /**
     * Writes the three lengths at the start of a cell.
     *
     * @param encodedSize the result of {@link #encodedSize} for this cell
     * @return where the row goes
     */
    public static int writeLengths(byte[] destination, int at, int encodedSize, int valueLength) {
        Bytes.putInt(destination, at, encodedSize - PREFIX_BYTES);
        Bytes.putInt(destination, at + 4, encodedSize - PREFIX_BYTES - LENGTHS_BYTES - valueLength);
        Bytes.putInt(destination, at + 8, valueLength);
        return at + PREFIX_BYTES + LENGTHS_BYTES;
    }

    /** Writes the row with its length before it; returns where the family goes. */
    public static int writeRow(byte[] destination, int at, byte[] row, int offset, int length) {
        Bytes.putShort(destination, at, (short) length);
        return writeBytes(destination, at + 2, row, offset, length);
    }

    /** Writes the family with its length before it; returns where the qualifier goes. */
    public static int writeFamily(byte[] destination, int at, byte[] family, int offset, int length) {
        destination[at] = (byte) length;
        return writeBytes(destination, at + 1, family, offset, length);
    }

    /** Writes timestamp and type code; returns where the value goes. */
    public static int writeStamp(byte[] destination, int at, long timestamp, byte typeCode) {
        Bytes.putLong(destination, at, timestamp);
        destination[at + 8] = typeCode;
        return at + 9;
    }

    /** Writes a qualifier or a value; returns the offset after it. */
    public static int writeBytes(byte[] destination, int at, byte[] source, int offset, int length) {
        System.arraycopy(source, offset, destination, at, length);
        return at + length;
    }

    /** Writes the rest of a buffer as qualifier or value, without moving its position; returns the offset after it. */
    public static int writeBuffer(byte[] destination, int at, ByteBuffer source) {
        int length = source.remaining();
        source.get(source.position(), destination, at, length);
        return at + length;
    }
}
