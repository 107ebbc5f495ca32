package io.sluice.internal.pool;

import java.util.concurrent.CompletableFuture;

/** What a pool must know of a connection. Many callers use one at the same time. */
public interface PooledConnection {

    /** Whether calls may still be made on it; once false it stays false. */
    boolean isOpen();

    /** Completes, always normally, when the connection has ended for whatever reason. */
    CompletableFuture<Void> closed();

    /** Ends it; calls without an answer fail. Safe to call twice. */
    void close();
}
