package io.sluice.embedded;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The HBase settings with which the child starts the server. The child chooses the ports. */
final class ServerSettings {
    private ServerSettings() {}

    /** Returns the settings of servers with their data in {@code folder} and their znodes below {@code znode}. */
    static Map<String, String> of(Path folder, String znode, int regionServers) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("hbase.rootdir", folder.resolve("data").toUri().toString());
        settings.put("hbase.tmp.dir", folder.resolve("tmp").toString());
        settings.put("hadoop.tmp.dir", folder.resolve("tmp").toString());
        settings.put("hbase.wal.provider", "filesystem");
        settings.put("hbase.unsafe.stream.capability.enforce", "false");
        settings.put("hbase.cluster.distributed", "false");
        settings.put("zookeeper.znode.parent", znode);
        settings.put("hbase.zookeeper.quorum", "localhost");
        settings.put("hbase.master.hostname", "localhost");
        settings.put("hbase.regionserver.hostname", "localhost");
        settings.put("hbase.localcluster.assign.random.ports", "true");
        settings.put("hbase.master.info.port", "-1");
        settings.put("hbase.regionserver.info.port", "-1");
        // The master starts when all servers have reported, without waiting for more.
        settings.put("hbase.master.wait.on.regionservers.mintostart", Integer.toString(regionServers));
        settings.put("hbase.master.wait.on.regionservers.maxtostart", Integer.toString(regionServers));
        addFastStart(settings);
        return settings;
    }

    /** Shorter intervals for the server's periodic work, on which starts, moves and splits depend. */
    private static void addFastStart(Map<String, String> settings) {
        settings.put("hbase.regionserver.msginterval", "100");
        settings.put("hbase.server.thread.wakefrequency", "100");
        settings.put("hbase.master.event.waiting.time", "50");
        settings.put("hbase.hfile.compaction.discharger.interval", "1000");
        settings.put("hbase.regionserver.compaction.check.period", "1000");
        settings.put("hbase.procedure.remote.dispatcher.delay.msec", "10");
        settings.put("hbase.master.start.timeout.localHBaseCluster", "120000");
    }
}
