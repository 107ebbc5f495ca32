package io.sluice.embedded.child;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/** A region server that can be ended as if its process had died. Public because HBase makes it by reflection. */
public final class KillableRegionServer extends HRegionServer {
    /** The constructor that HBase looks for. */
    public KillableRegionServer(Configuration configuration) throws IOException {
        super(configuration);
    }

    /** Ends it without closing a region or writing a memstore: only its write-ahead log tells what it had taken. */
    void die() {
        kill();
    }
}
