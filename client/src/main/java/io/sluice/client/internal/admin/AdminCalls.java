package io.sluice.client.internal.admin;

import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.ClusterState;
import io.sluice.client.RegionCounts;
import io.sluice.client.internal.net.Decoder;
import io.sluice.client.internal.net.NettyConnector;
import io.sluice.client.internal.net.RegionServerConnection;
import io.sluice.client.internal.wire.ConnectionHeader;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Calls about servers, each on a connection of its own that is closed after the answer. Safe for use by many threads. */
public final class AdminCalls {
    private final NettyConnector connector;
    private final long timeoutNanos;

    /**
     * @param connector stays the caller's
     * @param timeoutNanos for one call, without the connect
     */
    public AdminCalls(NettyConnector connector, long timeoutNanos) {
        this.connector = connector;
        this.timeoutNanos = timeoutNanos;
    }

    /** Asks a server which master is active; region servers can tell from HBase 2.5 on. */
    public CompletableFuture<ServerName> activeMaster(ServerName server) {
        return call(
                server,
                ConnectionHeader.CLIENT_META_SERVICE,
                "GetActiveMaster",
                new byte[0],
                AdminMessages::activeMaster);
    }

    /** Asks the active master about the cluster. */
    public CompletableFuture<ClusterState> clusterStatus(ServerName master) {
        return call(
                master,
                ConnectionHeader.MASTER_SERVICE,
                "GetClusterStatus",
                AdminMessages.clusterStatusRequest(),
                AdminMessages::clusterStatus);
    }

    /** Asks a region server who it is. */
    public CompletableFuture<ServerName> serverInfo(ServerName server) {
        return call(server, ConnectionHeader.ADMIN_SERVICE, "GetServerInfo", new byte[0], AdminMessages::serverInfo);
    }

    /** Asks a region server what its regions of a table have done. */
    public CompletableFuture<List<RegionCounts>> regionLoads(ServerName server, TableName table) {
        return call(
                server,
                ConnectionHeader.ADMIN_SERVICE,
                "GetRegionLoad",
                AdminMessages.regionLoadRequest(table),
                AdminMessages::regionLoads);
    }

    /** Asks the active master which column families a table has. */
    public CompletableFuture<List<byte[]>> families(ServerName master, TableName table) {
        return call(
                master,
                ConnectionHeader.MASTER_SERVICE,
                "GetTableDescriptors",
                AdminMessages.tableDescriptorsRequest(table),
                AdminMessages::families);
    }

    private <T> CompletableFuture<T> call(
            ServerName server, String service, String method, byte[] param, Decoder<byte[], T> decoder) {
        return connector
                .open(server.getHostname(), server.getPort(), service)
                .thenCompose(connection -> call(connection, method, param))
                .thenCompose(Decoder.step(decoder));
    }

    private CompletableFuture<byte[]> call(RegionServerConnection connection, String method, byte[] param) {
        return connection
                .call(method, param, timeoutNanos)
                .whenComplete((answer, error) -> connection.close())
                .thenApply(answer -> answer.message());
    }
}
