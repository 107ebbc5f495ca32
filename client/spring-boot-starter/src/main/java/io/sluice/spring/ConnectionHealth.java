package io.sluice.spring;

import io.sluice.client.AsyncConnection;
import io.sluice.client.ConnectionState;
import java.util.List;
import java.util.Map;

/**
 * Whether a connection can be used: it cannot if it is closed, or if every known server fails. Sends no request, so it
 * may be called often.
 *
 * @param details shown with the status
 */
record ConnectionHealth(boolean up, Map<String, Object> details) {
    static ConnectionHealth of(AsyncConnection connection) {
        if (connection.isClosed()) {
            return new ConnectionHealth(false, Map.of("connection", "closed"));
        }
        ConnectionState state = connection.state();
        List<String> failing = state.servers().stream()
                .filter(server -> server.failuresInARow() > 0)
                .map(ConnectionState.Server::address)
                .toList();
        boolean allFail =
                !failing.isEmpty() && failing.size() == state.servers().size();
        return new ConnectionHealth(
                !allFail,
                Map.of(
                        "failingServers",
                        failing,
                        "budgetUsedBytes",
                        state.budget().usedBytes(),
                        "budgetLimitBytes",
                        state.budget().limitBytes()));
    }
}
