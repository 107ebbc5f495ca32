package io.sluice.internal.pool;

import io.sluice.ServerName;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Leases of connections to region servers. Safe for use by many threads. */
public interface ServerLeases<C extends PooledConnection> {

    /**
     * A lease of the least loaded open connection to the server, if one is to be had now. A connection is opened in the
     * background when all are busy.
     */
    @Nullable Lease<C> tryAcquire(ServerName server);

    /**
     * A lease of a connection to the server. If none is to be had, a connection is opened or the release of a lease is
     * waited for, whichever comes first.
     *
     * @param timeoutNanos how long it may take; positive
     * @return already complete if one is to be had now. Fails with the {@link java.io.IOException} of the connect, or of
     *     an earlier connect that failed a moment ago, with {@link AcquireTimeoutException} or {@link
     *     TooManyPendingException}, or because the pool is closed
     */
    CompletableFuture<Lease<C>> acquire(ServerName server, long timeoutNanos);
}
