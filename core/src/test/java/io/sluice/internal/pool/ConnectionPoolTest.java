package io.sluice.internal.pool;

import static io.sluice.internal.pool.PoolFixture.SECOND;
import static io.sluice.internal.pool.PoolFixture.size;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ConnectionPoolTest {
    private static final IOException REFUSED = new IOException("refused");

    @Test
    void acquire_noneOpen_opensAndServesWhenOpen() {
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
    void acquire_connectFails_failsAlikeUntilTheExpiry() {
        PoolFixture fixture = new PoolFixture(size(4, 2));
        CompletableFuture<Lease<FakeConnection>> first = fixture.acquire();
        fixture.connects.get(0).completeExceptionally(REFUSED);
        assertThatThrownBy(first::join).hasRootCause(REFUSED);

        fixture.time.advance(2 * SECOND - 1);
        assertThatThrownBy(() -> fixture.acquire().join()).hasRootCause(REFUSED);
        assertThat(fixture.connects).hasSize(1);

        fixture.time.advance(1);
        assertThat(fixture.acquire()).isNotDone();
        assertThat(fixture.connects).hasSize(2);
    }
}
