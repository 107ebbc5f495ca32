package io.sluice.internal.pool;

import static io.sluice.internal.pool.PoolFixture.SECOND;
import static io.sluice.internal.pool.PoolFixture.size;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private final IOException refused = new IOException("refused");

    private static List<Integer> perLoop(PoolFixture... fixtures) {
        return IntStream.range(0, 3)
                .mapToObj(loop -> Arrays.stream(fixtures)
                        .mapToInt(fixture -> Collections.frequency(fixture.loops, loop))
                        .sum())
                .toList();
    }

    @Test
    void warmUp_opensInParallelUpToTheNumber_onAllLoopsEvenly() {
        PoolFixture fixture = new PoolFixture(size(20, 1));

        CompletableFuture<WarmUpResult> result = fixture.pool.warmUp(10, 10);

        assertThat(fixture.connects)
                .as("all at once, whatever maxConnecting is")
                .hasSize(10);
        assertThat(perLoop(fixture)).containsExactlyInAnyOrder(3, 3, 4);
        for (int i = 0; i < 10; i++) {
            assertThat(result).isNotDone();
            assertThat(fixture.succeed(i).isOpen()).isTrue();
        }
        assertThat(result.join()).isEqualTo(new WarmUpResult(10, 10, List.of()));
    }

    @Test
    void warmUp_smallParallelism_isKept() {
        PoolFixture fixture = new PoolFixture(size(20, 1));
        CompletableFuture<WarmUpResult> result = fixture.pool.warmUp(5, 2);
        for (int opened = 0; opened < 5; opened++) {
            assertThat(fixture.connects).hasSize(Math.min(5, opened + 2));
            assertThat(fixture.succeed(opened).isOpen()).isTrue();
        }
        assertThat(result.join().opened()).isEqualTo(5);
    }

    /** Thousands of times, since it takes a thread that is overtaken between two lines. */
    @Test
    void warmUp_connectsThatEndTogether_areAllCounted() throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            for (int round = 0; round < 5_000; round++) {
                PoolFixture fixture = new PoolFixture(size(2, 1));
                CompletableFuture<WarmUpResult> result = fixture.pool.warmUp(2, 2);
                Future<Boolean> second = other.submit(() -> {
                    together.await();
                    return fixture.connects.get(1).complete(new FakeConnection(1));
                });
                together.await();
                fixture.connects.get(0).complete(new FakeConnection(0));
                assertThat(second.get()).isTrue();
                assertThat(result.join()).isEqualTo(new WarmUpResult(2, 2, List.of()));
            }
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void warmUp_oneConnectFails_othersGoOn() {
        PoolFixture fixture = new PoolFixture(size(4, 1));
        CompletableFuture<WarmUpResult> result = fixture.pool.warmUp(3, 1);

        fixture.connects.get(0).completeExceptionally(refused);
        assertThat(fixture.connects).hasSize(2);
        assertThat(fixture.succeed(1).isOpen()).isTrue();
        assertThat(fixture.succeed(2).isOpen()).isTrue();

        assertThat(result.join()).isEqualTo(new WarmUpResult(2, 2, List.of(refused)));
    }

    @Test
    void warmUp_firstOpen_servesWhoWaits() {
        PoolFixture fixture = new PoolFixture(size(4, 1));
        CompletableFuture<Lease<FakeConnection>> waits = fixture.acquire();
        CompletableFuture<WarmUpResult> result = fixture.pool.warmUp(4, 4);
        assertThat(fixture.connects).as("the one on its way counts").hasSize(4);

        FakeConnection third = fixture.succeed(2);

        assertThat(waits.join().connection()).isSameAs(third);
        assertThat(result).isNotDone();
    }

    @Test
    void warmUp_nothingLeftToOpen_doesNothing() {
        PoolFixture fixture = PoolFixture.warm(size(2, 1), 2);
        assertThat(fixture.lease()).isNotNull();
        assertThat(fixture.lease()).isNotNull();

        assertThat(fixture.pool.warmUp(10, 5).join()).isEqualTo(new WarmUpResult(0, 2, List.of()));
        assertThat(fixture.pool.warmUp(0, 5).join().opened()).isZero();
        assertThat(fixture.connects).hasSize(2);
        assertThatThrownBy(() -> fixture.pool.warmUp(-1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> fixture.pool.warmUp(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void warmUp_totalLimit_waitsForItsTurn() {
        PoolFixture fixture = new PoolFixture(size(10, 1), 3);
        PoolFixture beside = fixture.beside(size(10, 1));
        CompletableFuture<WarmUpResult> result = fixture.pool.warmUp(4, 4);
        CompletableFuture<WarmUpResult> resultBeside = beside.pool.warmUp(2, 2);
        assertThat(fixture.connects).hasSize(3);
        assertThat(beside.connects).isEmpty();

        for (int i = 0; i < 4; i++) {
            assertThat(fixture.succeed(i).isOpen()).isTrue();
            assertThat(fixture.limit.taken.get()).isLessThanOrEqualTo(3);
        }
        assertThat(result.join().opened()).isEqualTo(4);
        assertThat(beside.succeed(0).isOpen()).isTrue();
        assertThat(beside.succeed(1).isOpen()).isTrue();
        assertThat(resultBeside.join().opened()).isEqualTo(2);
        assertThat(fixture.limit.taken.get()).isZero();
    }

    @Test
    void warmUp_pausedPool_reportsTheCause() {
        PoolFixture fixture = new PoolFixture(size(4, 1));
        CompletableFuture<Lease<FakeConnection>> first = fixture.acquire();
        fixture.connects.get(0).completeExceptionally(refused);
        assertThat(first).isCompletedExceptionally();
        assertThat(fixture.pool.warmUp(2, 2).join()).isEqualTo(new WarmUpResult(0, 0, List.of(refused)));
        assertThat(fixture.connects).hasSize(1);
    }

    @Test
    void warmUp_closedPool_ends() {
        PoolFixture fixture = new PoolFixture(size(4, 1));
        CompletableFuture<WarmUpResult> result = fixture.pool.warmUp(3, 1);
        CompletableFuture<Void> closed = fixture.pool.closeAsync(SECOND);

        FakeConnection late = fixture.succeed(0);

        assertThat(late.isOpen()).isFalse();
        assertThat(closed).isCompleted();
        assertThat(result.join().open()).isZero();
        assertThat(fixture.connects).hasSize(1);
    }

    @Test
    void loops_onePool_differByOneAtMost_alsoWithoutWarmUp() {
        PoolFixture fixture = new PoolFixture(size(6, 1));
        for (int i = 0; i < 6; i++) {
            assertThat(fixture.acquire()).isNotDone();
            assertThat(fixture.succeed(i).isOpen()).isTrue();
            assertThat(Collections.max(perLoop(fixture)) - Collections.min(perLoop(fixture)))
                    .isLessThanOrEqualTo(1);
        }
        assertThat(perLoop(fixture)).containsExactly(2, 2, 2);
    }

    @Test
    void loops_connectionLost_isReplacedWhereItWas() {
        PoolFixture fixture = PoolFixture.warm(size(6, 1), 6);
        FakeConnection gone = fixture.connections.get(4);
        gone.close();

        CompletableFuture<WarmUpResult> result = fixture.pool.warmUp(6, 1);

        assertThat(fixture.succeed(6).loop).isEqualTo(gone.loop);
        assertThat(result.join()).isEqualTo(new WarmUpResult(1, 6, List.of()));
    }

    @Test
    void loops_manyPoolsWithOneConnection_areSpread() {
        PoolFixture first = new PoolFixture(size(6, 1));
        PoolFixture second = first.beside(size(6, 1));
        PoolFixture third = first.beside(size(6, 1));
        for (PoolFixture fixture : List.of(first, second, third)) {
            assertThat(fixture.acquire()).isNotDone();
        }
        assertThat(perLoop(first, second, third)).containsExactly(1, 1, 1);
    }
}
