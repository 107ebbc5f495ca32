package io.sluice.client.internal.registry;

import io.sluice.Configuration;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.internal.pool.Connector;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;

/** Chooses the registry. */
public final class Registries {
    private static final String IMPL = "hbase.client.registry.impl";
    private static final String BOOTSTRAP_SERVERS = "hbase.client.bootstrap.servers";
    private static final String PACKAGE = "org.apache.hadoop.hbase.client.";

    private Registries() {}

    /**
     * Makes the registry that {@code hbase.client.registry.impl} names by the class of HBase: {@code
     * ZKConnectionRegistry}, {@code RpcConnectionRegistry} or {@code MasterRegistry}, with or without its package.
     * Without that key it is the servers in {@code hbase.client.bootstrap.servers}, and without these ZooKeeper.
     *
     * @param connector opens connections of service {@code ClientMetaService} to servers of which host and port are known
     * @param timer for timeouts; stays the caller's
     * @throws IllegalArgumentException if a key has a malformed value; names the key
     */
    public static ClusterRegistry fromConfiguration(
            Configuration conf, Connector<? extends RpcConnection> connector, Timer timer, Clock clock) {
        String impl = conf.getTrimmed(IMPL, "");
        if (impl.isEmpty()) {
            boolean hasServers = !conf.getTrimmed(BOOTSTRAP_SERVERS, "").isEmpty();
            impl = hasServers ? "RpcConnectionRegistry" : "ZKConnectionRegistry";
        }
        String name = impl.startsWith(PACKAGE) ? impl.substring(PACKAGE.length()) : impl;
        return switch (name) {
            case "ZKConnectionRegistry" -> new ZooKeeperRegistry(conf, timer);
            case "RpcConnectionRegistry" -> new RpcRegistry(conf, true, connector, timer, clock);
            case "MasterRegistry" -> new RpcRegistry(conf, false, connector, timer, clock);
            default ->
                throw new IllegalArgumentException(IMPL + " = '" + impl
                        + "' is not one of ZKConnectionRegistry, RpcConnectionRegistry, MasterRegistry");
        };
    }
}
