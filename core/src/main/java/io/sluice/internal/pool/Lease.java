package io.sluice.internal.pool;

/**
 * The right to one call at a time on a connection, or to the connection as a whole where the pool gives each to one user
 * only. Leases of the same connection may be the same object.
 */
public interface Lease<C extends PooledConnection> {

    /** The connection; to be used until the release and not after it. */
    C connection();

    /**
     * Gives the right back, once, on any thread. May run code of the callers that wait for it, so no lock should be
     * held.
     *
     * @throws IllegalStateException if the connection has no lease at all any more, which shows that one was released twice
     */
    void release();
}
