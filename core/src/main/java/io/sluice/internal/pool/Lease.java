package io.sluice.internal.pool;

/**
 * The right to one call at a time on a connection, or to the whole connection if the pool gives each to one user only.
 * Leases of the same connection may be the same object.
 */
public interface Lease<C extends PooledConnection> {

    /** The connection, which must not be used after the release. */
    C connection();

    /**
     * Gives the lease back, once, on any thread. May run code of the callers that wait for it, so no lock should be held.
     *
     * @throws IllegalStateException if the connection has no lease at all, which shows that one was released twice
     */
    void release();
}
