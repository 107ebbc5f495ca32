package io.sluice.internal.pool;

import static io.sluice.internal.pool.PoolFixture.SECOND;
import static io.sluice.internal.pool.PoolFixture.size;
import static io.sluice.internal.pool.PoolFixture.withCare;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.internal.time.Clock;
import io.sluice.internal.time.ManualTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConnectionPoolTest {
    private final IOException refused = new IOException("refused");

    @Test
    void acquire_noneOpen_opensOneAndServesAllWhenItIsOpen() {
        PoolFixture fixture = new PoolFixture(size(4, 2));
        CompletableFuture<Lease<FakeConnection>> first = fixture.acquire();
        CompletableFuture<Lease<FakeConnection>> second = fixture.acquire();
        assertThat(fixture.connects).as("one serves both").hasSize(1);
        assertThat(fixture.now()).isEqualTo(new PoolNumbers.Now(0, 0, 0, 2, 1, 0));

        FakeConnection connection = fixture.succeed(0);

        assertThat(first.join().connection()).isSameAs(connection);
        assertThat(second.join().connection()).isSameAs(connection);
        assertThat(fixture.now()).isEqualTo(new PoolNumbers.Now(0, 1, 2, 0, 0, 0));
        first.join().release();
        second.join().release();
        assertThat(fixture.now()).isEqualTo(new PoolNumbers.Now(1, 0, 0, 0, 0, 0));
    }

    @Test
    void acquire_severalOpen_takesTheLeastLoaded() {
        PoolFixture fixture = PoolFixture.warm(size(3, 4), 3);
        Lease<FakeConnection> first = fixture.lease();
        Lease<FakeConnection> second = fixture.lease();
        Lease<FakeConnection> third = fixture.lease();
        assertThat(List.of(first.connection(), second.connection(), third.connection()))
                .doesNotHaveDuplicates();

        second.release();

        assertThat(fixture.lease().connection()).isSameAs(second.connection());
    }

    @Test
    void acquire_allFull_opensOneMoreAndTakesWhatIsFirst() {
        PoolFixture fixture = PoolFixture.warm(size(2, 1), 1);
        Lease<FakeConnection> held = fixture.lease();
        CompletableFuture<Lease<FakeConnection>> waits = fixture.acquire();
        assertThat(waits).isNotDone();
        assertThat(fixture.connects).hasSize(2);

        held.release();
        assertThat(waits.join().connection()).isSameAs(held.connection());

        // Nobody waits for the new one any more; it is there for the next.
        FakeConnection late = fixture.succeed(1);
        assertThat(fixture.lease().connection()).isSameAs(late);
    }

    @Test
    void acquire_allSaturated_opensAnotherAndDoesNotWaitForIt() {
        PoolFixture fixture = PoolFixture.warm(size(2, 16), 1);
        assertThat(fixture.lease().connection()).isNotNull();
        assertThat(fixture.connects).hasSize(1);

        fixture.connections.get(0).saturated = true;
        assertThat(fixture.lease().connection()).isSameAs(fixture.connections.get(0));
        assertThat(fixture.connects).hasSize(2);
        assertThat(fixture.lease()).isNotNull();
        assertThat(fixture.connects).as("one at a time").hasSize(2);

        FakeConnection second = fixture.succeed(1);
        assertThat(fixture.lease().connection()).isSameAs(second);
    }

    @Test
    void acquire_belowTheLimits_opensNoMoreThanOne() {
        PoolFixture fixture = PoolFixture.warm(size(4, 16), 1);
        for (int i = 0; i < 16; i++) {
            assertThat(fixture.acquire()).isCompleted();
        }
        assertThat(fixture.connects).hasSize(1);
        assertThat(fixture.acquire()).isNotDone();
        assertThat(fixture.connects).hasSize(2);
    }

    @Test
    void acquire_noneInTime_failsAndNamesTheNumbers() {
        PoolFixture fixture = PoolFixture.warm(size(1, 1), 1);
        Lease<FakeConnection> held = fixture.lease();
        CompletableFuture<Lease<FakeConnection>> waits = fixture.pool.acquireAsync(SECOND);
        fixture.time.advance(SECOND - 1);
        assertThat(waits).isNotDone();

        fixture.time.advance(1);

        assertThatThrownBy(waits::join)
                .hasCauseInstanceOf(AcquireTimeoutException.class)
                .hasMessageContaining("no connection to target in 1000 ms")
                .hasMessageContaining("1 leases of 1 open connections")
                .hasMessageContaining("maxConnections is 1");
        assertThat(fixture.pool.numbers().acquires().timeouts()).isEqualTo(1);
        assertThat(fixture.now().pending()).isZero();
        held.release();
        assertThat(fixture.lease()).isNotNull();
    }

    @Test
    void acquire_tooManyWait_isRefusedAtOnce() {
        PoolFixture fixture = new PoolFixture(new PoolSettings(
                new PoolSettings.Size(0, 1, 1),
                new PoolSettings.Waiting(Fairness.ADAPTIVE, 2),
                PoolSettings.Connecting.DEFAULTS,
                PoolSettings.Care.DEFAULTS));
        CompletableFuture<Lease<FakeConnection>> first = fixture.acquire();
        CompletableFuture<Lease<FakeConnection>> second = fixture.acquire();

        assertThatThrownBy(() -> fixture.acquire().join())
                .hasCauseInstanceOf(TooManyPendingException.class)
                .hasMessageContaining("2 callers already wait for a connection to target, and maxPendingAcquire is 2");

        assertThat(fixture.pool.numbers().acquires().refused()).isEqualTo(1);
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
    }

    @ParameterizedTest
    @EnumSource(Fairness.class)
    void acquire_thousandsThatGiveBackAtOnce_areAllServed(Fairness fairness) {
        PoolFixture fixture = PoolFixture.warm(PoolFixture.withFairness(size(1, 1), fairness), 1);
        Lease<FakeConnection> held = fixture.lease();
        AtomicInteger served = new AtomicInteger();
        for (int i = 0; i < 9_000; i++) {
            var unused = fixture.acquire().thenAccept(lease -> {
                served.getAndIncrement();
                lease.release();
            });
        }

        held.release();
        fixture.time.run();

        assertThat(served).hasValue(9_000);
        assertThat(fixture.now()).isEqualTo(new PoolNumbers.Now(1, 0, 0, 0, 0, 0));
    }

    @Test
    void acquire_cancelled_leavesTheLeaseToOthers() {
        PoolFixture fixture = PoolFixture.warm(size(1, 1), 1);
        Lease<FakeConnection> held = fixture.lease();
        CompletableFuture<Lease<FakeConnection>> cancelled = fixture.acquire();
        CompletableFuture<Lease<FakeConnection>> next = fixture.acquire();

        assertThat(cancelled.cancel(false)).isTrue();
        assertThat(fixture.now().pending()).isEqualTo(1);
        held.release();

        assertThat(next).isCompleted();
    }

    @Test
    void acquire_connectFails_failsAlikeUntilTheExpiry() {
        PoolFixture fixture = new PoolFixture(size(4, 2));
        CompletableFuture<Lease<FakeConnection>> first = fixture.acquire();
        fixture.connects.get(0).completeExceptionally(refused);
        assertThatThrownBy(first::join).hasRootCause(refused);
        assertThat(fixture.now().paused()).isEqualTo(1);

        fixture.time.advance(2 * SECOND - 1);
        assertThatThrownBy(() -> fixture.acquire().join()).hasRootCause(refused);
        assertThatThrownBy(() -> fixture.pool.acquire(SECOND)).isSameAs(refused);
        assertThat(fixture.connects).hasSize(1);

        fixture.time.advance(1);
        assertThat(fixture.acquire()).isNotDone();
        assertThat(fixture.connects).hasSize(2);
    }

    @Test
    void acquire_oneOfTwoConnectsFails_theOtherDecides() {
        PoolFixture fixture = new PoolFixture(size(4, 1));
        List<CompletableFuture<Lease<FakeConnection>>> waiting =
                List.of(fixture.acquire(), fixture.acquire(), fixture.acquire());
        assertThat(fixture.connects).hasSize(2);

        fixture.connects.get(0).completeExceptionally(refused);
        assertThat(fixture.connects).as("not replaced at once").hasSize(2);
        assertThat(waiting).allSatisfy(acquire -> assertThat(acquire).isNotDone());

        fixture.connects.get(1).completeExceptionally(refused);
        assertThat(waiting).allSatisfy(acquire -> assertThat(acquire).isCompletedExceptionally());
        assertThat(fixture.connects).hasSize(2);
    }

    @Test
    void acquire_openerThrows_failsAndIsRemembered() {
        PoolFixture fixture = new PoolFixture(size(4, 2));
        fixture.thrown = new IllegalStateException("loops have ended");
        assertThatThrownBy(() -> fixture.acquire().join()).hasRootCauseMessage("loops have ended");
        assertThatThrownBy(() -> fixture.acquire().join()).hasRootCauseMessage("loops have ended");
        assertThat(fixture.loops).hasSize(1);
    }

    @Test
    void acquire_growthFails_doesNotTouchWhoWaitsNorTryAgainAtOnce() {
        PoolFixture fixture = PoolFixture.warm(size(2, 1), 1);
        Lease<FakeConnection> held = fixture.lease();
        CompletableFuture<Lease<FakeConnection>> waits = fixture.acquire();
        fixture.connects.get(1).completeExceptionally(refused);
        assertThat(waits).isNotDone();
        assertThat(fixture.acquire()).isNotDone();
        assertThat(fixture.connects).hasSize(2);

        held.release();
        assertThat(waits).isCompleted();
        fixture.time.advance(2 * SECOND);
        assertThat(fixture.acquire()).isNotDone();
        assertThat(fixture.connects).hasSize(3);
    }

    @Test
    void connecting_moreWaitThanTheConnectsUnderWayServe_growsToTheLimitAndServesAll() {
        PoolFixture fixture = new PoolFixture(size(10, 1));
        List<CompletableFuture<Lease<FakeConnection>>> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiting.add(fixture.acquire());
        }
        for (int opened = 0; opened < 10; opened++) {
            assertThat(fixture.connects).as("after %d were opened", opened).hasSize(Math.min(10, opened + 2));
            assertThat(fixture.succeed(opened).isOpen()).isTrue();
        }
        assertThat(waiting).allSatisfy(acquire -> assertThat(acquire).isCompleted());
        assertThat(fixture.connects).hasSize(10);
    }

    @Test
    void connecting_growthFailed_isTriedAgainAfterTheBackOffThoughNothingElseHappens() {
        PoolFixture fixture = PoolFixture.warm(size(2, 1), 1);
        Lease<FakeConnection> held = fixture.lease();
        CompletableFuture<Lease<FakeConnection>> waits = fixture.acquire();
        fixture.connects.get(1).completeExceptionally(refused);

        fixture.time.advance(2 * SECOND);

        assertThat(fixture.connects).hasSize(3);
        FakeConnection second = fixture.succeed(2);
        assertThat(waits.join().connection()).isSameAs(second);
        held.release();
    }

    @Test
    void connecting_backOffAndTheOpenConnectionIsLostInUse_anotherIsOpenedAtOnce() {
        PoolFixture fixture = PoolFixture.warm(size(3, 1), 1);
        Lease<FakeConnection> held = fixture.lease();
        CompletableFuture<Lease<FakeConnection>> waits = fixture.acquire();
        fixture.connects.get(1).completeExceptionally(refused);

        held.connection().close();

        assertThat(fixture.connects).as("while its lease is still held").hasSize(3);
        FakeConnection next = fixture.succeed(2);
        assertThat(waits.join().connection()).isSameAs(next);
    }

    @Test
    void connecting_openerThrowsAnError_placeIsGivenBack() {
        PoolFixture fixture = new PoolFixture(size(1, 1), 1);
        fixture.thrown = new StackOverflowError("deep");
        assertThatThrownBy(() -> fixture.acquire().join()).hasRootCauseMessage("deep");
        fixture.thrown = null;
        fixture.time.advance(2 * SECOND);

        CompletableFuture<Lease<FakeConnection>> next = fixture.acquire();

        assertThat(fixture.connects).hasSize(1);
        FakeConnection connection = fixture.succeed(0);
        assertThat(next.join().connection()).isSameAs(connection);
    }

    @Test
    void connecting_limitedByPoolAndInTotal() {
        PoolSettings settings = size(8, 1);
        PoolFixture fixture = new PoolFixture(settings, 3);
        PoolFixture beside = fixture.beside(settings);
        for (int i = 0; i < 5; i++) {
            assertThat(fixture.acquire()).isNotDone();
            assertThat(beside.acquire()).isNotDone();
        }
        assertThat(fixture.connects).as("of its own two").hasSize(2);
        assertThat(beside.connects).as("of three in all").hasSize(1);

        fixture.connects.get(0).completeExceptionally(refused);

        assertThat(fixture.limit.taken.get()).isEqualTo(3);
        assertThat(fixture.connects.size() + beside.connects.size()).isEqualTo(4);
        assertThat(beside.connects).as("who was refused is called").hasSize(2);
    }

    @Test
    void connection_lost_isReplacedForWhoWaits() {
        PoolFixture fixture = PoolFixture.warm(size(1, 1), 1);
        Lease<FakeConnection> held = fixture.lease();
        CompletableFuture<Lease<FakeConnection>> waits = fixture.acquire();

        held.connection().close();
        assertThat(fixture.now().open()).isZero();
        held.release();

        assertThat(fixture.connects).hasSize(2);
        FakeConnection second = fixture.succeed(1);
        assertThat(waits.join().connection()).isSameAs(second);
        assertThat(fixture.pool.numbers().closed()).containsEntry(CloseReason.LOST, 1L);
    }

    @Test
    void release_twice_isRefusedAndHarmsNobody() {
        PoolFixture fixture = PoolFixture.warm(size(1, 2), 1);
        Lease<FakeConnection> lease = fixture.lease();
        lease.release();
        assertThatThrownBy(lease::release)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("released twice");
        assertThat(fixture.now()).isEqualTo(new PoolNumbers.Now(1, 0, 0, 0, 0, 0));
    }

    @Test
    void release_afterItsPlaceHasAnotherConnection_isRefused() {
        PoolFixture fixture = PoolFixture.warm(size(1, 1), 1);
        Lease<FakeConnection> old = fixture.lease();
        old.connection().close();
        old.release();
        CompletableFuture<Lease<FakeConnection>> waits = fixture.acquire();
        FakeConnection second = fixture.succeed(1);
        assertThat(waits.join().connection()).isSameAs(second);

        assertThatThrownBy(old::release).isInstanceOf(IllegalStateException.class);

        assertThat(fixture.now().leased()).isEqualTo(1);
    }

    @Test
    void numbers_timesOfWaitsConnectsAndUse() {
        PoolSettings.Care timed = new PoolSettings.Care(0, 0, 0, 0, true, 0);
        PoolFixture fixture = new PoolFixture(withCare(size(1, 1), timed));
        CompletableFuture<Lease<FakeConnection>> first = fixture.acquire();
        fixture.time.advance(30);
        FakeConnection unused = fixture.succeed(0);
        fixture.time.advance(100);
        CompletableFuture<Lease<FakeConnection>> second = fixture.acquire();
        fixture.time.advance(5);
        first.join().release();
        fixture.time.advance(1000);

        PoolNumbers numbers = fixture.pool.numbers();
        assertThat(second).isCompleted();
        assertThat(numbers.acquires()).isEqualTo(new PoolNumbers.Acquires(2, 2, 35, 30, 0, 0, 1105, 0));
        assertThat(numbers.connects()).isEqualTo(new PoolNumbers.Connects(1, 0, 30, 30));
        PoolNumbers twice = numbers.plus(numbers);
        assertThat(twice.acquires()).isEqualTo(new PoolNumbers.Acquires(4, 4, 70, 30, 0, 0, 2210, 0));
        assertThat(twice.now().leases()).isEqualTo(2);
    }

    /** Runs something once inside a call. */
    private static final class HookedClock implements Clock {
        private final Clock clock;
        private Runnable once = () -> {};

        HookedClock(Clock clock) {
            this.clock = clock;
        }

        @Override
        public long nanoTime() {
            Runnable task = once;
            once = () -> {};
            task.run();
            return clock.nanoTime();
        }

        @Override
        public long currentTimeMillis() {
            return clock.currentTimeMillis();
        }
    }

    /** No connect is begun for it, as there are as many as may be elsewhere: so nothing else would ever decide it. */
    @Test
    void acquire_whileThePoolIsClosedAsUnused_fails() {
        ManualTime time = new ManualTime();
        HookedClock clock = new HookedClock(time);
        ConnectLimit limit = new ConnectLimit(1);
        List<CompletableFuture<FakeConnection>> connects = new ArrayList<>();
        Opener<FakeConnection> opener = loop -> {
            connects.add(new CompletableFuture<>());
            return connects.get(connects.size() - 1);
        };
        ConnectionPool<FakeConnection> pool = new ConnectionPool<>(
                "target", opener, size(1, 1), new PoolParts(time, clock, limit, new EventLoopBalancer(1)));
        CompletableFuture<Lease<FakeConnection>> first = pool.acquireAsync(10 * SECOND);
        connects.get(0).completeExceptionally(new IOException("down"));
        assertThat(first).isCompletedExceptionally();
        time.advance(60 * SECOND);
        assertThat(limit.tryTake()).isTrue();
        List<CompletableFuture<Lease<FakeConnection>>> late = new ArrayList<>();
        // In the middle: it asks for the time, to see whether the pause after the failed connect is over.
        clock.once = () -> late.add(pool.acquireAsync(10 * SECOND));
        assertThat(pool.closeIfUnused()).isTrue();
        assertThat(late).singleElement().satisfies(lease -> assertThat(lease).isCompletedExceptionally());
    }
}
