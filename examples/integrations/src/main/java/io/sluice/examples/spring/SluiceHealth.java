package io.sluice.examples.spring;

import io.sluice.client.AsyncConnection;
import io.sluice.client.ConnectionState;
import java.util.List;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** Down if the connection is closed, or if every known server fails. Sends no request, so it may be called often. */
final class SluiceHealth implements HealthIndicator {
    private final AsyncConnection connection;

    SluiceHealth(AsyncConnection connection) {
        this.connection = connection;
    }

    @Override
    public Health health() {
        if (connection.isClosed()) {
            return Health.down().withDetail("connection", "closed").build();
        }
        ConnectionState state = connection.state();
        List<String> failing = state.servers().stream()
                .filter(server -> server.failuresInARow() > 0)
                .map(ConnectionState.Server::address)
                .toList();
        boolean allFail =
                !failing.isEmpty() && failing.size() == state.servers().size();
        return (allFail ? Health.down() : Health.up())
                .withDetail("failingServers", failing)
                .withDetail("budgetUsedBytes", state.budget().usedBytes())
                .withDetail("budgetLimitBytes", state.budget().limitBytes())
                .build();
    }
}
