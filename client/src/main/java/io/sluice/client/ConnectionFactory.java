package io.sluice.client;

import io.sluice.Configuration;
import io.sluice.client.internal.ConnectionOverAsync;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Creates connections, as HBase's class of this name; {@link AsyncConnections} has all settings. */
public final class ConnectionFactory {
    private ConnectionFactory() {}

    /** Connects with {@link HBaseConfiguration#create()}. */
    public static CompletableFuture<AsyncConnection> createAsyncConnection() {
        return AsyncConnections.builder().build();
    }

    /**
     * Connects.
     *
     * @return fails with an {@link java.io.IOException} that names what was tried if no cluster answers in time
     */
    public static CompletableFuture<AsyncConnection> createAsyncConnection(Configuration conf) {
        return AsyncConnections.builder().configuration(conf).build();
    }

    /** Connects with {@link HBaseConfiguration#create()}, and waits for the connection. */
    public static Connection createConnection() throws IOException {
        return ConnectionOverAsync.await(createAsyncConnection());
    }

    /**
     * Connects, and waits for the connection.
     *
     * @throws IOException if no cluster answers in time; names what was tried
     * @throws java.io.InterruptedIOException if the thread was interrupted while it waited
     */
    public static Connection createConnection(Configuration conf) throws IOException {
        return ConnectionOverAsync.await(createAsyncConnection(conf));
    }
}
