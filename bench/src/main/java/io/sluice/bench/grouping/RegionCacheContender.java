package io.sluice.bench.grouping;

import io.sluice.TableName;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.RegionMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.StockRegionCache;

/** The region caches that are measured. */
public enum RegionCacheContender {
    SLUICE("sluice") {
        @Override
        RegionCache fill(TableShape shape) {
            CachingRegionLocator locator = new CachingRegionLocator(new SplitTable(shape));
            locator.preload(SplitTable.TABLE).join();
            // Like the engine, which fetches the map once for each batch.
            RegionMap map = locator.regions(SplitTable.TABLE);
            return row -> map.region(map.find(row, 0, row.length));
        }

        @Override
        Object fill(TableShape shape, int tables) {
            CachingRegionLocator locator = new CachingRegionLocator(new SplitTable(shape));
            for (int i = 0; i < tables; i++) {
                locator.preload(TableName.valueOf(TableShape.NAME + i)).join();
            }
            return locator;
        }
    },
    HBASE("hbase-client") {
        @Override
        RegionCache fill(TableShape shape) {
            StockRegionCache cache = new StockRegionCache(TableShape.NAME);
            for (int region = 0; region < shape.regions(); region++) {
                cache.add(shape.edge(region), shape.edge(region + 1), shape.host(shape.server(region)), shape.port());
            }
            return cache::find;
        }

        @Override
        Object fill(TableShape shape, int tables) {
            return Stream.generate(() -> fill(shape)).limit(tables).toArray();
        }
    };

    private final String title;

    RegionCacheContender(String title) {
        this.title = title;
    }

    /** The name in tables. */
    public String title() {
        return title;
    }

    /** A cache with one table of this shape. */
    abstract RegionCache fill(TableShape shape);

    /** The cache of one connection, with all regions of this many tables. */
    abstract Object fill(TableShape shape, int tables);
}
