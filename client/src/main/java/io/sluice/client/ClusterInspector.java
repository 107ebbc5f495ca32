package io.sluice.client;

import io.sluice.Configuration;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.internal.Inspections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Sluice. Asks a cluster about itself, for tools that look what is wrong: unlike {@link AsyncConnection} it can be opened
 * when the cluster, or a part of it, does not answer. Each question goes over a connection of its own and fails with an
 * {@link java.io.IOException} within twice {@code hbase.ipc.client.socket.timeout.connect}. Safe for use by many threads.
 */
public interface ClusterInspector extends AutoCloseable {

    /**
     * Makes one; nothing is sent yet.
     *
     * @throws IllegalArgumentException if the configuration has a value that cannot be used
     */
    static ClusterInspector open(Configuration conf) {
        return Inspections.open(new Configuration(conf));
    }

    /** Where the cluster is looked for, in words. */
    String registry();

    /** How sockets are served: {@code epoll} or {@code nio}. */
    String transport();

    /** Who serves {@code hbase:meta}. */
    CompletableFuture<ServerName> metaServer();

    /** Which master is active: asks the server of {@code hbase:meta}, which can tell from HBase 2.5 on. */
    CompletableFuture<ServerName> master();

    /** What the active master says of the cluster. */
    CompletableFuture<ClusterState> state();

    /** Who a region server says it is. */
    CompletableFuture<ServerName> identify(ServerName server);

    /** What the regions of a table have done on a server, in no order. */
    CompletableFuture<List<RegionCounts>> regionLoads(ServerName server, TableName table);

    /**
     * The names of a table's column families, by the active master; none if there is no such table. The master tells them
     * to a user who may create or administer the table, and fails the question of others with {@link
     * io.sluice.AccessDeniedException}.
     */
    CompletableFuture<List<byte[]>> families(TableName table);

    /** Ends the network threads; questions without an answer fail. */
    @Override
    void close();
}
