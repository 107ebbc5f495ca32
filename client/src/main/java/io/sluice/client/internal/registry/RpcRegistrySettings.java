package io.sluice.client.internal.registry;

import io.sluice.Configuration;
import io.sluice.ServerName;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which servers know where the cluster is, and how they are asked.
 *
 * @param bootstrapServers from the configuration, at least one
 * @param key where they are from, for messages
 * @param fanout how many are asked at the same time, positive
 * @param rpcTimeoutNanos how long one of them may take
 * @param refresh when the list is brought up to date, or null for never
 */
record RpcRegistrySettings(
        List<ServerName> bootstrapServers,
        String key,
        int fanout,
        long rpcTimeoutNanos,
        @Nullable Refresh refresh) {
    private static final String BOOTSTRAP_SERVERS = "hbase.client.bootstrap.servers";
    private static final String MASTERS = "hbase.masters";
    private static final String MASTER_PORT = "hbase.master.port";

    /**
     * When the list of servers is brought up to date.
     *
     * @param initialDelayNanos before the first time
     * @param intervalNanos between two times
     * @param minIntervalNanos between two times when a server has failed
     */
    record Refresh(long initialDelayNanos, long intervalNanos, long minIntervalNanos) {}

    /** For HBase's {@code RpcConnectionRegistry}: any servers, masters in default of others. */
    static RpcRegistrySettings anyServers(Configuration conf) {
        String servers = conf.getTrimmed(BOOTSTRAP_SERVERS, "");
        boolean hasServers = !servers.isEmpty();
        long intervalSeconds = positive(conf, "hbase.client.bootstrap.refresh_interval_secs", 300);
        long initialSeconds =
                positive(conf, "hbase.client.bootstrap.initial_refresh_delay_secs", Math.max(1, intervalSeconds / 10));
        long minSeconds = positive(conf, "hbase.client.bootstrap.min_secs_between_refreshes", 60);
        return new RpcRegistrySettings(
                hasServers ? QuorumAddress.parseList(BOOTSTRAP_SERVERS, servers, 0) : masters(conf),
                hasServers ? BOOTSTRAP_SERVERS : MASTERS,
                (int) positive(conf, "hbase.client.bootstrap.hedged.fanout", 2),
                rpcTimeoutNanos(conf),
                new Refresh(
                        TimeUnit.SECONDS.toNanos(initialSeconds),
                        TimeUnit.SECONDS.toNanos(intervalSeconds),
                        TimeUnit.SECONDS.toNanos(minSeconds)));
    }

    /** For HBase's {@code MasterRegistry}: masters only, and always those of the configuration. */
    static RpcRegistrySettings mastersOnly(Configuration conf) {
        return new RpcRegistrySettings(
                masters(conf),
                MASTERS,
                (int) positive(conf, "hbase.client.master_registry.hedged.fanout", 2),
                rpcTimeoutNanos(conf),
                null);
    }

    private static List<ServerName> masters(Configuration conf) {
        int port = conf.getInt(MASTER_PORT, 16_000);
        if (port <= 0 || port > 65_535) {
            throw new IllegalArgumentException(MASTER_PORT + " = " + port + " is not a port");
        }
        String masters = conf.getTrimmed(MASTERS, "");
        return QuorumAddress.parseList(MASTERS, masters.isEmpty() ? ownHost() : masters, port);
    }

    private static String ownHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    private static long rpcTimeoutNanos(Configuration conf) {
        long millis = positive(conf, "hbase.rpc.timeout", 60_000);
        return TimeUnit.MILLISECONDS.toNanos(positive(conf, "hbase.rpc.read.timeout", millis));
    }

    private static long positive(Configuration conf, String key, long defaultValue) {
        long value = conf.getLong(key, defaultValue);
        if (value <= 0 || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(key + " = " + value + " is not from 1 to " + Integer.MAX_VALUE);
        }
        return value;
    }
}
