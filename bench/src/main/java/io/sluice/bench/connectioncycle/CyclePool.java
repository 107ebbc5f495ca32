package io.sluice.bench.connectioncycle;

/**
 * A pool under test, full of connections that are nothing but objects.
 *
 * @param <T> what the pool hands out
 */
interface CyclePool<T> {

    /** Waits as long as it takes. */
    T acquire() throws InterruptedException;

    void release(T lease);
}
