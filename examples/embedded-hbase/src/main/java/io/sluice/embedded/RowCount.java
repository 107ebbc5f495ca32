package io.sluice.embedded;

/**
 * The result of a count.
 *
 * @param rows rows with at least one cell
 * @param cells cells, the newest version of each column only
 * @param checksum sum of {@link CellChecksum} over these cells
 */
public record RowCount(long rows, long cells, long checksum) {}
