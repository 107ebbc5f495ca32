package io.sluice.hbase;

import org.apache.hadoop.hbase.util.VersionInfo;

/** The version of the program's {@code hbase-client}. */
final class HBaseVersion {
    private HBaseVersion() {}

    /** Returns whether it is 2.x, not 3.x, whose connections and defaults differ. */
    static boolean is2() {
        return VersionInfo.getVersion().startsWith("2.");
    }
}
