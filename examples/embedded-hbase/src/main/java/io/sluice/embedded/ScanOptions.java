package io.sluice.embedded;

import java.util.List;

/**
 * Selects the cells that a scan reads.
 *
 * @param raw whether to read delete markers and deleted cells, too
 * @param versions maximum versions of each column
 * @param minTimestamp first timestamp, milliseconds
 * @param maxTimestamp the timestamp after the last one, milliseconds
 * @param families column families; none means all
 */
public record ScanOptions(boolean raw, int versions, long minTimestamp, long maxTimestamp, List<String> families) {
    /** Copies the list. */
    public ScanOptions {
        families = List.copyOf(families);
        if (versions < 1) {
            throw new IllegalArgumentException("versions must be at least 1: " + versions);
        }
        if (minTimestamp < 0 || maxTimestamp < minTimestamp) {
            throw new IllegalArgumentException("not a time range: " + minTimestamp + " to " + maxTimestamp);
        }
    }

    /** Returns options that read the newest version of every column. */
    public static ScanOptions newest() {
        return new ScanOptions(false, 1, 0, Long.MAX_VALUE, List.of());
    }

    /** Returns options that read every version and every delete marker. */
    public static ScanOptions everything() {
        return new ScanOptions(true, Integer.MAX_VALUE, 0, Long.MAX_VALUE, List.of());
    }

    /** Returns these options for cells with exactly {@code timestamp}. */
    public ScanOptions at(long timestamp) {
        return new ScanOptions(raw, versions, timestamp, timestamp + 1, families);
    }
}
