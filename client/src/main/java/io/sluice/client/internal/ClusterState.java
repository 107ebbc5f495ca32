package io.sluice.client.internal;

import io.sluice.ServerName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a cluster according to its active master.
 *
 * @param version HBase's version, of the master
 * @param clusterId the cluster's id
 * @param master the active master, null if the answer names none
 * @param servers region servers that live
 * @param deadServers region servers that have died and did not come back
 */
public record ClusterState(
        String version,
        String clusterId,
        @Nullable ServerName master,
        List<LiveServer> servers,
        List<ServerName> deadServers) {
    public ClusterState {
        servers = List.copyOf(servers);
        deadServers = List.copyOf(deadServers);
    }

    /**
     * A region server that lives.
     *
     * @param name its name
     * @param regions regions it had at its last report
     * @param reportedAt when it reported last by its own clock; it does so every 3 s by default ({@code
     *     hbase.regionserver.msginterval})
     */
    public record LiveServer(ServerName name, int regions, Instant reportedAt) {}
}
