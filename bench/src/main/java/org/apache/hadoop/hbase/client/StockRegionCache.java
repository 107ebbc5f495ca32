package org.apache.hadoop.hbase.client;

import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/** The cache of one table's regions in {@code hbase-client}, whose class is package-private. */
public final class StockRegionCache {
    private static final long REGION_ID = 1_700_000_000_000L;

    private final TableName table;
    private final AsyncRegionLocationCache cache;

    /** Creates an empty cache. */
    public StockRegionCache(String table) {
        this.table = TableName.valueOf(table);
        this.cache = new AsyncRegionLocationCache(this.table);
    }

    /** Adds a region with its own objects, as if read from {@code hbase:meta}. */
    public void add(byte[] startKey, byte[] endKey, String host, int port) {
        RegionInfo region = RegionInfoBuilder.newBuilder(table)
                .setStartKey(startKey)
                .setEndKey(endKey)
                .setRegionId(REGION_ID)
                .build();
        ServerName server = ServerName.valueOf(host, port, 1);
        cache.add(new RegionLocations(new HRegionLocation(region, server, 1)));
    }

    /** The region of a row; null if unknown. */
    public RegionLocations find(byte[] row) {
        return cache.findForRow(row, RegionReplicaUtil.DEFAULT_REPLICA_ID);
    }
}
