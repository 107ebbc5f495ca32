package io.sluice.embedded.child;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;

/** The stock client's connection, opened at the first command. For use by one thread. */
final class Cluster implements AutoCloseable {
    private final Configuration configuration;
    private @Nullable Connection connection;

    Cluster(Configuration configuration) {
        this.configuration = configuration;
    }

    Connection connection() throws IOException {
        Connection open = connection;
        if (open == null) {
            open = ConnectionFactory.createConnection(configuration);
            connection = open;
        }
        return open;
    }

    /** Returns a new administrator of the connection, which the caller closes. */
    Admin admin() throws IOException {
        return connection().getAdmin();
    }

    @Override
    public void close() throws IOException {
        if (connection != null) {
            connection.close();
        }
    }
}
