package io.sluice.embedded.child;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.jspecify.annotations.Nullable;

/** ZooKeeper, a master and region servers in this JVM, like HBase's stand-alone mode, but with free ports. */
final class EmbeddedServer {
    private static final long POLL_MILLIS = 20;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
    private static final Duration DEATH_LIMIT = Duration.ofSeconds(60);
    private static final TableName PROBE = TableName.valueOf("sluice_probe");

    private final Configuration configuration;
    private final Path folder;
    private final int regionServers;
    private final MiniZooKeeperCluster zooKeeper;
    private volatile @Nullable LocalHBaseCluster cluster;
    /** Number of region servers so far, to name the threads of the next one. For the command thread only. */
    private int servers;

    EmbeddedServer(Configuration configuration, Path folder, int regionServers) {
        this.configuration = configuration;
        this.folder = folder;
        this.regionServers = regionServers;
        servers = regionServers;
        zooKeeper = new MiniZooKeeperCluster(configuration);
    }

    /**
     * Starts the threads of the servers. ZooKeeper listens on the first free port, so the server that answers there is
     * ours.
     */
    void start() throws IOException, InterruptedException {
        Kdc.startIfAsked(configuration, folder);
        int port = zooKeeper.startup(folder.resolve("zookeeper").toFile());
        configuration.setInt("hbase.zookeeper.property.clientPort", port);
        // Permits metrics of the same name, which several servers in one JVM have.
        DefaultMetricsSystem.setMiniClusterMode(true);
        LocalHBaseCluster local =
                new LocalHBaseCluster(configuration, 1, regionServers, HMaster.class, KillableRegionServer.class);
        local.startup();
        cluster = local;
    }

    /** Waits until every region server is online and a table has been created and deleted. */
    void awaitServing(Cluster client) throws IOException, InterruptedException {
        while (!started().getMaster(0).isInitialized()) {
            requireRunning();
            Thread.sleep(POLL_MILLIS);
        }
        try (Admin admin = client.admin()) {
            while (admin.getRegionServers().size() < regionServers) {
                requireRunning();
                Thread.sleep(POLL_MILLIS);
            }
            admin.createTable(TableDescriptorBuilder.newBuilder(PROBE)
                    .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                    .build());
            admin.disableTable(PROBE);
            admin.deleteTable(PROBE);
        }
    }

    private void requireRunning() throws IOException {
        LocalHBaseCluster local = started();
        if (!local.getMasters().stream().allMatch(Thread::isAlive)
                || !local.getRegionServers().stream().allMatch(Thread::isAlive)) {
            throw new IOException("A server ended while it started");
        }
    }

    private LocalHBaseCluster started() throws IOException {
        LocalHBaseCluster local = cluster;
        if (local == null) {
            throw new IOException("The server was not started");
        }
        return local;
    }

    Configuration configuration() {
        return configuration;
    }

    int zooKeeperPort() {
        return zooKeeper.getClientPort();
    }

    String masterAddress() throws IOException {
        ServerName name = started().getMaster(0).getServerName();
        return name.getHostname() + ":" + name.getPort();
    }

    /** Stops a region server as if its process had died; returns when its port is free. The others continue. */
    void killRegionServer(ServerName name) throws IOException, InterruptedException {
        LocalHBaseCluster local = started();
        RegionServerThread thread = local.getLiveRegionServers().stream()
                .filter(live -> live.getRegionServer().getServerName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IOException("No such region server: " + name));
        ((KillableRegionServer) thread.getRegionServer()).die();
        thread.join(DEATH_LIMIT.toMillis());
        if (thread.isAlive()) {
            throw new IOException(name + " has not ended in " + DEATH_LIMIT.toSeconds() + " s");
        }
        // Removes it from the list of servers.
        local.waitOnRegionServer(thread);
    }

    /** Starts another region server, on a free port if {@code port} is 0; returns when it is online. */
    ServerName startRegionServer(int port) throws IOException {
        LocalHBaseCluster local = started();
        Configuration own = new Configuration(configuration);
        own.setInt(HConstants.REGIONSERVER_PORT, port);
        RegionServerThread thread = local.addRegionServer(own, servers++);
        thread.start();
        thread.waitForServerOnline();
        if (thread.getRegionServer().isStopped()) {
            throw new IOException("The region server on port " + port + " ended while it started");
        }
        return thread.getRegionServer().getServerName();
    }

    /** Stops the servers so that all data is in files. */
    void stop() {
        LocalHBaseCluster local = cluster;
        if (local == null) {
            return;
        }
        local.shutdown();
        long end = System.nanoTime() + STOP_LIMIT.toNanos();
        try {
            while (alive(local) && System.nanoTime() < end) {
                Thread.sleep(POLL_MILLIS);
            }
            zooKeeper.shutdown();
        } catch (IOException e) {
            System.err.println("ZooKeeper did not stop: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean alive(LocalHBaseCluster local) {
        return local.getMasters().stream().anyMatch(Thread::isAlive)
                || local.getRegionServers().stream().anyMatch(Thread::isAlive);
    }
}
