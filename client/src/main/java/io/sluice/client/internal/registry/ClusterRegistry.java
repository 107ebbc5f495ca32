package io.sluice.client.internal.registry;

import io.sluice.ServerName;
import java.util.concurrent.CompletableFuture;

/** Knows where a cluster is. Safe for use by many threads; futures complete on threads of the implementation. */
public interface ClusterRegistry {

    /**
     * Asks who serves {@code hbase:meta}; nothing is remembered. Fails within a bounded time: with
     * {@link io.sluice.RegistryUnavailableException}, which names each address tried, when nobody answers, and with
     * another {@link java.io.IOException} when the answer is that nobody serves it at the moment.
     */
    CompletableFuture<ServerName> metaLocation();

    /** Which registry this is and where, for messages. */
    String describe();

    /** Fails what is still asked and lets go of sockets and threads. */
    CompletableFuture<Void> closeAsync();
}
