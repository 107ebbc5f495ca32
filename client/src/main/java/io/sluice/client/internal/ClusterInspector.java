package io.sluice.client.internal;

import io.sluice.Configuration;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.CredentialsProvider;
import io.sluice.client.internal.net.ConnectionSettings;
import io.sluice.client.internal.net.Decoder;
import io.sluice.client.internal.net.EventLoopTimer;
import io.sluice.client.internal.net.EventLoops;
import io.sluice.client.internal.net.NettyConnector;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.registry.ClusterRegistry;
import io.sluice.client.internal.security.ChannelSecurity;
import io.sluice.client.internal.wire.ConnectionHeader;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Asks a cluster about itself, for the command {@code sluice}, which finds out what is wrong: unlike a connection it can be
 * opened when the cluster, or a part of it, does not answer. Each question goes over a connection of its own and fails with an
 * {@link java.io.IOException} within twice {@code hbase.ipc.client.socket.timeout.connect}. Safe for use by many threads.
 */
public final class ClusterInspector implements AutoCloseable {
    private final EventLoops loops;
    private final EventLoopTimer timer;
    private final ChannelSecurity security;
    private final NettyConnector connector;
    private final ClusterRegistry registry;
    private final long timeoutNanos;

    private ClusterInspector(Configuration conf) {
        ConnectionSettings settings = ConnectionKeys.settings(conf, Map.of());
        security = new ChannelSecurity(
                SecurityKeys.settings(conf, CredentialsProvider.fromConfiguration(), null, settings.maxFrameBytes()));
        loops = EventLoops.create(1);
        timer = new EventLoopTimer(loops);
        try {
            connector = new NettyConnector(loops, settings, security, new ClientNumbers());
            registry = ClusterRegistry.fromConfiguration(conf, connector.metaService(), timer, Clock.system());
            timeoutNanos = ConnectionKeys.connectTimeoutNanos(conf);
        } catch (RuntimeException e) {
            timer.close();
            var unused = loops.closeAsync();
            throw e;
        }
    }

    /**
     * Makes one; nothing is sent yet.
     *
     * @throws IllegalArgumentException if the configuration has a value that cannot be used
     */
    public static ClusterInspector open(Configuration conf) {
        return new ClusterInspector(new Configuration(conf));
    }

    /** Where the cluster is looked for, for messages. */
    public String registry() {
        return registry.describe();
    }

    /** How sockets are served: {@code epoll} or {@code nio}. */
    public String transport() {
        return loops.transport();
    }

    /** The server of {@code hbase:meta}. */
    public CompletableFuture<ServerName> metaServer() {
        return security.afterLogin(registry::metaLocation);
    }

    /** Which master is active: asks the server of {@code hbase:meta}, which can tell from HBase 2.5 on. */
    public CompletableFuture<ServerName> master() {
        return metaServer()
                .thenCompose(server -> ask(
                        server,
                        ConnectionHeader.CLIENT_META_SERVICE,
                        "GetActiveMaster",
                        new byte[0],
                        AdminMessages::activeMaster));
    }

    /** The state of the cluster according to the active master. */
    public CompletableFuture<ClusterState> state() {
        return askMaster("GetClusterStatus", AdminMessages.clusterStatusRequest(), AdminMessages::clusterStatus);
    }

    /** The name that a region server gives itself. */
    public CompletableFuture<ServerName> identify(ServerName server) {
        return askServer(server, "GetServerInfo", new byte[0], AdminMessages::serverInfo);
    }

    /** What the regions of a table have done on a server, in no order. */
    public CompletableFuture<List<RegionCounts>> regionLoads(ServerName server, TableName table) {
        return askServer(server, "GetRegionLoad", AdminMessages.ofTable(table), AdminMessages::regionLoads);
    }

    /**
     * The names of a table's column families, by the active master; none if there is no such table. The master tells them
     * to a user who may create or administer the table, and fails the question of others with {@link
     * io.sluice.AccessDeniedException}.
     */
    public CompletableFuture<List<byte[]>> families(TableName table) {
        return askMaster("GetTableDescriptors", AdminMessages.ofTable(table), AdminMessages::families);
    }

    private <T> CompletableFuture<T> askMaster(String method, byte[] param, Decoder<byte[], T> decoder) {
        return master().thenCompose(master -> ask(master, ConnectionHeader.MASTER_SERVICE, method, param, decoder));
    }

    private <T> CompletableFuture<T> askServer(
            ServerName server, String method, byte[] param, Decoder<byte[], T> decoder) {
        return security.afterLogin(() -> ask(server, ConnectionHeader.ADMIN_SERVICE, method, param, decoder));
    }

    private <T> CompletableFuture<T> ask(
            ServerName server, String service, String method, byte[] param, Decoder<byte[], T> decoder) {
        return RpcConnection.ask(connector.open(server, service), method, param, timeoutNanos, decoder);
    }

    /** Ends the network threads; questions without an answer fail. */
    @Override
    public void close() {
        try {
            registry.closeAsync().join();
        } catch (CompletionException e) {
            // The threads end all the same.
        }
        connector.close();
        loops.closeAsync().join();
        timer.close();
    }
}
