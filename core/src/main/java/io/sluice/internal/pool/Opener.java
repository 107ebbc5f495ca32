package io.sluice.internal.pool;

import java.util.concurrent.CompletableFuture;

/** Opens one more connection of a pool. */
@FunctionalInterface
public interface Opener<C extends PooledConnection> {

    /**
     * Opens it.
     *
     * @param lane the event loop on which the pool wants it, 0 to the number of lanes less 1: see {@link Lanes}
     * @return a connection that is ready for calls. Must complete, within a connect timeout of its own
     */
    CompletableFuture<C> open(int lane);
}
