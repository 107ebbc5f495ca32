package io.sluice.client.internal.net;

import static io.sluice.client.internal.net.Outcome.multi;
import static io.sluice.client.internal.net.Outcome.puts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.Unpooled;
import io.sluice.CallQueueTooBigException;
import io.sluice.CallTimeoutException;
import io.sluice.DoNotRetryIOException;
import io.sluice.RemoteException;
import io.sluice.RequestTooBigException;
import io.sluice.client.internal.net.ConnectionSettings.Limits;
import io.sluice.client.internal.net.ConnectionSettings.Socket;
import io.sluice.client.internal.net.ScriptedServer.Request;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.internal.batch.BatchFixture;
import io.sluice.internal.batch.ServerBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.ExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionServerConnectionTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(100);

    private final EventLoops loops = EventLoops.create(2);
    private ConnectionSettings settings = ConnectionSettings.defaults("tester", 1);
    private @Nullable ScriptedServer server;
    private @Nullable NettyConnector connector;

    @BeforeEach
    void start() throws InterruptedException {
        server = new ScriptedServer();
    }

    @AfterEach
    void stop() {
        server().close();
        if (connector != null) {
            connector.close();
        }
        loops.closeAsync().join();
    }

    private ScriptedServer server() {
        return Objects.requireNonNull(server);
    }

    private RegionServerConnection connect() throws Exception {
        connector = new NettyConnector(loops, settings);
        return connector.open("127.0.0.1", server().port(), "ClientService").get(20, TimeUnit.SECONDS);
    }

    @Test
    void greeting_comesWithUserServiceAndTheFirstRequest() throws Exception {
        RegionServerConnection connection = connect();

        Outcome outcome = multi(connection, puts(3, 10), LONG);
        Request request = server().take();
        request.acknowledge();

        assertThat(outcome.get().isAcknowledged()).isTrue();
        RPCProtos.ConnectionHeader header =
                RPCProtos.ConnectionHeader.parseFrom(server().connectionHeaders.get(0));
        assertThat(header.getUserInfo().getEffectiveUser()).isEqualTo("tester");
        assertThat(header.getServiceName()).isEqualTo("ClientService");
        assertThat(request.header().getTimeout()).isBetween(1, 60_000);
        assertThat(connection.isOpen()).isTrue();
        assertThat(connection.address()).isEqualTo("127.0.0.1:" + server().port());
    }

    @Test
    void answersInAnotherOrder_findTheirCalls() throws Exception {
        RegionServerConnection connection = connect();
        List<Outcome> outcomes = new ArrayList<>();
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            outcomes.add(multi(connection, puts(i + 1, 10), LONG));
            requests.add(server().take());
        }
        Collections.shuffle(requests, new Random(5));
        for (Request request : requests) {
            if (request.multi().getRegionAction(0).getActionCount() == 4) {
                request.fail(
                        request.header().getCallId(),
                        ExceptionResponse.newBuilder()
                                .setExceptionClassName("org.apache.hadoop.hbase.CallQueueTooBigException")
                                .setStackTrace("full"));
            } else {
                request.acknowledge();
            }
        }

        for (int i = 0; i < 10; i++) {
            if (i == 3) {
                assertThat(outcomes.get(i).failure(false)).isInstanceOf(CallQueueTooBigException.class);
            } else {
                assertThat(outcomes.get(i).get().isAcknowledged()).isTrue();
            }
        }
        assertThat(outcomes).allMatch(outcome -> outcome.times.get() == 1);
    }

    @Test
    void failureOfARunningCall_mayHaveBeenApplied() throws Exception {
        RegionServerConnection connection = connect();
        Outcome outcome = multi(connection, puts(1, 10), LONG);
        Request request = server().take();

        request.fail(
                request.header().getCallId(),
                ExceptionResponse.newBuilder()
                        .setExceptionClassName("java.io.IOException")
                        .setStackTrace("java.io.IOException: row cannot be null\n\tat x"));

        assertThat(outcome.failure(true))
                .isInstanceOf(RemoteException.class)
                .hasMessage("java.io.IOException: row cannot be null");
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void missingAnswer_whileOthersCome_timesOutAndKeepsTheConnection() throws Exception {
        RegionServerConnection connection = connect();
        Outcome lost = multi(connection, puts(2, 10), SHORT * 20);
        Request dropped = server().take();
        Outcome other = multi(connection, puts(1, 10), LONG);
        server().take().acknowledge();
        assertThat(other.get().isAcknowledged()).isTrue();

        assertThat(lost.failure(true))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessage("multi to " + connection.address()
                        + ": no answer in 2 s (2 mutations, 74 B); may have been applied");
        assertThat(connection.isOpen()).isTrue();

        dropped.acknowledge();
        await().until(() -> connection.flow().unknownAnswers() == 1);
        Outcome after = multi(connection, puts(1, 10), LONG);
        server().take().acknowledge();
        assertThat(after.get().isAcknowledged()).isTrue();
        assertThat(lost.times.get()).isEqualTo(1);
    }

    @Test
    void silenceSinceACallThatTimedOut_closesTheConnection() throws Exception {
        RegionServerConnection connection = connect();
        Outcome first = multi(connection, puts(2, 10), SHORT);
        Outcome second = multi(connection, puts(2, 10), LONG);

        assertThat(first.failure(true)).isInstanceOf(CallTimeoutException.class);
        assertThat(second.failure(true))
                .hasMessageContaining("Connection to " + connection.address() + " lost")
                .hasMessageContaining("no byte");
        connection.closed().get(20, TimeUnit.SECONDS);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void unknownCallId_isCountedAndForgotten() throws Exception {
        RegionServerConnection connection = connect();
        Outcome outcome = multi(connection, puts(1, 10), LONG);
        Request request = server().take();

        request.answer(987_654, MutateResponse.getDefaultInstance());
        request.acknowledge();

        assertThat(outcome.get().isAcknowledged()).isTrue();
        assertThat(connection.flow().unknownAnswers()).isEqualTo(1);
    }

    @Test
    void sameAnswerTwice_completesOnce() throws Exception {
        RegionServerConnection connection = connect();
        Outcome outcome = multi(connection, puts(1, 10), LONG);
        Request request = server().take();
        request.acknowledge();
        request.acknowledge();
        outcome.get();
        await().until(() -> connection.flow().unknownAnswers() == 1);

        assertThat(outcome.times.get()).isEqualTo(1);
    }

    @Test
    void endOfTheConnectionInTheMiddleOfAnAnswer_failsAllCalls() throws Exception {
        RegionServerConnection connection = connect();
        Outcome first = multi(connection, puts(1, 10), LONG);
        Outcome second = multi(connection, puts(1, 10), LONG);
        Request request = server().take();

        request.raw(Unpooled.buffer().writeInt(100).writeByte(8));
        request.channel().close().sync();

        for (Outcome outcome : List.of(first, second)) {
            assertThat(outcome.failure(true))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Connection to " + connection.address() + " lost: ");
        }
        connection.closed().get(20, TimeUnit.SECONDS);
        Outcome late = multi(connection, puts(1, 10), LONG);
        assertThat(late.failure(false)).hasMessageContaining("lost");
        assertThatThrownBy(() -> connection
                        .call(new RpcRequest("GetClusterId", new byte[0], -1, LONG))
                        .get())
                .hasCauseInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1 << 30, 0})
    void impossibleFrame_failsAllCallsAndCloses(int length) throws Exception {
        RegionServerConnection connection = connect();
        Outcome outcome = multi(connection, puts(1, 10), LONG);

        server().take().raw(Unpooled.buffer().writeInt(length));

        assertThat(outcome.failure(true)).hasCauseInstanceOf(MalformedMessageException.class);
        connection.closed().get(20, TimeUnit.SECONDS);
    }

    @Test
    void answerThatDoesNotFitTheRequest_failsTheCallAndCloses() throws Exception {
        RegionServerConnection connection = connect();
        Outcome outcome = multi(connection, puts(1, 10), LONG);
        Request request = server().take();

        request.answer(request.header().getCallId(), MutateResponse.getDefaultInstance());

        assertThat(outcome.failure(true)).isInstanceOf(MalformedMessageException.class);
        connection.closed().get(20, TimeUnit.SECONDS);
        assertThat(outcome.times.get()).isEqualTo(1);
    }

    @Test
    void refusalOfTheConnection_isTheFailureOfItsCalls() throws Exception {
        RegionServerConnection connection = connect();
        Outcome outcome = multi(connection, puts(1, 10), LONG);

        server().take()
                .fail(
                        -1,
                        ExceptionResponse.newBuilder()
                                .setExceptionClassName("org.apache.hadoop.hbase.ipc.UnsupportedCellCodecException")
                                .setStackTrace("no such codec"));

        assertThat(outcome.failure(true))
                .isInstanceOfSatisfying(
                        RemoteException.class,
                        error -> assertThat(error.isDoNotRetry()).isTrue());
        connection.closed().get(20, TimeUnit.SECONDS);
    }

    @Test
    void call_bringsTheMessage() throws Exception {
        RegionServerConnection connection = connect();
        CompletableFuture<RpcAnswer> answer = connection.call(new RpcRequest("Get", new byte[] {8, 1}, 200, LONG));
        Request request = server().take();
        assertThat(request.header().getMethodName()).isEqualTo("Get");
        assertThat(request.header().getPriority()).isEqualTo(200);
        assertThat(request.rest()).containsExactly(2, 8, 1);
        MutateResponse message = MutateResponse.newBuilder().setProcessed(true).build();

        request.answer(request.header().getCallId(), message);

        assertThat(answer.get(20, TimeUnit.SECONDS).message()).isEqualTo(message.toByteArray());
        assertThat(answer.get().cells()).isEmpty();
    }

    @Test
    void moreCallsThanAllowed_waitUnencodedInOrder() throws Exception {
        settings = settings.withLimits(new Limits(1 << 20, 2, 0));
        RegionServerConnection connection = connect();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            outcomes.add(multi(connection, puts(i + 1, 10), LONG));
        }
        Request oldest = server().take();
        for (int i = 1; i < 6; i++) {
            Request newest = server().take();
            // Both places are taken: nothing else can have been sent until one of them is answered.
            assertThat(server().requests).isEmpty();
            assertThat(connection.flow().waiting()).isEqualTo(5 - i);
            assertThat(newest.multi().getRegionAction(0).getActionCount()).isEqualTo(i + 1);
            oldest.acknowledge();
            oldest = newest;
        }
        oldest.acknowledge();
        for (Outcome outcome : outcomes) {
            assertThat(outcome.get().isAcknowledged()).isTrue();
        }
    }

    @Test
    void callThatTimesOutWhileItWaits_wasNotApplied() throws Exception {
        settings = settings.withLimits(new Limits(1 << 20, 1, 0));
        RegionServerConnection connection = connect();
        Outcome first = multi(connection, puts(1, 10), LONG);
        Request request = server().take();
        Outcome waiting = multi(connection, puts(1, 10), SHORT);

        assertThat(waiting.failure(false))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("not sent in 0.1 s")
                .hasMessageContaining("not applied, 1 calls in flight");
        request.acknowledge();
        assertThat(first.get().isAcknowledged()).isTrue();

        Outcome next = multi(connection, puts(1, 10), LONG);
        server().take().acknowledge();
        assertThat(next.get().isAcknowledged()).isTrue();
        assertThat(server().requests).isEmpty();
    }

    @Test
    void serverThatDoesNotRead_leavesCallsUnencoded() throws Exception {
        server().close();
        server = new ScriptedServer(false);
        settings = settings.withLimits(new Limits(64 << 20, 1000, 0))
                .withSocket(new Socket(LONG, true, true, 64 << 10, 128 << 10));
        RegionServerConnection connection = connect();
        List<Outcome> outcomes = new ArrayList<>();
        // 40 MB: more than the sockets' buffers of both sides take.
        for (int i = 0; i < 400; i++) {
            outcomes.add(multi(connection, puts(10, 10_000), LONG));
        }
        long unsent = connection.unsentBytes();
        // One request may go over the mark, and those that their callers had begun to encode.
        assertThat(unsent).isLessThan(1_000_000);

        Outcome expired = multi(connection, puts(1, 10), SHORT);
        assertThat(expired.failure(false)).hasMessageContaining("socket's buffer full");

        server().connections.take().config().setAutoRead(true);
        for (int i = 0; i < 400; i++) {
            server().take().acknowledge();
        }
        for (Outcome outcome : outcomes) {
            assertThat(outcome.get().isAcknowledged()).isTrue();
        }
    }

    @Test
    void requestThatContradictsItself_isNotSent() throws Exception {
        settings = settings.withVerifyCells(true);
        RegionServerConnection connection = connect();
        ServerBatch damaged = puts(1, 10);
        BatchFixture.memory(damaged)[11]++;

        Outcome outcome = multi(connection, damaged, LONG);

        assertThat(outcome.failure(false))
                .isInstanceOf(DoNotRetryIOException.class)
                .hasMessageContaining("was not sent")
                .hasMessageContaining("damaged cell");
        Outcome next = multi(connection, puts(1, 10), LONG);
        server().take().acknowledge();
        assertThat(next.get().isAcknowledged()).isTrue();
    }

    @Test
    void outcome_isNeverToldInsideTheCall() throws Exception {
        RegionServerConnection connection = connect();
        connection.close();
        connection.closed().get(20, TimeUnit.SECONDS);
        CompletableFuture<Boolean> inside = new CompletableFuture<>();

        loops.execute(() -> {
            boolean[] returned = {false};
            connection.multi(puts(1, 10), LONG, result -> inside.complete(!returned[0]));
            returned[0] = true;
        });

        assertThat(inside.get(20, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void idleConnection_isClosed() throws Exception {
        settings = settings.withLimits(new Limits(1 << 20, 4, SHORT));
        RegionServerConnection connection = connect();

        connection.closed().get(20, TimeUnit.SECONDS);

        assertThat(multi(connection, puts(1, 1), LONG).failure(false)).hasMessageContaining("without a call");
    }

    @Test
    void manyCallers_eachGetTheirAnswer() throws Exception {
        RegionServerConnection connection = connect();
        int callers = 8;
        int each = 100;
        CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> {
            Random random = new Random(1);
            List<Request> held = new ArrayList<>();
            try {
                for (int i = 0; i < callers * each; i++) {
                    held.add(server().take());
                    if (held.size() > 4 || server().requests.isEmpty()) {
                        Collections.shuffle(held, random);
                        for (Request request : held) {
                            request.acknowledge();
                        }
                        held.clear();
                    }
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        ExecutorService pool = Executors.newFixedThreadPool(callers);
        try {
            List<Future<Integer>> sums = new ArrayList<>();
            for (int c = 0; c < callers; c++) {
                sums.add(pool.submit(() -> {
                    int acknowledged = 0;
                    List<Outcome> outcomes = new ArrayList<>();
                    for (int i = 0; i < each; i++) {
                        outcomes.add(multi(connection, puts(1 + i % 7, 100), LONG));
                    }
                    for (Outcome outcome : outcomes) {
                        acknowledged += outcome.get().isAcknowledged() ? 1 : 0;
                    }
                    return acknowledged;
                }));
            }
            for (Future<Integer> sum : sums) {
                assertThat(sum.get(60, TimeUnit.SECONDS)).isEqualTo(each);
            }
        } finally {
            pool.shutdownNow();
        }
        answering.get(20, TimeUnit.SECONDS);
    }

    @Test
    void requestOverTheLimit_isTooBigAndNotSent() throws Exception {
        settings = settings.withLimits(new Limits(1000, 4, 0));
        RegionServerConnection connection = connect();

        assertThat(multi(connection, puts(1, 2000), LONG).failure(false))
                .isInstanceOf(RequestTooBigException.class)
                .hasMessageContaining("was not sent");
        Outcome next = multi(connection, puts(1, 10), LONG);
        server().take().acknowledge();
        assertThat(next.get().isAcknowledged()).isTrue();
    }
}
