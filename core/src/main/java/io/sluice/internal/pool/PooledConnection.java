package io.sluice.internal.pool;

import java.util.concurrent.CompletableFuture;

/** A connection as a pool sees it. Many callers may use one at the same time. */
public interface PooledConnection {

    /** Whether calls may still be made on it; once false it stays false. */
    boolean isOpen();

    /** Completes when the connection has ended for whatever reason; never exceptionally. */
    CompletableFuture<Void> closed();

    /** Ends it; calls without an answer fail. Safe to call twice. */
    void close();

    /** Whether new calls would only wait, as with a full socket buffer. Called often, so it must be cheap. */
    default boolean isSaturated() {
        return false;
    }

    /**
     * Checks whether the other side still answers.
     *
     * @return false or an error if it does not; need not complete, since the pool has a timeout of its own
     */
    default CompletableFuture<Boolean> checkHealth() {
        return CompletableFuture.completedFuture(isOpen());
    }
}
