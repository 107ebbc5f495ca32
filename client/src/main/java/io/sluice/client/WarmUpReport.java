package io.sluice.client;

import io.sluice.ServerName;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a warm-up has done.
 *
 * @param servers each server that was to be connected to
 * @param took from the call to this report
 */
public record WarmUpReport(Map<ServerName, ServerReport> servers, Duration took) {
    public WarmUpReport {
        servers = Map.copyOf(servers);
    }

    /** Whether every server has what it was to have, in time and without an error. */
    public boolean isComplete() {
        return servers.values().stream()
                .allMatch(server -> server.finished() && server.errors().isEmpty());
    }

    /** Connections to all servers that the warm-up opened and finished with. */
    public int opened() {
        return servers.values().stream().mapToInt(ServerReport::opened).sum();
    }

    /**
     * One server.
     *
     * @param opened connections that the warm-up opened; 0 unless it has finished
     * @param open connections that there are
     * @param errors of the connects that failed
     * @param finished false if the deadline came first
     */
    public record ServerReport(int opened, int open, List<Throwable> errors, boolean finished) {
        public ServerReport {
            errors = List.copyOf(errors);
        }
    }
}
