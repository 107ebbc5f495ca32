package io.sluice.client.internal.registry;

import io.sluice.Configuration;
import io.sluice.ServerName;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.util.concurrent.CompletableFuture;

/** Finds a cluster. Safe for use by many threads; futures complete on threads of the implementation. */
public interface ClusterRegistry {

    /**
     * Asks which server has {@code hbase:meta}; the answer is not cached. Fails within a bounded time: with
     * {@link io.sluice.RegistryUnavailableException}, which names each address tried, if nothing answers, and with
     * another {@link java.io.IOException} if no server has it at the moment.
     */
    CompletableFuture<ServerName> metaLocation();

    /** The kind and the addresses of this registry, for messages. */
    String describe();

    /** Fails open questions and ends sockets and threads. */
    CompletableFuture<Void> closeAsync();

    /**
     * Makes the registry that {@code hbase.client.registry.impl} names by the class of HBase: {@code
     * ZKConnectionRegistry}, {@code RpcConnectionRegistry} or {@code MasterRegistry}, with or without its package.
     * Without that key it is the servers in {@code hbase.client.bootstrap.servers}, and without these ZooKeeper.
     *
     * @param connector opens connections of service {@code ClientMetaService} to servers without a start code
     * @param timer stays the caller's
     * @throws IllegalArgumentException if a key has a malformed value; names the key
     */
    static ClusterRegistry fromConfiguration(
            Configuration conf, RpcConnection.Connector connector, Timer timer, Clock clock) {
        String key = "hbase.client.registry.impl";
        String impl = conf.getTrimmed(key, "");
        if (impl.isEmpty()) {
            boolean hasServers =
                    !conf.getTrimmed(RpcRegistry.BOOTSTRAP_SERVERS, "").isEmpty();
            impl = hasServers ? "RpcConnectionRegistry" : "ZKConnectionRegistry";
        }
        return switch (impl.replaceFirst("^org\\.apache\\.hadoop\\.hbase\\.client\\.", "")) {
            case "ZKConnectionRegistry" -> new ZooKeeperRegistry(conf, timer);
            case "RpcConnectionRegistry" -> new RpcRegistry(conf, true, connector, timer, clock);
            case "MasterRegistry" -> new RpcRegistry(conf, false, connector, timer, clock);
            default ->
                throw new IllegalArgumentException(key + " = '" + impl
                        + "' is not one of ZKConnectionRegistry, RpcConnectionRegistry, MasterRegistry");
        };
    }
}
