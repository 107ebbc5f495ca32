package io.sluice.test;

import io.sluice.Configuration;
import io.sluice.client.AsyncConnection;
import io.sluice.client.Connection;
import io.sluice.client.ConnectionFactory;
import io.sluice.testserver.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cluster and the connection of one test. */
final class Rig implements AutoCloseable {
    private final TestCluster cluster;
    private final Duration closeTimeout;
    private @Nullable Connection connection;

    Rig(SluiceTest settings) {
        if (settings.servers() < 1 || settings.closeSeconds() < 0) {
            throw new IllegalArgumentException(
                    "@SluiceTest needs at least 1 server and a closeSeconds of at least 0, not " + settings.servers()
                            + " and " + settings.closeSeconds());
        }
        closeTimeout = Duration.ofSeconds(settings.closeSeconds());
        cluster = TestCluster.start(settings.servers());
        for (String table : settings.tables()) {
            cluster.createTable(table);
        }
    }

    TestCluster cluster() {
        return cluster;
    }

    Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set("hbase.client.registry.impl", "RpcConnectionRegistry");
        configuration.set("hbase.client.bootstrap.servers", cluster.bootstrapServers());
        return configuration;
    }

    Connection connection() {
        if (connection == null) {
            try {
                connection = ConnectionFactory.createConnection(configuration());
            } catch (IOException e) {
                throw new UncheckedIOException("no connection to the test's servers", e);
            }
        }
        return connection;
    }

    AsyncConnection asyncConnection() {
        return connection().toAsyncConnection();
    }

    @Override
    public void close() {
        try (cluster) {
            if (connection != null) {
                connection.toAsyncConnection().closeAsync(closeTimeout).join();
            }
        }
        List<String> violations = cluster.violations();
        if (!violations.isEmpty()) {
            throw new AssertionError("The servers received requests that HBase would not understand: " + violations);
        }
    }
}
