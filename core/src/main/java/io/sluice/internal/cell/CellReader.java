package io.sluice.internal.cell;

import io.sluice.Bytes;
import java.util.Objects;

/**
 * A cursor over encoded cells in a range of a byte array. One reader can be used for many ranges; it copies nothing.
 *
 * <p>{@link #next} checks each length against the others and against the end of the range before it is used, so that the
 * accessors cannot leave the cell. It does not check type codes and timestamps; {@link CellBlockVerifier} does. Not thread
 * safe.
 */
public final class CellReader {

    private static final int MIN_CELL = CellEncoder.LENGTHS_BYTES + CellEncoder.KEY_OVERHEAD + 2;

    private byte[] bytes = new byte[0];
    private int position;
    private int end;

    private int cellOffset;
    private int rowOffset;
    private int rowLength;
    private int familyLength;
    private int qualifierLength;
    private int valueLength;

    public CellReader(byte[] bytes, int offset, int length) {
        reset(bytes, offset, length);
    }

    /**
     * Starts again before the first cell of this range. The array is read, not copied.
     *
     * @throws IndexOutOfBoundsException if the range does not lie inside the array
     */
    public void reset(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        this.bytes = bytes;
        this.position = offset;
        this.end = offset + length;
    }

    /**
     * How many cells a range has by their 4 byte prefixes, the only bytes that are looked at; -1 if no cell ends where the
     * range ends.
     */
    public static int count(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int count = 0;
        int at = offset;
        while (at < end) {
            int size = Bytes.toInt(bytes, at);
            if (size <= 0 || size > end - at - CellEncoder.PREFIX_BYTES) {
                return -1;
            }
            at += CellEncoder.PREFIX_BYTES + size;
            count++;
        }
        return count;
    }

    /**
     * Moves to the next cell.
     *
     * @return false at the end of the range; the accessors then still show the last cell
     * @throws IllegalStateException if the lengths of the cell contradict each other or the end of the range; the
     *     message names the offset in the array and the numbers. The reader stays before that cell.
     */
    public boolean next() {
        if (position == end) {
            return false;
        }
        int start = position;
        long rest = (long) end - start - CellEncoder.PREFIX_BYTES;
        if (rest < MIN_CELL) {
            throw damaged(start, "only " + (end - start) + " bytes are left");
        }
        int kvLength = Bytes.toInt(bytes, start);
        int keyLength = Bytes.toInt(bytes, start + 4);
        int valLength = Bytes.toInt(bytes, start + 8);
        if (kvLength < MIN_CELL || kvLength > rest) {
            throw damaged(start, "cell length " + kvLength + ", but " + rest + " bytes follow");
        }
        if (valLength < 0 || (long) CellEncoder.LENGTHS_BYTES + keyLength + valLength != kvLength) {
            throw damaged(
                    start, "cell length " + kvLength + ", key length " + keyLength + ", value length " + valLength);
        }
        int row = Bytes.toShort(bytes, start + 12);
        long afterRow = (long) keyLength - CellEncoder.KEY_OVERHEAD - row;
        if (row < 1 || afterRow < 1) {
            throw damaged(start, "row length " + row + ", key length " + keyLength);
        }
        int family = bytes[start + 14 + row];
        if (family < 1 || family > afterRow) {
            throw damaged(start, "family length " + family + ", row length " + row + ", key length " + keyLength);
        }

        cellOffset = start;
        rowOffset = start + 14;
        rowLength = row;
        familyLength = family;
        qualifierLength = (int) afterRow - family;
        valueLength = valLength;
        position = start + CellEncoder.PREFIX_BYTES + kvLength;
        return true;
    }

    private static IllegalStateException damaged(int offset, String numbers) {
        return new IllegalStateException("damaged cell at offset " + offset + ": " + numbers);
    }

    /** The array of all offsets. */
    public byte[] array() {
        return bytes;
    }

    /** Where the 4 byte prefix of the cell starts. */
    public int cellOffset() {
        return cellOffset;
    }

    /** Bytes of the cell with its 4 byte prefix. */
    public int encodedSize() {
        return CellEncoder.PREFIX_BYTES
                + CellEncoder.LENGTHS_BYTES
                + CellEncoder.KEY_OVERHEAD
                + rowLength
                + familyLength
                + qualifierLength
                + valueLength;
    }

    public int rowOffset() {
        return rowOffset;
    }

    /** Bytes of the row, 1..32767. */
    public int rowLength() {
        return rowLength;
    }

    public int familyOffset() {
        return rowOffset + rowLength + 1;
    }

    /** Bytes of the family, 1..127. */
    public int familyLength() {
        return familyLength;
    }

    public int qualifierOffset() {
        return familyOffset() + familyLength;
    }

    /** Bytes of the qualifier, possibly 0. */
    public int qualifierLength() {
        return qualifierLength;
    }

    /** The timestamp in milliseconds; {@link Long#MAX_VALUE} lets the server choose. */
    public long timestamp() {
        return Bytes.toLong(bytes, qualifierOffset() + qualifierLength);
    }

    /** The code of the cell's type as written, known or not. */
    public byte typeCode() {
        return bytes[qualifierOffset() + qualifierLength + 8];
    }

    public int valueOffset() {
        return qualifierOffset() + qualifierLength + 9;
    }

    /** Bytes of the value, possibly 0. */
    public int valueLength() {
        return valueLength;
    }
}
