package io.sluice.bench.grouping;

/** A region cache, filled with all regions of a table. */
@FunctionalInterface
public interface RegionCache {

    /**
     * The region of a row.
     *
     * @throws RuntimeException if it is not known
     */
    Object find(byte[] row);
}
