package io.sluice.bench.grouping;

/** Somebody's memory of where regions are, filled with all regions of a table. */
@FunctionalInterface
public interface RegionCache {

    /**
     * The region of a row.
     *
     * @throws RuntimeException if it is not known
     */
    Object find(byte[] row);
}
