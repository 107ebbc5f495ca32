package io.sluice.bench.chaos;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.RegionServerProcess;
import io.sluice.embedded.StockClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * ZooKeeper, master and a region server in one process, and further region servers, each in its own process behind a
 * {@link Relay}: a region server announces {@code localhost} and listens on another loopback address, so that all
 * connections go through the relay, which has the same port.
 */
final class ChaosCluster implements AutoCloseable {
    /** The tables, each with one family that keeps one version. */
    static final List<String> TABLES = List.of("chaos0", "chaos1", "chaos2");

    /** The address of the region servers behind relays; Linux has all of 127.0.0.0/8. */
    private static final String BEHIND = "127.0.0.2";
    /** A server that is unreachable for longer loses its regions. ZooKeeper's minimum is two ticks, 4 s. */
    private static final String SESSION_MILLIS = "8000";

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("chaos-relay", /* daemon= */ true), NioIoHandler.newFactory());
    private final EmbeddedHBase hbase;
    private final Relay zooKeeper;
    private final List<Member> members = new ArrayList<>();

    /** A region server in its own process. Null while it is dead. */
    static final class Member {
        private final Relay relay;
        private volatile @Nullable RegionServerProcess process;

        Member(Relay relay) {
            this.relay = relay;
        }

        Relay relay() {
            return relay;
        }

        @Nullable RegionServerProcess process() {
            return process;
        }
    }

    private ChaosCluster(EmbeddedHBase hbase) {
        this.hbase = hbase;
        zooKeeper = new Relay(group, "127.0.0.1", hbase.zooKeeperPort());
    }

    /** Starts a cluster whose tables have four regions each. */
    static ChaosCluster start(int regionServerProcesses) throws IOException {
        EmbeddedHBase hbase = EmbeddedHBase.start(EmbeddedOptions.defaults()
                .withFastStart()
                .withSetting("zookeeper.session.timeout", SESSION_MILLIS)
                .withSetting("hbase.hregion.memstore.mslab.enabled", "false")
                // Removes old logs and files soon, so that the disk holds little but the tables.
                .withSetting("hbase.regionserver.maxlogs", "8")
                .withSetting("hbase.master.hfilecleaner.ttl", "1000")
                .withSetting("hbase.master.logcleaner.ttl", "1000")
                .withSetting("hbase.master.cleaner.interval", "5000"));
        ChaosCluster cluster = new ChaosCluster(hbase);
        try {
            boolean unused = hbase.client().switchBalancer(false);
            for (int i = 0; i < regionServerProcesses; i++) {
                Member member = new Member(new Relay(cluster.group, BEHIND, 0));
                cluster.members.add(member);
                cluster.start(member);
            }
            List<byte[]> splits = new ArrayList<>();
            for (String key : List.of("4", "8", "c")) {
                splits.add(key.getBytes(StandardCharsets.US_ASCII));
            }
            for (String table : TABLES) {
                hbase.client().createTable(table, List.of(new FamilyOptions("f", 1)), splits);
            }
            return cluster;
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Starts a dead member; returns when it is online. */
    void start(Member member) throws IOException {
        member.process = hbase.startRegionServerProcess(Map.of(
                "hbase.regionserver.port",
                Integer.toString(member.relay.port()),
                "hbase.regionserver.ipc.address",
                BEHIND,
                "hbase.localcluster.assign.random.ports",
                "false"));
    }

    /** Kills a member. */
    void kill(Member member) {
        RegionServerProcess process = member.process;
        member.process = null;
        if (process != null) {
            process.kill();
        }
    }

    /** Starts the members that have died because they were killed or the cluster declared them dead. */
    void startTheDead() throws IOException {
        for (Member member : members) {
            RegionServerProcess process = member.process;
            if (process == null || !process.isAlive()) {
                kill(member);
                start(member);
            }
        }
    }

    List<Member> members() {
        return members;
    }

    StockClient stock() {
        return hbase.client();
    }

    EmbeddedHBase hbase() {
        return hbase;
    }

    Relay zooKeeper() {
        return zooKeeper;
    }

    /** Ends all lasting faults: no network fault, no suspended process. */
    void calm() throws IOException {
        zooKeeper.set(Relay.Weather.FAIR);
        hbase.resume();
        for (Member member : members) {
            member.relay.set(Relay.Weather.FAIR);
            RegionServerProcess process = member.process;
            if (process != null && process.isAlive()) {
                process.resume();
            }
        }
    }

    /** Ends all processes, even if they are suspended. */
    @Override
    public void close() {
        try {
            hbase.resume();
        } catch (IOException e) {
            // The process has already ended.
            System.err.println(e.getMessage());
        }
        for (Member member : members) {
            kill(member);
            member.relay.close();
        }
        hbase.close();
        zooKeeper.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
