package io.sluice.client;

import io.sluice.Configuration;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.internal.Inspector;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Sluice. Asks a cluster about itself, for tools that find out what is wrong: unlike {@link AsyncConnection} it can be opened
 * when the cluster, or a part of it, does not answer. Each question goes over a connection of its own and fails with an
 * {@link java.io.IOException} within twice {@code hbase.ipc.client.socket.timeout.connect}. Safe for use by many threads.
 */
public final class ClusterInspector implements AutoCloseable {
    private final Inspector inspector;

    private ClusterInspector(Inspector inspector) {
        this.inspector = inspector;
    }

    /**
     * Makes one; nothing is sent yet.
     *
     * @throws IllegalArgumentException if the configuration has a value that cannot be used
     */
    public static ClusterInspector open(Configuration conf) {
        return new ClusterInspector(new Inspector(new Configuration(conf)));
    }

    /** Where the cluster is looked for, for messages. */
    public String registry() {
        return inspector.registry();
    }

    /** How sockets are served: {@code epoll} or {@code nio}. */
    public String transport() {
        return inspector.transport();
    }

    /** The server of {@code hbase:meta}. */
    public CompletableFuture<ServerName> metaServer() {
        return inspector.metaServer();
    }

    /** Which master is active: asks the server of {@code hbase:meta}, which can tell from HBase 2.5 on. */
    public CompletableFuture<ServerName> master() {
        return inspector.master();
    }

    /** The state of the cluster according to the active master. */
    public CompletableFuture<ClusterState> state() {
        return inspector.state();
    }

    /** The name that a region server gives itself. */
    public CompletableFuture<ServerName> identify(ServerName server) {
        return inspector.identify(server);
    }

    /** What the regions of a table have done on a server, in no order. */
    public CompletableFuture<List<RegionCounts>> regionLoads(ServerName server, TableName table) {
        return inspector.regionLoads(server, table);
    }

    /**
     * The names of a table's column families, by the active master; none if there is no such table. The master tells them
     * to a user who may create or administer the table, and fails the question of others with {@link
     * io.sluice.AccessDeniedException}.
     */
    public CompletableFuture<List<byte[]>> families(TableName table) {
        return inspector.families(table);
    }

    /** Ends the network threads; questions without an answer fail. */
    @Override
    public void close() {
        inspector.close();
    }
}
