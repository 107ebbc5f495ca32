package io.sluice.internal.pool;

import io.sluice.ServerName;
import java.util.concurrent.CompletableFuture;

/** The open connections to region servers, by server. Safe for use by many threads. */
public interface ConnectionPool<C extends PooledConnection> {

    /**
     * An open connection to the server; it is opened when there is none.
     *
     * @return already complete while a connection is open. Fails with the {@link java.io.IOException} of the connect,
     *     or of an earlier connect that failed a moment ago, or because the pool is closed
     */
    CompletableFuture<C> acquire(ServerName server);

    /** Closes all connections and refuses new ones. The future completes when the last has ended. */
    CompletableFuture<Void> closeAsync();
}
