package io.sluice.bench.connectioncycle;

import com.sun.management.ThreadMXBean;
import io.sluice.bench.connectioncycle.CycleThread.Phases;
import io.sluice.bench.connectioncycle.CycleThread.Shared;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Directs the threads through the phases: both loops to warm up, then calls counted without a clock, then check-outs
 * timed.
 *
 * @param <T> the type of the pool's connections
 */
final class CycleRun<T> {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    private static final long MOST_NANOS_TO_WAIT = TimeUnit.SECONDS.toNanos(10);

    private final CyclePlan plan;
    private final CyclePool<T> pool;
    private final Shared shared;
    private final List<CycleThread<T>> threads = new ArrayList<>();

    /** Starts the threads; they wait. */
    CycleRun(CyclePlan plan, CyclePool<T> pool) {
        this.plan = plan;
        this.pool = pool;
        int count = plan.threads();
        shared = new Shared(
                new CyclicBarrier(count + 1),
                new AtomicInteger(),
                new AtomicLongArray((count + 1) * CycleThread.STRIDE),
                new Phases());
        for (int i = 0; i < count; i++) {
            threads.add(new CycleThread<>(pool, shared, i));
        }
        threads.forEach(Thread::start);
    }

    /** Runs all phases and ends the threads. */
    CycleMeasured measure() throws InterruptedException {
        List<long[]> turns = new ArrayList<>();
        List<Double> callsPerMilli = new ArrayList<>();
        long[] bytes = new long[2];
        Phase warmup = () -> Thread.sleep(plan.warmupMillis());
        phase(false, warmup);
        phase(true, warmup);
        phase(false, () -> {
            bytes[0] = allocated();
            turns.add(turns());
            for (int i = 0; i < plan.windows(); i++) {
                callsPerMilli.add(window(turns));
            }
            bytes[1] = allocated();
        });
        phase(true, () -> Thread.sleep(plan.windows() * plan.windowMillis()));
        shared.phases().last = true;
        await();
        return measured(callsPerMilli, turns, bytes[1] - bytes[0]);
    }

    /** The work of the directing thread during a phase. */
    private interface Phase {
        void run() throws InterruptedException;
    }

    private void phase(boolean timed, Phase meanwhile) throws InterruptedException {
        List<T> all = new ArrayList<>();
        for (int i = 0; i < plan.max(); i++) {
            all.add(pool.acquire());
        }
        shared.phases().timed = timed;
        shared.phases().running = true;
        shared.phases().gate = new CountDownLatch(1);
        shared.begun().set(0);
        await();
        awaitWaiting(plan.threads());
        all.forEach(pool::release);
        // Otherwise threads that begin early queue up behind those that are still being served, and fair pools never
        // get rid of that queue.
        awaitWaiting(plan.threads() + Math.min(plan.threads(), plan.max()));
        shared.phases().openedNanos = System.nanoTime();
        shared.phases().gate.countDown();
        meanwhile.run();
        shared.phases().running = false;
        await();
    }

    private void await() throws InterruptedException {
        try {
            shared.barrier().await();
        } catch (BrokenBarrierException e) {
            throw new IllegalStateException("a thread failed", e);
        }
    }

    private void awaitWaiting(int begun) throws InterruptedException {
        long deadline = System.nanoTime() + MOST_NANOS_TO_WAIT;
        while (shared.begun().get() < begun || threads.stream().anyMatch(CycleRun::runs)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(
                        shared.begun() + " instead of " + begun + " wait, or have a connection and wait");
            }
            Thread.sleep(1);
        }
    }

    private static boolean runs(Thread thread) {
        return thread.getState() == Thread.State.RUNNABLE;
    }

    private double window(List<long[]> turns) throws InterruptedException {
        long calls = LongStream.of(turns.get(turns.size() - 1)).sum();
        long begin = System.nanoTime();
        Thread.sleep(plan.windowMillis());
        long[] now = turns();
        long nanos = System.nanoTime() - begin;
        turns.add(now);
        return (LongStream.of(now).sum() - calls) * NANOS_PER_MILLI / nanos;
    }

    private long[] turns() {
        return LongStream.range(0, plan.threads())
                .map(index -> shared.turns().get((int) index * CycleThread.STRIDE))
                .toArray();
    }

    private long allocated() {
        long[] ids = threads.stream().mapToLong(Thread::getId).toArray();
        return LongStream.of(
                        ManagementFactory.getPlatformMXBean(ThreadMXBean.class).getThreadAllocatedBytes(ids))
                .sum();
    }

    private CycleMeasured measured(List<Double> callsPerMilli, List<long[]> turns, long bytes) {
        long[] first = turns.get(0);
        long[] last = turns.get(turns.size() - 1);
        long[] had = new long[first.length];
        for (int i = 0; i < had.length; i++) {
            had[i] = last[i] - first[i];
        }
        Histogram all = new Histogram(threads.get(0).acquireNanos());
        threads.forEach(thread -> all.add(thread.acquireNanos()));
        return new CycleMeasured(
                callsPerMilli,
                (double) bytes / Math.max(1, LongStream.of(had).sum()),
                Turns.least(had),
                Turns.median(had),
                Turns.none(had),
                Stream.of(Latency.values())
                        .map(part -> all.getValueAtPercentile(part.percentile()) / NANOS_PER_MICRO)
                        .toList());
    }
}
