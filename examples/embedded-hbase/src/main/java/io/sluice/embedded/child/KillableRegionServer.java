package io.sluice.embedded.child;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/** A region server that can be stopped as if its process had died. Public because HBase creates it by reflection. */
public final class KillableRegionServer extends HRegionServer {
    /** Called by HBase by reflection. */
    public KillableRegionServer(Configuration configuration) throws IOException {
        super(configuration);
    }

    /**
     * Stops it without closing a region or flushing a memstore: the data it accepted is only in its write-ahead log.
     */
    void die() {
        kill();
    }
}
