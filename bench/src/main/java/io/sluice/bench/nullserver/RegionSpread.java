package io.sluice.bench.nullserver;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A table whose regions divide the rows evenly, by their first four bytes, and are assigned to the servers round-robin.
 *
 * @param servers number of servers
 * @param regions number of regions, at least one
 */
public record RegionSpread(int servers, int regions) {

    /** The start keys of all regions but the first. */
    public List<byte[]> splitKeys() {
        List<byte[]> keys = new ArrayList<>();
        for (long i = 1; i < regions; i++) {
            int first = (int) ((i << Integer.SIZE) / regions);
            keys.add(ByteBuffer.allocate(Integer.BYTES).putInt(first).array());
        }
        return keys;
    }

    /** The number of the region of a row, from 0, by the first bytes of the row. */
    public int region(int firstBytes) {
        // The last region whose start, rounded down, is not after the row.
        return (int) (((Integer.toUnsignedLong(firstBytes) + 1) * regions - 1) >>> Integer.SIZE);
    }

    /** The number of the server of a row, from 0, by the first bytes of the row. */
    public int server(int firstBytes) {
        return region(firstBytes) % servers;
    }
}
