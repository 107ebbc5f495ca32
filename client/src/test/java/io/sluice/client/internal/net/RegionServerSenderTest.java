package io.sluice.client.internal.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.CallTimeoutException;
import io.sluice.Put;
import io.sluice.ServerName;
import io.sluice.internal.batch.BatchFixture;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.pool.AcquireTimeoutException;
import io.sluice.internal.pool.PoolParts;
import io.sluice.internal.pool.PoolSettings;
import io.sluice.internal.pool.ServerPools;
import io.sluice.internal.retry.ErrorMeaning;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RegionServerSenderTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(50);

    private final EventLoops loops = EventLoops.create(1);
    private final EventLoopTimer timer = new EventLoopTimer(loops);
    /** The connection that the pool opens. */
    private final CompletableFuture<RegionServerConnection> opening = new CompletableFuture<>();

    private final CompletableFuture<ServerBatchResult> result = new CompletableFuture<>();
    private final AtomicInteger told = new AtomicInteger();
    /** One connection for two calls. */
    private final ServerPools<RegionServerConnection> pools = new ServerPools<>(
            server -> loop -> opening,
            new PoolSettings(
                    new PoolSettings.Size(0, 1, 2),
                    PoolSettings.Waiting.DEFAULTS,
                    PoolSettings.Connecting.DEFAULTS,
                    PoolSettings.Care.DEFAULTS),
            new PoolParts(timer, Clock.system(), Integer.MAX_VALUE, loops.count()));

    private final RegionServerSender sender = new RegionServerSender(pools, loops);

    private long leases() {
        return pools.numbers().values().iterator().next().now().leases();
    }

    @AfterEach
    void stop() {
        timer.close();
        loops.closeAsync().join();
    }

    private void send(long timeoutNanos) {
        Put put = new Put(new byte[] {'r'}).addColumn(new byte[] {'f'}, null, null);
        ServerBatch batch = BatchFixture.request(List.of(put));
        sender.send(batch, timeoutNanos, answer -> {
            told.incrementAndGet();
            assertThat(loops.inEventLoop()).isTrue();
            result.complete(answer);
        });
    }

    @Test
    void connection_whetherWaitedForOrFree_isUsedAndGivenBackBeforeTheAnswer() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                NettyConnector connector = TestConnections.connector(loops, TestConnections.USUAL)) {
            send(LONG);
            RegionServerConnection connection = connector
                    .opener(ServerName.valueOf("127.0.0.1", server.port(), 1))
                    .open(0)
                    .get(20, TimeUnit.SECONDS);
            opening.complete(connection);
            ScriptedServer.Request request = server.take();
            assertThat(leases()).isEqualTo(1);
            request.acknowledge();
            assertThat(result.get(20, TimeUnit.SECONDS).isAcknowledged()).isTrue();
            assertThat(leases()).isZero();

            CompletableFuture<Long> leasesAtAnswer = new CompletableFuture<>();
            Put put = new Put(new byte[] {'s'}).addColumn(new byte[] {'f'}, null, null);
            sender.send(BatchFixture.request(List.of(put)), LONG, answer -> leasesAtAnswer.complete(leases()));
            request = server.take();
            assertThat(leases()).isEqualTo(1);
            request.acknowledge();
            assertThat(leasesAtAnswer.get(20, TimeUnit.SECONDS)).isZero();
            connection.close();
            connection.closed().get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void connectionThatFails_failsTheRequestUnapplied() throws Exception {
        opening.completeExceptionally(new ConnectException("refused"));

        send(LONG);

        ServerBatchResult answer = result.get(20, TimeUnit.SECONDS);
        ConnectException refused = new ConnectException("refused");
        assertThat(answer.failure()).isInstanceOf(ConnectException.class).hasMessage("refused");
        assertThat(answer.meaning()).isEqualTo(ErrorMeaning.ofOpening(refused, false));
    }

    @Test
    void connectionThatNeverComes_timesOutUnapplied() throws Exception {
        Put put = new Put(new byte[] {'r'}).addColumn(new byte[] {'f'}, null, null);
        sender.send(BatchFixture.request(List.of(put)), SHORT, result::complete);

        ServerBatchResult answer = result.get(20, TimeUnit.SECONDS);
        assertThat(answer.failure())
                .isInstanceOf(CallTimeoutException.class)
                .hasMessage("multi to 127.0.0.1:16020: no connection in 0.05 s (1 mutations); not applied")
                .hasCauseInstanceOf(AcquireTimeoutException.class);
        assertThat(Objects.requireNonNull(answer.meaning()).maybeApplied()).isFalse();
    }

    @Test
    void requests_moreThanAConnectionMayHave_waitInOrder() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                NettyConnector connector = TestConnections.connector(loops, TestConnections.USUAL)) {
            opening.complete(connector
                    .opener(TestConnections.at("127.0.0.1", server.port()))
                    .open(0)
                    .get(20, TimeUnit.SECONDS));
            List<CompletableFuture<ServerBatchResult>> results = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                CompletableFuture<ServerBatchResult> each = new CompletableFuture<>();
                sender.send(Outcome.puts(i + 1, 10), LONG, each::complete);
                results.add(each);
            }
            ScriptedServer.Request oldest = server.take();
            for (int i = 1; i < 6; i++) {
                ScriptedServer.Request newest = server.take();
                // Both leases are taken: nothing else can have been sent until one of the two is answered.
                assertThat(server.requests).isEmpty();
                assertThat(newest.multi().getRegionAction(0).getActionCount()).isEqualTo(i + 1);
                oldest.acknowledge();
                oldest = newest;
            }
            oldest.acknowledge();
            for (CompletableFuture<ServerBatchResult> each : results) {
                assertThat(each.get(20, TimeUnit.SECONDS).isAcknowledged()).isTrue();
            }
            pools.closeAsync(0).get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void timer_runsOnALoopUnlessCancelled() throws Exception {
        CompletableFuture<Boolean> ran = new CompletableFuture<>();
        AtomicInteger cancelled = new AtomicInteger();

        Timer.Cancellable never = timer.schedule(cancelled::incrementAndGet, SHORT);
        never.cancel();
        timer.schedule(() -> ran.complete(loops.inEventLoop()), 2 * SHORT);

        assertThat(ran.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(cancelled.get()).isZero();
        assertThat(loops.inEventLoop()).isFalse();
    }

    @Test
    void taskAfterTheEndOfTheLoops_stillRuns() throws Exception {
        loops.closeAsync().join();
        CompletableFuture<Boolean> ran = new CompletableFuture<>();

        loops.execute(() -> ran.complete(true));

        assertThat(ran.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void amounts_areReadable() {
        assertThat(Amounts.bytes(1023)).isEqualTo("1023 B");
        assertThat(Amounts.bytes(1_992_294)).isEqualTo("1.9 MiB");
        assertThat(Amounts.bytes(5L << 40)).isEqualTo("5120.0 GiB");
        assertThat(Amounts.seconds(LONG)).isEqualTo("60 s");
        assertThat(Amounts.seconds(1_500_000_000)).isEqualTo("1.5 s");
        assertThat(Amounts.seconds(0)).isEqualTo("0 s");
    }
}
