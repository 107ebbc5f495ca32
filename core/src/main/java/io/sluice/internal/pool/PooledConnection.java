package io.sluice.internal.pool;

import java.util.concurrent.CompletableFuture;

/** What a pool must know of a connection. Many callers may use one at the same time. */
public interface PooledConnection {

    /** Whether calls may still be made on it; once false it stays false. */
    boolean isOpen();

    /** Completes, always normally, when the connection has ended for whatever reason. */
    CompletableFuture<Void> closed();

    /** Ends it; calls without an answer fail. Safe to call twice. */
    void close();

    /** Whether it takes calls for now only to let them wait, as with a full socket buffer. Asked often: must be cheap. */
    default boolean isSaturated() {
        return false;
    }

    /**
     * Finds out whether the other side still answers.
     *
     * @return false or an error if it does not; may take for ever, since the pool has a timeout of its own
     */
    default CompletableFuture<Boolean> checkHealth() {
        return CompletableFuture.completedFuture(isOpen());
    }
}
