package io.sluice.bench.writer;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Bounds the puts in flight of a contender that does not do so itself, and counts their outcomes. Each thread acquires
 * and releases permits by the hundred, so that the bound costs the contender next to nothing.
 */
public final class Window {
    private static final int PORTION = 100;
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    /** So many that the caller never waits unless the server is slower than the caller. */
    private static final int MOST_PUTS = 100_000;

    /** The default memory budget of Sluice. */
    private static final long BUDGET_BYTES = 64L << 20;

    /** Approximate bytes of that budget that a put of the comparisons occupies besides its value. */
    private static final int BYTES_BESIDE_VALUE = 156;

    private final Semaphore free;
    private final ThreadLocal<int[]> allowed = ThreadLocal.withInitial(() -> new int[1]);
    private final ThreadLocal<int[]> settled = ThreadLocal.withInitial(() -> new int[1]);
    private final LongAdder entered = new LongAdder();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder failed = new LongAdder();

    /** @param size maximum number of puts; many times the number of threads times 100 */
    public Window(int size) {
        free = new Semaphore(size);
    }

    /**
     * Returns as many puts as Sluice's budget has room for, so that all contenders hold equally many bytes, but no more
     * than are useful.
     */
    static int defaultPuts(Load load) {
        return (int) Math.min(MOST_PUTS, BUDGET_BYTES / (load.valueBytes() + BYTES_BESIDE_VALUE));
    }

    /** Waits for a permit. */
    public void enter() throws InterruptedException {
        int[] mine = allowed.get();
        if (mine[0] == 0) {
            free.acquire(PORTION);
            mine[0] = PORTION;
        }
        mine[0]--;
        entered.increment();
    }

    /** A put has been acknowledged. */
    public void acknowledged() {
        acknowledged.increment();
        leave();
    }

    /** A put has failed. */
    public void failed() {
        failed.increment();
        leave();
    }

    private void leave() {
        int[] mine = settled.get();
        if (++mine[0] == PORTION) {
            mine[0] = 0;
            free.release(PORTION);
        }
    }

    /** Waits until nothing is in flight; no thread may enter in the meantime. */
    public void awaitEmpty() throws InterruptedException {
        while (acknowledged.sum() + failed.sum() < entered.sum()) {
            LockSupport.parkNanos(LOOK_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** Puts acknowledged so far. */
    public long acknowledgedCount() {
        return acknowledged.sum();
    }

    /** Puts failed so far. */
    public long failedCount() {
        return failed.sum();
    }
}
