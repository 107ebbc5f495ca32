package io.sluice.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ServerName;
import io.sluice.internal.time.ManualTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SingleConnectionPoolTest {
    private static final ServerName SERVER = ServerName.valueOf("a", 1, 1);
    private static final long EXPIRY = 2_000;

    private final ManualTime time = new ManualTime();
    private final List<CompletableFuture<FakeConnection>> opening = new ArrayList<>();
    private final SingleConnectionPool<FakeConnection> pool = new SingleConnectionPool<>(this::open, time, EXPIRY);

    private static final class FakeConnection implements PooledConnection {
        private final CompletableFuture<Void> closed = new CompletableFuture<>();

        @Override
        public boolean isOpen() {
            return !closed.isDone();
        }

        @Override
        public CompletableFuture<Void> closed() {
            return closed;
        }

        @Override
        public void close() {
            closed.complete(null);
        }
    }

    private CompletableFuture<FakeConnection> open(ServerName server) {
        CompletableFuture<FakeConnection> future = new CompletableFuture<>();
        opening.add(future);
        return future;
    }

    @Test
    void acquire_byManyAtOnce_opensOne() {
        CompletableFuture<FakeConnection> first = pool.acquire(SERVER);
        CompletableFuture<FakeConnection> second = pool.acquire(SERVER);
        CompletableFuture<FakeConnection> other = pool.acquire(ServerName.valueOf("b", 1, 1));
        assertThat(opening).hasSize(2);

        FakeConnection connection = new FakeConnection();
        opening.get(0).complete(connection);

        assertThat(first).isCompletedWithValue(connection);
        assertThat(second).isCompletedWithValue(connection);
        assertThat(pool.acquire(SERVER)).isCompletedWithValue(connection);
        assertThat(other).isNotDone();
        assertThat(opening).hasSize(2);
    }

    @Test
    void acquire_afterTheEnd_opensAnother() {
        assertThat(pool.acquire(SERVER)).isNotDone();
        FakeConnection connection = new FakeConnection();
        opening.get(0).complete(connection);
        connection.close();

        CompletableFuture<FakeConnection> again = pool.acquire(SERVER);

        assertThat(again).isNotDone();
        assertThat(opening).hasSize(2);
    }

    @Test
    void acquire_afterAFailure_failsAlikeUntilTheExpiry() {
        CompletableFuture<FakeConnection> first = pool.acquire(SERVER);
        IOException refused = new IOException("refused");
        opening.get(0).completeExceptionally(refused);
        assertThatThrownBy(first::join).hasRootCause(refused);

        time.advance(EXPIRY - 1);
        assertThatThrownBy(() -> pool.acquire(SERVER).join()).hasRootCause(refused);
        assertThat(opening).hasSize(1);

        time.advance(1);
        assertThat(pool.acquire(SERVER)).isNotDone();
        assertThat(opening).hasSize(2);
    }

    @Test
    void acquire_connectorThrows_failsAndIsRemembered() {
        SingleConnectionPool<FakeConnection> broken = new SingleConnectionPool<>(
                server -> {
                    throw new IllegalStateException("loops have ended");
                },
                time,
                EXPIRY);
        assertThatThrownBy(() -> broken.acquire(SERVER).join()).hasRootCauseMessage("loops have ended");
        assertThatThrownBy(() -> broken.acquire(SERVER).join()).hasRootCauseMessage("loops have ended");
    }

    @Test
    void closeAsync_openConnection_closesIt() {
        assertThat(pool.acquire(SERVER)).isNotDone();
        FakeConnection connection = new FakeConnection();
        opening.get(0).complete(connection);

        assertThat(pool.closeAsync()).isCompleted();

        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void closeAsync_duringConnect_waitsAndClosesTheConnection() {
        CompletableFuture<FakeConnection> acquired = pool.acquire(SERVER);
        CompletableFuture<Void> closed = pool.closeAsync();
        assertThat(closed).isNotDone();

        FakeConnection connection = new FakeConnection();
        opening.get(0).complete(connection);

        assertThat(closed).isCompleted();
        assertThat(acquired).isCompleted();
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void closeAsync_duringConnectThatFails_completes() {
        CompletableFuture<FakeConnection> acquired = pool.acquire(SERVER);
        CompletableFuture<Void> closed = pool.closeAsync();
        opening.get(0).completeExceptionally(new IOException("refused"));
        assertThat(closed).isCompleted();
        assertThat(acquired).isCompletedExceptionally();
    }

    @Test
    void acquire_afterClose_fails() {
        assertThat(pool.closeAsync()).isCompleted();
        assertThatThrownBy(() -> pool.acquire(SERVER).join())
                .hasRootCauseInstanceOf(IOException.class)
                .hasMessageContaining("a,1,1")
                .hasMessageContaining("closed");
        assertThat(opening).isEmpty();
    }
}
