package io.sluice.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Threads that wait for ever, threads and futures that give up, all on two connections: every waiter is served.
 *
 * <p>Seen hanging when a thread does not clear {@code Waiter.woken} before it looks.
 */
class HandoffQueueStressTest {
    private static final int CYCLES = 5_000;
    private static final int THREADS = 8;
    private static final int MAX = 2;

    private final AtomicInteger inUse = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(Fairness.class)
    void pool_manyThreads_everybodyIsServedAndTheLimitIsKept(Fairness fairness) throws Exception {
        ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        Timer timer = (task, delayNanos) -> {
            Future<?> scheduled = scheduler.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        };
        ConnectionPool<FakeConnection> pool = new ConnectionPool<>(
                "stress",
                loop -> CompletableFuture.completedFuture(new FakeConnection(loop)),
                PoolSettings.exclusive(MAX).withFairness(fairness),
                PoolParts.of(timer, Clock.system(), 1));
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
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
        } finally {
            threads.shutdownNow();
            scheduler.shutdownNow();
        }
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
}
