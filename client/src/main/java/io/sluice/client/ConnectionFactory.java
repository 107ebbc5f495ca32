package io.sluice.client;

import io.sluice.Configuration;
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
}
