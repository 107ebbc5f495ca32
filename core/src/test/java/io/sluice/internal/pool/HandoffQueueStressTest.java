package io.sluice.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.LongForm;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads and futures that wait for ever, and some that give up: every waiter is served. */
@Tag(LongForm.TAG)
class HandoffQueueStressTest {
    private static final int CYCLES = 5_000;
    private static final int THREADS = 8;
    private static final int MAX = 2;
    private static final int ROUNDS = LongForm.choose(20_000, 50_000);

    private final AtomicInteger inUse = new AtomicInteger();

    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
        scheduler.shutdownNow();
    }

    private ConnectionPool<FakeConnection> pool(int connections, Fairness fairness) {
        Timer timer = (task, delayNanos) -> {
            Future<?> scheduled = scheduler.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        };
        return new ConnectionPool<>(
                "stress",
                loop -> CompletableFuture.completedFuture(new FakeConnection(loop)),
                PoolFixture.withFairness(PoolFixture.size(connections, 1), fairness),
                new PoolParts(timer, Clock.system(), Integer.MAX_VALUE, 1));
    }

    /** Seen hanging when a thread does not clear {@code Waiter.woken} before it looks. */
    @ParameterizedTest
    @EnumSource(Fairness.class)
    void pool_manyThreads_everybodyIsServedAndTheLimitIsKept(Fairness fairness) throws Exception {
        ConnectionPool<FakeConnection> pool = pool(MAX, fairness);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            boolean patient = i % 2 == 0;
            running.add(threads.submit(() -> cycle(pool, patient)));
        }
        for (Future<?> each : running) {
            each.get(60, TimeUnit.SECONDS);
        }
        // What nobody waits for may still be on its way back, on the thread of the timer.
        long giveUpNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        PoolNumbers.Now now = pool.numbers().now();
        while (now.leases() + now.pending() > 0 && System.nanoTime() - giveUpNanos < 0) {
            TimeUnit.MILLISECONDS.sleep(1);
            now = pool.numbers().now();
        }
        assertThat(now.leases()).isZero();
        assertThat(now.pending()).isZero();
        assertThat(now.idle()).isEqualTo(now.open()).isPositive();
    }

    private Void cycle(ConnectionPool<FakeConnection> pool, boolean patient) throws Exception {
        for (int i = 0; i < CYCLES; i++) {
            Lease<FakeConnection> lease;
            try {
                lease = pool.acquire(patient ? Long.MAX_VALUE : i % 100 * 1_000L);
            } catch (AcquireTimeoutException e) {
                // Gone from the queue: a future takes its place, which nobody waits for.
                var unused = pool.acquireAsync(Long.MAX_VALUE).thenAccept(Lease::release);
                continue;
            }
            assertThat(inUse.incrementAndGet()).isLessThanOrEqualTo(MAX);
            if (ThreadLocalRandom.current().nextInt(4) == 0) {
                LockSupport.parkNanos(1_000);
            }
            inUse.decrementAndGet();
            lease.release();
        }
        return null;
    }

    /**
     * The only release of a round meets the only waiter while it joins the queue. No later release serves a waiter that
     * both have overlooked. Seen hanging when a release reads the number of waiters before it frees its permit.
     */
    @ParameterizedTest
    @EnumSource(Fairness.class)
    void pool_onlyReleaseMeetsOnlyWaiter_waiterIsServed(Fairness fairness) throws Exception {
        ConnectionPool<FakeConnection> pool = pool(1, fairness);
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger served = new AtomicInteger();
        Future<?> waiter = threads.submit(() -> {
            for (int round = 1; round <= ROUNDS; round++) {
                awaitValue(begun, round);
                Lease<FakeConnection> lease = round % 2 == 0
                        ? pool.acquire(Long.MAX_VALUE)
                        : pool.acquireAsync(Long.MAX_VALUE).get();
                lease.release();
                served.set(round);
            }
            return null;
        });
        Future<?> holder = threads.submit(() -> {
            for (int round = 1; round <= ROUNDS; round++) {
                Lease<FakeConnection> lease = pool.acquire(Long.MAX_VALUE);
                begun.set(round);
                for (int spins = ThreadLocalRandom.current().nextInt(200); spins > 0; spins--) {
                    Thread.onSpinWait();
                }
                lease.release();
                awaitValue(served, round);
            }
            return null;
        });

        waiter.get(120, TimeUnit.SECONDS);
        holder.get(120, TimeUnit.SECONDS);

        assertThat(pool.numbers().now().leases()).isZero();
    }

    private static void awaitValue(AtomicInteger number, int value) throws InterruptedException {
        for (int spins = 0; number.get() < value; spins++) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (spins < 1_000) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
