package io.sluice.internal.pool;

import java.util.concurrent.CompletableFuture;

/** Opens one more connection of a pool. */
@FunctionalInterface
public interface Opener<C extends PooledConnection> {

    /**
     * @param loop number of the event loop to open it on, from 0: see {@link EventLoopBalancer}
     * @return a connection that is ready for calls. Must complete within its own connect timeout
     */
    CompletableFuture<C> open(int loop);
}
