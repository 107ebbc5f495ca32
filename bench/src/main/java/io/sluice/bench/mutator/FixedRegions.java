package io.sluice.bench.mutator;

import io.sluice.Bytes;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionLookup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A table of 16 regions on one server, known at once. */
final class FixedRegions implements RegionLookup {
    static final TableName TABLE = TableName.valueOf("bench");

    private static final int REGIONS = 16;
    private static final int FIRST_BYTES = 256;
    private static final int PORT = 16020;
    private static final ServerName SERVER = ServerName.valueOf("server.invalid", PORT, 1);

    private final List<RegionLocation> regions = new ArrayList<>();

    FixedRegions() {
        for (int i = 0; i < REGIONS; i++) {
            byte[] name = Bytes.toBytes("bench,," + i + ".region.");
            regions.add(new RegionLocation(TABLE, name, edge(i), edge(i + 1), SERVER, 1));
        }
    }

    /** The first row of a region, or the end of the last: empty at both ends of the table. */
    private static byte[] edge(int region) {
        return region % REGIONS == 0 ? new byte[0] : new byte[] {(byte) (region * FIRST_BYTES / REGIONS)};
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookup(TableName table, byte[] row, byte[] from) {
        return lookupAll(table);
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookupAll(TableName table) {
        return CompletableFuture.completedFuture(regions);
    }

    @Override
    public CompletableFuture<Void> checkEnabled(TableName table) {
        return CompletableFuture.completedFuture(null);
    }
}
