package io.sluice.examples;

import io.sluice.embedded.CellChecksum;
import java.util.List;

/**
 * A row in the form in which it is written.
 *
 * @param key row key
 * @param cells at least one
 */
@SuppressWarnings("ArrayRecordComponent") // Carries bytes, is never compared.
record MappedRow(byte[] key, List<MappedCell> cells) {
    /**
     * One column of a row.
     *
     * @param qualifier column qualifier
     * @param value may be empty
     */
    @SuppressWarnings("ArrayRecordComponent") // Carries bytes, is never compared.
    record MappedCell(byte[] qualifier, byte[] value) {}

    /** Returns the bytes of key, qualifiers and values, each counted once. */
    long payloadBytes() {
        long bytes = key.length;
        for (MappedCell cell : cells) {
            bytes += cell.qualifier().length + cell.value().length;
        }
        return bytes;
    }

    /** Returns the checksum of its cells in {@code family}. */
    long checksum(byte[] family) {
        CellChecksum checksum = new CellChecksum();
        for (MappedCell cell : cells) {
            checksum.add(key, family, cell.qualifier(), cell.value());
        }
        return checksum.sum();
    }
}
