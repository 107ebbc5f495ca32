package io.sluice.client.internal;

import io.sluice.Configuration;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.ClusterState;
import io.sluice.client.ConnectionPoolSettings;
import io.sluice.client.CredentialsProvider;
import io.sluice.client.RegionCounts;
import io.sluice.client.internal.admin.AdminCalls;
import io.sluice.client.internal.net.ConnectionSettings;
import io.sluice.client.internal.net.EventLoopTimer;
import io.sluice.client.internal.net.EventLoops;
import io.sluice.client.internal.net.NettyConnector;
import io.sluice.client.internal.registry.ClusterRegistry;
import io.sluice.client.internal.registry.Registries;
import io.sluice.client.internal.security.ChannelSecurity;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.time.Clock;
import java.util.List;
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
    private final AdminCalls calls;

    /** @param conf its own copy */
    public Inspector(Configuration conf) {
        ConnectionSettings settings = ConnectionKeys.settings(conf, ConnectionPoolSettings.defaults());
        security = new ChannelSecurity(
                SecurityKeys.settings(conf, CredentialsProvider.fromConfiguration(), null, settings.maxFrameBytes()));
        loops = EventLoops.create(1);
        timer = new EventLoopTimer(loops);
        try {
            connector = new NettyConnector(loops, settings, security, new ClientNumbers());
            registry = Registries.fromConfiguration(conf, connector.metaService(), timer, Clock.system());
            calls = new AdminCalls(connector, ConnectionKeys.connectTimeoutNanos(conf));
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
        return metaServer().thenCompose(calls::activeMaster);
    }

    public CompletableFuture<ClusterState> state() {
        return master().thenCompose(calls::clusterStatus);
    }

    public CompletableFuture<ServerName> identify(ServerName server) {
        return afterLogin(() -> calls.serverInfo(server));
    }

    public CompletableFuture<List<RegionCounts>> regionLoads(ServerName server, TableName table) {
        return afterLogin(() -> calls.regionLoads(server, table));
    }

    public CompletableFuture<List<byte[]>> families(TableName table) {
        return master().thenCompose(master -> calls.families(master, table));
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
