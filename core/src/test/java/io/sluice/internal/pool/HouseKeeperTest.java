package io.sluice.internal.pool;

import static io.sluice.internal.pool.PoolFixture.SECOND;
import static io.sluice.internal.pool.PoolFixture.size;
import static io.sluice.internal.pool.PoolFixture.withCare;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.internal.pool.PoolSettings.Care;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HouseKeeperTest {
    private static final Care NONE = new Care(0, 0, 0, 0, false, 0);

    private static PoolSettings keeping(int min, int max, Care care) {
        return withCare(PoolFixture.settings(new PoolSettings.Size(min, max, 2)), care);
    }

    @Test
    void idle_connectionsNotUsed_areClosed_thoseInUseAreNot() {
        PoolFixture fixture = PoolFixture.warm(size(3, 2), 3);
        Lease<FakeConnection> held = fixture.lease();

        fixture.time.advance(119 * SECOND);
        assertThat(fixture.now().open()).isEqualTo(3);
        fixture.time.advance(61 * SECOND);

        assertThat(fixture.now()).isEqualTo(new PoolNumbers.Now(0, 1, 1, 0, 0, 0));
        assertThat(held.connection().isOpen()).isTrue();
        assertThat(fixture.pool.numbers().closed()).containsEntry(CloseReason.IDLE, 2L);
    }

    @Test
    void idle_connectionUsedNowAndThen_stays() {
        PoolFixture fixture = PoolFixture.warm(size(3, 2), 1);
        for (int i = 0; i < 20; i++) {
            fixture.time.advance(100 * SECOND);
            fixture.lease().release();
        }
        assertThat(fixture.now().open()).isEqualTo(1);
    }

    @Test
    void nothingOpen_nothingTicks() {
        PoolFixture fixture = PoolFixture.warm(size(3, 2), 2);
        fixture.time.advance(600 * SECOND);
        assertThat(fixture.now().open()).isZero();
        assertThat(fixture.time.waiting()).isZero();
    }

    @Test
    void minimum_isOpenedAtTheBeginning_keptWhenIdle_andRefilled() {
        PoolFixture fixture = new PoolFixture(keeping(2, 4, Care.DEFAULTS));
        assertThat(fixture.connects).hasSize(2);
        assertThat(fixture.succeed(0).isOpen()).isTrue();
        assertThat(fixture.succeed(1).isOpen()).isTrue();
        fixture.time.advance(600 * SECOND);
        assertThat(fixture.now().open()).isEqualTo(2);

        fixture.connections.get(0).close();
        fixture.time.advance(SECOND);

        assertThat(fixture.connects).hasSize(3);
    }

    @Test
    void minimum_serverUnreachable_isLeftAloneUntilItIsWantedAgain() {
        PoolFixture fixture = new PoolFixture(keeping(1, 4, Care.DEFAULTS));
        fixture.connects.get(0).completeExceptionally(new IOException("refused"));
        fixture.time.advance(600 * SECOND);
        assertThat(fixture.connects).hasSize(1);

        CompletableFuture<Lease<FakeConnection>> wanted = fixture.acquire();
        assertThat(fixture.succeed(1).isOpen()).isTrue();
        wanted.join().release();
        fixture.connections.get(0).close();
        fixture.time.advance(SECOND);
        assertThat(fixture.connects).hasSize(3);
    }

    /** The end of a pool whose server nobody wants any more. */
    @Test
    void minimum_poolClosedForBeingUnused_nothingTicks() {
        PoolFixture fixture = new PoolFixture(keeping(1, 4, Care.DEFAULTS));
        fixture.connects.get(0).completeExceptionally(new IOException("refused"));
        fixture.time.advance(60 * SECOND);

        assertThat(fixture.pool.closeIfUnused()).isTrue();

        fixture.time.advance(60 * SECOND);
        assertThat(fixture.time.waiting()).isZero();
    }

    @Test
    void lifetime_isOver_closesWhenGivenBack_variedBetweenConnections() {
        Care care = new Care(0, 1000 * SECOND, 0.5, 0, false, 0);
        PoolFixture fixture = PoolFixture.warm(keeping(0, 8, care), 8);
        Lease<FakeConnection> held = fixture.lease();
        fixture.time.advance(499 * SECOND);
        assertThat(fixture.now().open()).isEqualTo(8);

        boolean some = false;
        while (fixture.now().idle() > 0) {
            fixture.time.advance(10 * SECOND);
            some |= fixture.now().open() > 1 && fixture.now().open() < 8;
        }

        assertThat(some).as("not all at the same time").isTrue();
        assertThat(fixture.time.elapsedNanos()).isLessThanOrEqualTo(1_040 * SECOND);
        fixture.time.advance(1_000 * SECOND);
        assertThat(held.connection().isOpen()).isTrue();
        assertThat(fixture.pool.tryAcquire()).as("gets no new lease").isNull();
        held.release();
        assertThat(held.connection().isOpen()).isFalse();
        assertThat(fixture.pool.numbers().closed()).containsEntry(CloseReason.LIFETIME, 8L);
    }

    @Test
    void health_idleConnections_areCheckedAndClosedIfTheyFail() {
        Care care = new Care(0, 0, 0, 10 * SECOND, false, 0);
        PoolFixture fixture = PoolFixture.warm(keeping(0, 4, care), 4);
        fixture.connections.get(0).health = CompletableFuture.completedFuture(false);
        fixture.connections.get(1).health = CompletableFuture.failedFuture(new IOException("no answer"));
        fixture.connections.get(2).health = new CompletableFuture<>();

        fixture.time.advance(13 * SECOND);
        assertThat(fixture.now().open()).isEqualTo(2);
        fixture.time.advance(13 * SECOND);

        assertThat(fixture.now()).isEqualTo(new PoolNumbers.Now(1, 0, 0, 0, 0, 0));
        assertThat(fixture.connections.get(3).isOpen()).isTrue();
        assertThat(fixture.pool.numbers().closed()).containsEntry(CloseReason.UNHEALTHY, 3L);
    }

    @Test
    void health_connectionInUse_isNotChecked() {
        Care care = new Care(0, 0, 0, 10 * SECOND, false, 0);
        PoolFixture fixture = PoolFixture.warm(keeping(0, 4, care), 1);
        fixture.connections.get(0).health = CompletableFuture.completedFuture(false);
        Lease<FakeConnection> held = fixture.lease();
        fixture.time.advance(60 * SECOND);
        assertThat(held.connection().isOpen()).isTrue();
        held.release();
        fixture.time.advance(13 * SECOND);
        assertThat(held.connection().isOpen()).isFalse();
    }

    @Test
    void health_checksAreNoUse_idleConnectionsAreStillClosed() {
        Care care = new Care(120 * SECOND, 0, 0, 10 * SECOND, false, 0);
        PoolFixture fixture = PoolFixture.warm(keeping(0, 4, care), 2);
        fixture.time.advance(130 * SECOND);
        assertThat(fixture.now().open()).isZero();
    }

    @Test
    void health_leasesAreTimed_checksDoNotCountAsUse() {
        Care care = new Care(0, 0, 0, 10 * SECOND, true, 0);
        PoolFixture fixture = PoolFixture.warm(keeping(0, 4, care), 1);
        fixture.time.advance(60 * SECOND);
        assertThat(fixture.pool.numbers().acquires().usedNanos()).isZero();
    }

    @Test
    void leak_inTestMode_isCounted_andLeasesAreReleasedOnceOnly() {
        Care care = new Care(0, 0, 0, 0, false, 60 * SECOND);
        PoolFixture fixture = PoolFixture.warm(keeping(0, 4, care), 1);
        Lease<FakeConnection> kept = fixture.lease();
        Lease<FakeConnection> released = fixture.lease();
        assertThat(kept).isNotSameAs(released);
        released.release();
        assertThatThrownBy(released::release).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(released::connection).isInstanceOf(IllegalStateException.class);

        fixture.time.advance(59 * SECOND);
        assertThat(fixture.pool.numbers().acquires().leaks()).isZero();
        fixture.time.advance(60 * SECOND);
        assertThat(fixture.pool.numbers().acquires().leaks()).as("said once").isEqualTo(1);
        assertThat(fixture.now().leases()).isEqualTo(1);
        kept.release();
        assertThat(fixture.now().leases()).isZero();
    }

    @Test
    void close_waitsForLeasedConnectionsUntilTheDeadline() {
        PoolFixture fixture = PoolFixture.warm(keeping(0, 4, NONE), 3);
        Lease<FakeConnection> first = fixture.lease();
        Lease<FakeConnection> second = fixture.lease();

        CompletableFuture<Void> closed = fixture.pool.closeAsync(5 * SECOND);

        assertThat(fixture.now().open()).as("the idle one is closed").isEqualTo(2);
        assertThatThrownBy(() -> fixture.acquire().join()).hasMessageContaining("the pool is closed");
        first.release();
        assertThat(first.connection().isOpen()).isFalse();
        assertThat(second.connection().isOpen()).isTrue();
        assertThat(closed).isNotDone();
        fixture.time.advance(5 * SECOND);
        assertThat(second.connection().isOpen()).isFalse();
        assertThat(closed).isCompleted();
        assertThat(fixture.time.waiting()).isZero();
        second.release();
        assertThat(fixture.pool.closeAsync(0)).isCompleted();
    }

    @Test
    void close_failsWhoWaits_andClosesWhatComesLate() {
        PoolFixture fixture = new PoolFixture(keeping(0, 4, NONE));
        CompletableFuture<Lease<FakeConnection>> waits = fixture.acquire();
        CompletableFuture<Void> closed = fixture.pool.closeAsync(0);

        assertThatThrownBy(waits::join).hasMessageContaining("no connection to target: the pool is closed");
        assertThat(closed).isNotDone();
        assertThat(fixture.succeed(0).isOpen()).isFalse();
        assertThat(closed).isCompleted();
    }
}
