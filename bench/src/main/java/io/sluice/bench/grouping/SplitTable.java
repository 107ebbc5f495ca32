package io.sluice.bench.grouping;

import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionLookup;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * The regions of any table as if read from {@code hbase:meta}, each with its own objects; keeps no reference to them.
 */
final class SplitTable implements RegionLookup {
    static final TableName TABLE = TableName.valueOf(TableShape.NAME);

    private final TableShape shape;

    SplitTable(TableShape shape) {
        this.shape = shape;
    }

    private RegionLocation region(String tableName, int number) {
        ServerName server = ServerName.valueOf(shape.host(shape.server(number)), shape.port(), 1);
        TableName table = TableName.valueOf(tableName);
        return new RegionLocation(
                table, shape.regionName(number), shape.edge(number), shape.edge(number + 1), server, 1);
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookup(TableName table, byte[] row, byte[] from) {
        return lookupAll(table);
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookupAll(TableName table) {
        String name = table.getNameAsString();
        return CompletableFuture.completedFuture(IntStream.range(0, shape.regions())
                .mapToObj(number -> region(name, number))
                .toList());
    }

    @Override
    public CompletableFuture<Void> checkEnabled(TableName table) {
        return CompletableFuture.completedFuture(null);
    }
}
