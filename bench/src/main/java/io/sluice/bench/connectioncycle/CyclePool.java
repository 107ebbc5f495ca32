package io.sluice.bench.connectioncycle;

/**
 * A pool under test, full of connections that are plain objects.
 *
 * @param <T> the type of its connections
 */
interface CyclePool<T> {

    /** Takes a connection; waits without a limit. */
    T acquire() throws InterruptedException;

    void release(T lease);
}
