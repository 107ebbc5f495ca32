package io.sluice.bench.grouping;

import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.RegionMap;
import org.apache.hadoop.hbase.client.StockRegionCache;

/** Whose cache of regions is asked. */
public enum RegionCacheContender {
    SLUICE("sluice") {
        @Override
        RegionCache fill(TableShape shape) {
            CachingRegionLocator locator = new CachingRegionLocator(new SplitTable(shape));
            locator.preload(SplitTable.TABLE).join();
            return new SluiceCache(locator, locator.regions(SplitTable.TABLE));
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
    };

    private final String title;

    RegionCacheContender(String title) {
        this.title = title;
    }

    /** As it stands in tables. */
    public String title() {
        return title;
    }

    abstract RegionCache fill(TableShape shape);

    /**
     * Ours.
     *
     * @param locator counts as memory only
     * @param map is asked: the engine fetches it once a batch
     */
    private record SluiceCache(CachingRegionLocator locator, RegionMap map) implements RegionCache {
        @Override
        public Object find(byte[] row) {
            return map.region(map.find(row, 0, row.length));
        }
    }
}
