package io.sluice.bench.connectioncycle;

/**
 * A pool under test, full of connections that are plain objects.
 *
 * @param <T> the type of its connections
 */
interface CyclePool<T> {

    /** Waits as long as it takes. */
    T acquire() throws InterruptedException;

    void release(T lease);
}
