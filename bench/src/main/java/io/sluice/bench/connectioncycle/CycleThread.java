package io.sluice.bench.connectioncycle;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;

/**
 * One of the threads that check out and in. The directing thread holds all connections until every other thread waits
 * for one; a thread that gets one waits until all have been given out. So each phase begins in the same state for each
 * pool. A phase ends when each thread has finished its last call: since no thread begins another, all waiting ones are
 * served.
 *
 * @param <T> the type of the pool's connections
 */
final class CycleThread<T> extends Thread {
    /** Distance of counters, in longs: two cache lines, so that no thread writes into its neighbour's. */
    static final int STRIDE = 16;

    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int DIGITS = 2;

    private final CyclePool<T> pool;
    private final Shared shared;
    private final int slot;
    private final Histogram acquireNanos = new Histogram(LONGEST_NANOS, DIGITS);

    /**
     * The state that the threads of a run share.
     *
     * @param barrier for all of them and the directing thread, at the beginning and the end of a phase
     * @param begun number of threads that have begun the phase, plus those that wait at the gate
     * @param turns the calls of each so far, {@link #STRIDE} apart
     */
    record Shared(CyclicBarrier barrier, AtomicInteger begun, AtomicLongArray turns, Phases phases) {}

    /** Written by the directing thread; a new gate for each phase. */
    static final class Phases {
        volatile CountDownLatch gate = new CountDownLatch(0);
        volatile long openedNanos;
        volatile boolean timed;
        volatile boolean running;
        volatile boolean last;
    }

    @SuppressWarnings("ThreadPriorityCheck") // The thread would inherit the higher priority of the directing thread.
    CycleThread(CyclePool<T> pool, Shared shared, int index) {
        this.pool = pool;
        this.shared = shared;
        slot = index * STRIDE;
        setDaemon(true);
        setPriority(NORM_PRIORITY);
    }

    /** Durations of its check-outs in the last timed phase; read them after it. */
    Histogram acquireNanos() {
        return acquireNanos;
    }

    @Override
    public void run() {
        try {
            while (true) {
                shared.barrier.await();
                if (shared.phases.last) {
                    return;
                }
                shared.begun.incrementAndGet();
                begin();
                if (shared.phases.timed) {
                    time();
                } else {
                    count();
                }
                shared.barrier.await();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("the directing thread has ended", e);
        }
    }

    /** Begins a phase. A thread that is not among the first has waited since the gate was opened. */
    private void begin() throws InterruptedException {
        acquireNanos.reset();
        T first = pool.acquire();
        if (shared.phases.gate.getCount() == 0) {
            acquireNanos.recordValue(System.nanoTime() - shared.phases.openedNanos);
        } else {
            shared.begun.incrementAndGet();
            shared.phases.gate.await();
        }
        pool.release(first);
    }

    /** Counts calls, with one plain write for each and no clock. */
    private void count() throws InterruptedException {
        long turns = shared.turns.get(slot);
        while (shared.phases.running) {
            pool.release(pool.acquire());
            turns++;
            shared.turns.lazySet(slot, turns);
        }
    }

    /**
     * Times calls. A call that is unfinished at the end of the phase is finished and recorded, or a starving thread
     * would be left out.
     */
    private void time() throws InterruptedException {
        while (shared.phases.running) {
            long begin = System.nanoTime();
            T lease = pool.acquire();
            long end = System.nanoTime();
            pool.release(lease);
            acquireNanos.recordValue(end - begin);
        }
    }
}
