package io.sluice.internal.pool;

import static io.sluice.internal.pool.PoolFixture.SECOND;
import static io.sluice.internal.pool.PoolFixture.size;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ServerName;
import io.sluice.internal.time.ManualTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ServerPoolsTest {
    private static final ServerName A = ServerName.valueOf("a", 1, 1);
    private static final ServerName B = ServerName.valueOf("b", 1, 1);
    private static final ServerName C = ServerName.valueOf("c", 1, 1);

    private final ManualTime time = new ManualTime();
    private final Map<ServerName, CompletableFuture<FakeConnection>> connects = new HashMap<>();
    private final ServerPools<FakeConnection> pools =
            new ServerPools<>(this::opener, size(2, 2), new PoolParts(time, time, Integer.MAX_VALUE, 2));

    private Opener<FakeConnection> opener(ServerName server) {
        return loop -> {
            CompletableFuture<FakeConnection> connect = new CompletableFuture<>();
            connects.put(server, connect);
            return connect;
        };
    }

    private FakeConnection succeed(ServerName server) {
        FakeConnection connection = new FakeConnection(0);
        Objects.requireNonNull(connects.get(server)).complete(connection);
        return connection;
    }

    private long leases(ServerName server) {
        return Objects.requireNonNull(pools.numbers().get(server)).now().leases();
    }

    private FakeConnection open(ServerName server) {
        CompletableFuture<Lease<FakeConnection>> acquired = pools.acquire(server, SECOND);
        FakeConnection connection = succeed(server);
        acquired.join().release();
        return connection;
    }

    @Test
    void acquire_eachServer_hasAPoolOfItsOwn() {
        FakeConnection a = open(A);
        FakeConnection b = open(B);
        Lease<FakeConnection> lease = pools.acquire(A, SECOND).join();
        assertThat(lease.connection()).isSameAs(a).isNotSameAs(b);
        assertThat(pools.numbers()).containsOnlyKeys(A, B);
        assertThat(leases(A)).isEqualTo(1);
        assertThat(leases(B)).isZero();
    }

    @Test
    void pools_unused_goWhenANewServerComes_andAreCountedStill() {
        open(A).close();
        FakeConnection unused = open(B);

        assertThat(pools.numbers()).containsOnlyKeys(B);
        assertThat(pools.gone().connects().opened()).isEqualTo(1);
        assertThat(open(A).isOpen()).as("it may come back").isTrue();
        assertThat(pools.numbers()).containsOnlyKeys(A, B);
    }

    @Test
    void pool_thatNobodyHasUsedYet_staysWhenANewServerComes() {
        var unused = pools.warmUp(A, 0, 1);
        FakeConnection unusedConnection = open(B);
        assertThat(pools.numbers()).containsOnlyKeys(A, B);
    }

    @Test
    void numbersByAddress_serverStartedAnew_goOnUntilItsLastPoolIsGone() {
        List<String> gone = new ArrayList<>();
        pools.whenGone(gone::add);
        ServerName anew = ServerName.valueOf("a", 1, 2);
        open(A).close();
        FakeConnection second = open(anew);
        assertThat(pools.numbers()).as("the first was unused").containsOnlyKeys(anew);
        assertThat(gone).containsExactly("a:1");

        open(A).close();
        second.close();
        assertThat(opened("a:1")).isEqualTo(2);
        FakeConnection other = open(B);

        assertThat(other.isOpen()).isTrue();
        assertThat(pools.numbersByAddress()).containsOnlyKeys("b:1");
        assertThat(gone).containsExactly("a:1", "a:1");
    }

    @Test
    void numbersByAddress_formerPoolOfAnAddressInUse_isAdded() {
        open(A).close();
        ServerName anew = ServerName.valueOf("a", 1, 2);
        CompletableFuture<Lease<FakeConnection>> pending = pools.acquire(anew, SECOND);
        FakeConnection kept = succeed(anew);
        pending.join().release();
        CompletableFuture<Lease<FakeConnection>> third = pools.acquire(ServerName.valueOf("a", 1, 3), SECOND);
        succeed(ServerName.valueOf("a", 1, 3));
        third.join().release();
        kept.close();
        FakeConnection unused = open(B);

        assertThat(pools.numbers()).containsOnlyKeys(ServerName.valueOf("a", 1, 3), B);
        assertThat(opened("a:1")).as("its own and its forerunner's").isEqualTo(2);
    }

    private long opened(String address) {
        return Objects.requireNonNull(pools.numbersByAddress().get(address))
                .connects()
                .opened();
    }

    @Test
    void warmUp_opensForThatServer() {
        CompletableFuture<WarmUpResult> result = pools.warmUp(A, 1, 1);
        assertThat(succeed(A).isOpen()).isTrue();
        assertThat(result.join().opened()).isEqualTo(1);
        assertThat(pools.acquire(A, SECOND)).as("without waiting").isCompleted();
    }

    @Test
    void close_closesAllAndRefuses() {
        FakeConnection a = open(A);
        FakeConnection b = open(B);

        assertThat(pools.closeAsync(0)).isCompleted();

        assertThat(a.isOpen()).isFalse();
        assertThat(b.isOpen()).isFalse();
        assertThatThrownBy(() -> pools.acquire(A, SECOND).join())
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> pools.acquire(C, SECOND).join()).hasMessageContaining("c,1,1");
        assertThat(pools.warmUp(C, 1, 1).join().errors()).hasSize(1);
        assertThat(pools.numbers()).doesNotContainKey(C);
    }

    @Test
    void close_duringConnect_waitsAndClosesTheConnection() {
        CompletableFuture<Lease<FakeConnection>> acquired = pools.acquire(A, SECOND);
        CompletableFuture<Void> closed = pools.closeAsync(0);
        assertThat(closed).isNotDone();
        assertThat(acquired).isCompletedExceptionally();

        FakeConnection connection = succeed(A);

        assertThat(closed).isCompleted();
        assertThat(connection.isOpen()).isFalse();
    }
}
