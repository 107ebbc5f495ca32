package io.sluice.client;

import io.sluice.ServerName;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a warm-up has done.
 *
 * @param servers a report for each server
 * @param took from the call to this report
 */
public record WarmUpReport(Map<ServerName, ServerReport> servers, Duration took) {
    public WarmUpReport {
        servers = Map.copyOf(servers);
    }

    /** Whether the warm-up has finished with every server, in time and without an error. */
    public boolean isComplete() {
        return servers.values().stream()
                .allMatch(server -> server.finished() && server.errors().isEmpty());
    }

    /** Connections that the warm-up opened to servers with which it has finished. */
    public int opened() {
        return servers.values().stream().mapToInt(ServerReport::opened).sum();
    }

    /**
     * One server.
     *
     * @param opened connections that the warm-up opened; 0 unless it has finished
     * @param open connections that are open
     * @param errors of the connects that failed
     * @param finished false if the deadline came first
     */
    public record ServerReport(int opened, int open, List<Throwable> errors, boolean finished) {
        public ServerReport {
            errors = List.copyOf(errors);
        }
    }
}
