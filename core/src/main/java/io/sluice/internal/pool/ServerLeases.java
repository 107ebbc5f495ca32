package io.sluice.internal.pool;

import io.sluice.ServerName;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Leases of connections to region servers. Safe for use by many threads. */
public interface ServerLeases<C extends PooledConnection> {

    /**
     * A lease of the least loaded open connection to the server, or null if none is available now. If all are saturated,
     * another connection is opened in the background.
     */
    @Nullable Lease<C> tryAcquire(ServerName server);

    /**
     * A lease of a connection to the server. If none is available, the first connection that is opened or released serves
     * the caller.
     *
     * @param timeoutNanos how long it may take; positive
     * @return already complete if one is available now. Fails with the {@link java.io.IOException} of the connect, or of a
     *     recent one, with {@link AcquireTimeoutException} or {@link TooManyPendingException}, or because the pool is
     *     closed
     */
    CompletableFuture<Lease<C>> acquire(ServerName server, long timeoutNanos);
}
