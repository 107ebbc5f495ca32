package io.sluice.bench.connectioncycle;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;

/** The floor: the simplest possible pool. */
final class SemaphorePool implements CyclePool<Object> {
    private final Semaphore permits;
    private final ConcurrentLinkedDeque<Object> idle = new ConcurrentLinkedDeque<>();

    SemaphorePool(int max, boolean fair) {
        permits = new Semaphore(max, fair);
        for (int i = 0; i < max; i++) {
            idle.add(new Object());
        }
    }

    @Override
    public Object acquire() throws InterruptedException {
        permits.acquire();
        Object lease = idle.pollFirst();
        while (lease == null) {
            // There is one, but it was put back behind the position of this search.
            Thread.onSpinWait();
            lease = idle.pollFirst();
        }
        return lease;
    }

    @Override
    public void release(Object lease) {
        idle.addFirst(lease);
        permits.release();
    }
}
