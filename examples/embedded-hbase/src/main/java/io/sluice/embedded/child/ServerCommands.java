package io.sluice.embedded.child;

import io.sluice.embedded.internal.Tokens;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;

/** Commands for the region servers in this JVM. */
final class ServerCommands {
    private static final long POLL_MILLIS = 20;
    private static final long REPORT_NANOS = 60_000_000_000L;

    private final EmbeddedServer server;
    private final Cluster cluster;

    ServerCommands(EmbeddedServer server, Cluster cluster) {
        this.server = server;
        this.cluster = cluster;
    }

    void addTo(Map<String, Command> commands) {
        commands.put("killRegionServer", (arguments, data) -> {
            server.killRegionServer(ServerName.valueOf(arguments.text()));
            return List.of();
        });
        commands.put("startRegionServer", (arguments, data) -> {
            ServerName started = server.startRegionServer(arguments.count());
            awaitReported(started);
            return List.of(Tokens.of(started.toString()));
        });
    }

    /** Waits for the master's list of servers, since a server is online before it is in that list. */
    private void awaitReported(ServerName started) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        try (Admin admin = cluster.admin()) {
            while (!admin.getRegionServers().contains(started)) {
                if (System.nanoTime() - begin > REPORT_NANOS) {
                    throw new IOException("The master does not know " + started);
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
    }
}
