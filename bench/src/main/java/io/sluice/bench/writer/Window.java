package io.sluice.bench.writer;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/** Bounds the puts in flight of a contender that does not, and counts their outcomes. */
final class Window {
    private final int size;
    private final Semaphore free;
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder failed = new LongAdder();

    Window(int size) {
        this.size = size;
        free = new Semaphore(size);
    }

    /** Waits for a place. */
    void enter() throws InterruptedException {
        free.acquire();
    }

    void acknowledged() {
        acknowledged.increment();
        free.release();
    }

    void failed() {
        failed.increment();
        free.release();
    }

    /** Waits until nothing is in flight. */
    void awaitEmpty() throws InterruptedException {
        free.acquire(size);
        free.release(size);
    }

    long acknowledgedCount() {
        return acknowledged.sum();
    }

    long failedCount() {
        return failed.sum();
    }
}
