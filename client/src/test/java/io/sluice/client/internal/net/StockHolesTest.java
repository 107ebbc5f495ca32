package io.sluice.client.internal.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.sluice.AccessDeniedException;
import io.sluice.CallTimeoutException;
import io.sluice.Put;
import io.sluice.RequestTooBigException;
import io.sluice.ServerName;
import io.sluice.client.internal.net.ScriptedServer.Request;
import io.sluice.internal.batch.BatchFixture;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.pool.PoolParts;
import io.sluice.internal.pool.PoolSettings;
import io.sluice.internal.pool.ServerPools;
import io.sluice.internal.retry.ErrorMeaning;
import io.sluice.internal.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.ExceptionResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What HBase's own client gets wrong about a connection (its holes are numbered), with a server that does as it is told. */
@SuppressWarnings("NullAway.Init") // BeforeEach sets the fields.
class StockHolesTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(200);

    private final EventLoops loops = EventLoops.create(1);
    private final EventLoopTimer timer = new EventLoopTimer(loops);
    private final NettyConnector connector = TestConnections.connector(loops, TestConnections.USUAL);
    private ScriptedServer server;
    private ServerPools<RegionServerConnection> pools;
    private RegionServerSender sender;

    @BeforeEach
    void start() throws InterruptedException {
        server = new ScriptedServer();
        pools = new ServerPools<>(
                connector::opener,
                new PoolSettings(
                        PoolSettings.Size.DEFAULTS,
                        PoolSettings.Waiting.DEFAULTS,
                        PoolSettings.Connecting.DEFAULTS,
                        PoolSettings.Care.DEFAULTS),
                new PoolParts(timer, Clock.system(), Integer.MAX_VALUE, loops.count()));
        sender = new RegionServerSender(pools, loops);
    }

    @AfterEach
    void stop() {
        pools.closeAsync(0).join();
        connector.close();
        server.close();
        timer.close();
        loops.closeAsync().join();
    }

    private CompletableFuture<ServerBatchResult> send(long timeoutNanos) {
        Put put = new Put(new byte[] {'r'}).addColumn(new byte[] {'f'}, null, null);
        ServerName name = ServerName.valueOf("127.0.0.1", server.port(), 1);
        ServerBatch batch = BatchFixture.request(name, List.of(put));
        CompletableFuture<ServerBatchResult> result = new CompletableFuture<>();
        sender.send(batch, timeoutNanos, result::complete);
        return result;
    }

    private static ServerBatchResult get(CompletableFuture<ServerBatchResult> result) throws Exception {
        return result.get(20, TimeUnit.SECONDS);
    }

    private void acknowledgeOnAnotherConnection(Request first) throws Exception {
        CompletableFuture<ServerBatchResult> next = send(LONG);
        Request request = server.take();
        assertThat(request.channel()).isNotSameAs(first.channel());
        request.acknowledge();
        assertThat(get(next).isAcknowledged()).isTrue();
    }

    @Test
    void connectionThatAnswersNothing_isGivenUpAndReplaced_S7() throws Exception {
        // The short time is for the answer alone: the connection is open, and the other request on its way.
        CompletableFuture<ServerBatchResult> opening = send(LONG);
        Request first = server.take();
        first.acknowledge();
        assertThat(get(opening).isAcknowledged()).isTrue();
        CompletableFuture<ServerBatchResult> beside = send(LONG);
        assertThat(server.take().channel()).isSameAs(first.channel());
        CompletableFuture<ServerBatchResult> impatient = send(SHORT);
        assertThat(server.take().channel()).isSameAs(first.channel());
        assertThat(get(impatient).failure()).isInstanceOf(CallTimeoutException.class);
        assertThat(Objects.requireNonNull(get(impatient).meaning()).maybeApplied())
                .isTrue();
        // Not after its own minute: it will not be answered either.
        assertThat(get(beside).failure()).hasMessageContaining("no byte from");
        acknowledgeOnAnotherConnection(first);
    }

    @Test
    void answerOfAbsurdLength_costsTheConnectionAtOnce_S11() throws Exception {
        CompletableFuture<ServerBatchResult> result = send(LONG);
        Request first = server.take();
        first.raw(Unpooled.buffer().writeInt(1 << 30).writeZero(100));
        assertThat(get(result).failure()).hasMessageContaining("length 1073741824 is not in 0..");
        acknowledgeOnAnotherConnection(first);
    }

    @Test
    void requestTooBig_isTellableThoughTheConnectionIsReset_S6() throws Exception {
        CompletableFuture<ServerBatchResult> result = send(LONG);
        Request first = server.take();
        first.fail(
                first.header().getCallId(),
                ExceptionResponse.newBuilder()
                        .setExceptionClassName("org.apache.hadoop.hbase.exceptions.RequestTooBigException")
                        .setStackTrace("RPC data length of 70 received from h is greater than max allowed 50. Set x")
                        .setDoNotRetry(true));
        var unused = first.channel().close();
        ServerBatchResult refused = get(result);
        assertThat(refused.failure()).isInstanceOf(RequestTooBigException.class);
        assertThat(Objects.requireNonNull(refused.meaning()).maybeApplied()).isFalse();
        acknowledgeOnAnotherConnection(first);
    }

    @Test
    void refusalOfTheUser_isToldAsSuch_S9() throws Exception {
        CompletableFuture<ServerBatchResult> result = send(LONG);
        server.take()
                .fail(
                        -1,
                        ExceptionResponse.newBuilder()
                                .setExceptionClassName("org.apache.hadoop.hbase.security.AccessDeniedException")
                                .setStackTrace("Authentication is required")
                                .setDoNotRetry(true));
        assertThat(get(result).failure())
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("Authentication is required");
        assertThat(get(result).meaning())
                .isEqualTo(ErrorMeaning.ofOpening(
                        Objects.requireNonNull(get(result).failure()), true));
    }
}
