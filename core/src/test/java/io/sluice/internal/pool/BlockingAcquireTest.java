package io.sluice.internal.pool;

import static io.sluice.internal.pool.PoolFixture.size;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The form of acquire in which a thread waits. */
class BlockingAcquireTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);

    private final List<CompletableFuture<FakeConnection>> connects = Collections.synchronizedList(new ArrayList<>());

    private ConnectionPool<FakeConnection> pool(PoolSettings settings) {
        return new ConnectionPool<>(
                "target",
                loop -> {
                    CompletableFuture<FakeConnection> connect = new CompletableFuture<>();
                    connects.add(connect);
                    return connect;
                },
                settings,
                new PoolParts((task, delayNanos) -> () -> {}, Clock.system(), Integer.MAX_VALUE, 1));
    }

    /** A pool whose one connection is leased. */
    private ConnectionPool<FakeConnection> exhausted(Fairness fairness, List<Lease<FakeConnection>> held) {
        ConnectionPool<FakeConnection> pool = pool(PoolFixture.withFairness(size(1, 1), fairness));
        CompletableFuture<WarmUpResult> unused = pool.warmUp(1, 1);
        connects.get(0).complete(new FakeConnection(0));
        held.add(pool.acquireAsync(LONG).join());
        return pool;
    }

    private static Thread start(Interruptible body, CompletableFuture<Void> result) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
                result.complete(null);
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        thread.start();
        return thread;
    }

    private interface Interruptible {
        void run() throws Exception;
    }

    private static void awaitPending(ConnectionPool<?> pool, int count) {
        while (pool.numbers().now().pending() != count) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @EnumSource(Fairness.class)
    void acquire_released_isServed(Fairness fairness) throws Exception {
        List<Lease<FakeConnection>> held = new ArrayList<>();
        ConnectionPool<FakeConnection> pool = exhausted(fairness, held);
        CompletableFuture<Void> served = new CompletableFuture<>();
        Thread unused = start(() -> pool.acquire(LONG).release(), served);
        awaitPending(pool, 1);

        held.get(0).release();

        served.get(20, TimeUnit.SECONDS);
        assertThat(pool.numbers().now().leases()).isZero();
        assertThat(pool.numbers().acquires().waited()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Fairness.class)
    void acquire_noneInTime_failsAndIsNoLongerInTheQueue(Fairness fairness) {
        List<Lease<FakeConnection>> held = new ArrayList<>();
        ConnectionPool<FakeConnection> pool = exhausted(fairness, held);

        assertThatThrownBy(() -> pool.acquire(1_000_000)).isInstanceOf(AcquireTimeoutException.class);

        assertThat(pool.numbers().now().pending()).isZero();
        assertThat(pool.numbers().acquires().timeouts()).isEqualTo(1);
        held.get(0).release();
        assertThat(pool.tryAcquire()).isNotNull();
    }

    @ParameterizedTest
    @EnumSource(Fairness.class)
    void acquire_interrupted_leavesTheQueueAndTheTurnToTheNext(Fairness fairness) throws Exception {
        List<Lease<FakeConnection>> held = new ArrayList<>();
        ConnectionPool<FakeConnection> pool = exhausted(fairness, held);
        CompletableFuture<Void> interrupted = new CompletableFuture<>();
        Thread thread = start(() -> pool.acquire(LONG).release(), interrupted);
        awaitPending(pool, 1);
        CompletableFuture<Void> next = new CompletableFuture<>();
        Thread unused = start(() -> pool.acquire(LONG).release(), next);
        awaitPending(pool, 2);

        thread.interrupt();

        assertThatThrownBy(() -> interrupted.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedException.class);
        assertThat(pool.numbers().now().pending()).isEqualTo(1);
        held.get(0).release();
        next.get(20, TimeUnit.SECONDS);
    }

    @Test
    void acquire_connectFails_throwsItsCause() {
        ConnectionPool<FakeConnection> pool = pool(size(1, 1));
        IOException refused = new IOException("refused");
        CompletableFuture<Void> failed = new CompletableFuture<>();
        Thread unused = start(() -> pool.acquire(LONG).release(), failed);
        awaitPending(pool, 1);
        while (connects.isEmpty()) {
            Thread.onSpinWait();
        }

        connects.get(0).completeExceptionally(refused);

        assertThatThrownBy(() -> failed.get(20, TimeUnit.SECONDS)).hasCause(refused);
    }

    @Test
    void acquire_poolClosed_throws() throws Exception {
        List<Lease<FakeConnection>> held = new ArrayList<>();
        ConnectionPool<FakeConnection> pool = exhausted(Fairness.ADAPTIVE, held);
        CompletableFuture<Void> failed = new CompletableFuture<>();
        Thread unused = start(() -> pool.acquire(LONG).release(), failed);
        awaitPending(pool, 1);

        CompletableFuture<Void> closed = pool.closeAsync(0);

        assertThatThrownBy(() -> failed.get(20, TimeUnit.SECONDS)).hasMessageContaining("the pool is closed");
        assertThatThrownBy(() -> pool.acquire(LONG)).hasMessageContaining("the pool is closed");
        closed.get(20, TimeUnit.SECONDS);
    }

    @Test
    void acquireAndRelease_connectionFree_isTheEntryItself() throws Exception {
        ConnectionPool<FakeConnection> pool = pool(size(1, 1));
        CompletableFuture<WarmUpResult> unused = pool.warmUp(1, 1);
        connects.get(0).complete(new FakeConnection(0));
        Lease<FakeConnection> first = pool.acquire(LONG);
        first.release();
        CompletableFuture<Lease<FakeConnection>> second = pool.acquireAsync(LONG);
        assertThat(second.join()).as("nothing is made for a lease").isSameAs(first);
        first.release();
        assertThat(pool.acquireAsync(LONG)).isSameAs(second);
    }
}
