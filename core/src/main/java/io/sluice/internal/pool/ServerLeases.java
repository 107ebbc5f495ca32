package io.sluice.internal.pool;

import io.sluice.ServerName;
import java.util.concurrent.CompletableFuture;

/** Leases of connections to region servers. Safe for use by many threads. */
@FunctionalInterface
public interface ServerLeases<C extends PooledConnection> {

    /**
     * A lease of the least loaded open connection to the server. If none is available, the first connection that is opened or
     * released serves the caller. If all are saturated, another connection is opened in the background.
     *
     * @param timeoutNanos how long it may take; positive
     * @return already complete if one is available now. Fails with the {@link java.io.IOException} of the connect, or of a
     *     recent one, with {@link AcquireTimeoutException} or {@link TooManyPendingException}, or because the pool is
     *     closed
     */
    CompletableFuture<Lease<C>> acquire(ServerName server, long timeoutNanos);
}
