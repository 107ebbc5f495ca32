package io.sluice.embedded;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The settings of HBase with which the child starts the server. Ports are the child's choice. */
final class ServerSettings {
    private ServerSettings() {}

    /** Returns the settings of a server that has its data in {@code folder} and its nodes below {@code znode}. */
    static Map<String, String> of(Path folder, String znode) {
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
        addFastStart(settings);
        return settings;
    }

    /** Shorter waits of the server's periodic work: what a start, a move or a split waits for. */
    private static void addFastStart(Map<String, String> settings) {
        settings.put("hbase.regionserver.msginterval", "100");
        settings.put("hbase.server.thread.wakefrequency", "100");
        settings.put("hbase.master.event.waiting.time", "50");
        settings.put("hbase.hfile.compaction.discharger.interval", "1000");
        settings.put("hbase.regionserver.compaction.check.period", "1000");
        settings.put("hbase.master.wait.on.regionservers.interval", "100");
        settings.put("hbase.master.wait.on.regionservers.timeout", "2000");
        settings.put("hbase.master.cleaner.interval", "60000");
        settings.put("hbase.procedure.remote.dispatcher.delay.msec", "10");
        settings.put("hbase.master.start.timeout.localHBaseCluster", "120000");
    }
}
