package io.sluice.client.internal;

import io.sluice.Configuration;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.ClusterState;
import io.sluice.client.ConnectionPoolSettings;
import io.sluice.client.CredentialsProvider;
import io.sluice.client.RegionCounts;
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
import java.util.function.Supplier;

/** Answers the questions of a {@code ClusterInspector}, whose methods say what each of them means. Sends nothing before the first. */
public final class Inspector {
    private final EventLoops loops;
    private final EventLoopTimer timer;
    private final ChannelSecurity security;
    private final NettyConnector connector;
    private final ClusterRegistry registry;
    private final long timeoutNanos;

    /** @param conf its own copy */
    public Inspector(Configuration conf) {
        ConnectionSettings settings = ConnectionKeys.settings(conf, ConnectionPoolSettings.defaults(), Map.of());
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

    public String registry() {
        return registry.describe();
    }

    public String transport() {
        return loops.transport();
    }

    public CompletableFuture<ServerName> metaServer() {
        return afterLogin(registry::metaLocation);
    }

    public CompletableFuture<ServerName> master() {
        return metaServer()
                .thenCompose(server -> ask(
                        server,
                        ConnectionHeader.CLIENT_META_SERVICE,
                        "GetActiveMaster",
                        new byte[0],
                        AdminMessages::activeMaster));
    }

    public CompletableFuture<ClusterState> state() {
        return askMaster("GetClusterStatus", AdminMessages.clusterStatusRequest(), AdminMessages::clusterStatus);
    }

    public CompletableFuture<ServerName> identify(ServerName server) {
        return askServer(server, "GetServerInfo", new byte[0], AdminMessages::serverInfo);
    }

    public CompletableFuture<List<RegionCounts>> regionLoads(ServerName server, TableName table) {
        return askServer(server, "GetRegionLoad", AdminMessages.ofTable(table), AdminMessages::regionLoads);
    }

    public CompletableFuture<List<byte[]>> families(TableName table) {
        return askMaster("GetTableDescriptors", AdminMessages.ofTable(table), AdminMessages::families);
    }

    private <T> CompletableFuture<T> askMaster(String method, byte[] param, Decoder<byte[], T> decoder) {
        return master().thenCompose(master -> ask(master, ConnectionHeader.MASTER_SERVICE, method, param, decoder));
    }

    private <T> CompletableFuture<T> askServer(
            ServerName server, String method, byte[] param, Decoder<byte[], T> decoder) {
        return afterLogin(() -> ask(server, ConnectionHeader.ADMIN_SERVICE, method, param, decoder));
    }

    private <T> CompletableFuture<T> ask(
            ServerName server, String service, String method, byte[] param, Decoder<byte[], T> decoder) {
        return RpcConnection.ask(
                connector.open(server.getHostname(), server.getPort(), service), method, param, timeoutNanos, decoder);
    }

    private <T> CompletableFuture<T> afterLogin(Supplier<CompletableFuture<T>> question) {
        return security.prepare().thenCompose(ready -> question.get());
    }

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
