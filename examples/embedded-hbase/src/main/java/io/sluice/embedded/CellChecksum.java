package io.sluice.embedded;

import java.util.zip.CRC32C;

/**
 * A checksum of cells that does not depend on their order: the sum, modulo 2^64, of one CRC32C per cell, computed over
 * row, family, qualifier and value, each prefixed with its length (4 bytes, big-endian). A writer that adds all cells
 * it wrote gets the sum that {@link StockClient#countRows} returns. Not thread-safe; add up the sums of several
 * threads.
 */
public final class CellChecksum {
    private final CRC32C crc = new CRC32C();
    private long sum;

    /** Creates a checksum of no cells, 0. */
    public CellChecksum() {}

    /** Adds one cell. The arrays are only read. */
    public void add(byte[] row, byte[] family, byte[] qualifier, byte[] value) {
        begin();
        part(row, 0, row.length);
        part(family, 0, family.length);
        part(qualifier, 0, qualifier.length);
        part(value, 0, value.length);
        end();
    }

    /** Starts a cell whose four parts follow by {@link #part}, for arrays that hold more than the part. */
    public void begin() {
        crc.reset();
    }

    /** Adds the next of a cell's four parts. */
    public void part(byte[] bytes, int offset, int length) {
        crc.update(length >>> 24);
        crc.update(length >>> 16);
        crc.update(length >>> 8);
        crc.update(length);
        crc.update(bytes, offset, length);
    }

    /** Ends a cell. */
    public void end() {
        sum += crc.getValue();
    }

    /** Returns the sum so far. */
    public long sum() {
        return sum;
    }
}
