package io.sluice.client;

import io.sluice.Configuration;
import io.sluice.client.internal.ConnectionOverAsync;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** HBase's way to a connection; {@link AsyncConnections} has all settings. */
public final class ConnectionFactory {
    private ConnectionFactory() {}

    /** Connects as {@link HBaseConfiguration#create()} says. */
    public static CompletableFuture<AsyncConnection> createAsyncConnection() {
        return AsyncConnections.builder().build();
    }

    /**
     * Connects.
     *
     * @return fails with an {@link java.io.IOException} that names what was tried when no cluster answers in time
     */
    public static CompletableFuture<AsyncConnection> createAsyncConnection(Configuration conf) {
        return AsyncConnections.builder().configuration(conf).build();
    }

    /** Connects as {@link HBaseConfiguration#create()} says, and waits for it. */
    public static Connection createConnection() throws IOException {
        return ConnectionOverAsync.await(createAsyncConnection());
    }

    /**
     * Connects, and waits for it.
     *
     * @throws IOException that names what was tried when no cluster answers in time
     * @throws java.io.InterruptedIOException if the thread was interrupted while it waited
     */
    public static Connection createConnection(Configuration conf) throws IOException {
        return ConnectionOverAsync.await(createAsyncConnection(conf));
    }
}
