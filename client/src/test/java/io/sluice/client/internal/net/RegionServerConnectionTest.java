package io.sluice.client.internal.net;

import static io.sluice.client.internal.net.Outcome.multi;
import static io.sluice.client.internal.net.Outcome.puts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.sluice.CallQueueTooBigException;
import io.sluice.CallTimeoutException;
import io.sluice.RemoteException;
import io.sluice.client.internal.net.ScriptedServer.Request;
import io.sluice.client.internal.wire.MalformedMessageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.ExceptionResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionServerConnectionTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(100);

    @RegisterExtension
    final ScriptedConnection scripted = new ScriptedConnection();

    private ScriptedServer server() {
        return scripted.server();
    }

    private RegionServerConnection connect() throws Exception {
        return scripted.connect(TestConnections.USUAL);
    }

    private String address() {
        return "127.0.0.1:" + server().port();
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
        assertThat(connection).hasToString(address());
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
                .hasMessage("multi to " + address() + ": no answer in 2 s (2 mutations, 74 B); may have been applied");
        assertThat(connection.isOpen()).isTrue();

        dropped.acknowledge();
        Outcome after = multi(connection, puts(1, 10), LONG);
        server().take().acknowledge();
        assertThat(after.get().isAcknowledged()).isTrue();
        assertThat(lost.times.get()).isEqualTo(1);
    }

    @Test
    void silenceSinceACallThatTimedOut_closesTheConnection() throws Exception {
        RegionServerConnection connection = connect();
        // The one that times out comes last, so that the other is on its way, however long this thread stands still.
        Outcome patient = multi(connection, puts(2, 10), LONG);
        Outcome impatient = multi(connection, puts(2, 10), SHORT);

        assertThat(impatient.failure(true)).isInstanceOf(CallTimeoutException.class);
        assertThat(patient.failure(true))
                .hasMessageContaining("Connection to " + address() + " lost")
                .hasMessageContaining("no byte");
        connection.closed().get(20, TimeUnit.SECONDS);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void answerToNoCall_isIgnored() throws Exception {
        RegionServerConnection connection = connect();
        Outcome outcome = multi(connection, puts(1, 10), LONG);
        Request request = server().take();

        request.answer(987_654, MutateResponse.getDefaultInstance());
        request.acknowledge();

        assertThat(outcome.get().isAcknowledged()).isTrue();
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void sameAnswerTwice_completesOnce() throws Exception {
        RegionServerConnection connection = connect();
        Outcome outcome = multi(connection, puts(1, 10), LONG);
        Request request = server().take();
        request.acknowledge();
        request.acknowledge();
        // Its answer comes after both.
        Outcome after = multi(connection, puts(1, 10), LONG);
        server().take().acknowledge();

        assertThat(after.get().isAcknowledged()).isTrue();
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
                    .hasMessageContaining("Connection to " + address() + " lost: ");
        }
        connection.closed().get(20, TimeUnit.SECONDS);
        Outcome late = multi(connection, puts(1, 10), LONG);
        assertThat(late.failure(false)).hasMessageContaining("lost");
        assertThatThrownBy(
                        () -> connection.call("GetClusterId", new byte[0], LONG).get())
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
        CompletableFuture<RpcConnection.Answer> answer = connection.call("Get", new byte[] {8, 1}, LONG);
        Request request = server().take();
        assertThat(request.header().getMethodName()).isEqualTo("Get");
        assertThat(request.header().hasPriority()).isFalse();
        assertThat(request.rest()).containsExactly(2, 8, 1);
        MutateResponse message = MutateResponse.newBuilder().setProcessed(true).build();

        request.answer(request.header().getCallId(), message);

        assertThat(answer.get(20, TimeUnit.SECONDS).message()).isEqualTo(message.toByteArray());
        assertThat(answer.get().cells()).isEmpty();
    }

    @Test
    void outcome_isNeverToldInsideTheCall() throws Exception {
        RegionServerConnection connection = connect();
        connection.close();
        connection.closed().get(20, TimeUnit.SECONDS);
        CompletableFuture<Boolean> inside = new CompletableFuture<>();

        scripted.loops().execute(() -> {
            boolean[] returned = {false};
            Thread caller = Thread.currentThread();
            // Another thread may tell it at any time.
            connection.multi(
                    puts(1, 10),
                    LONG,
                    result -> inside.complete(Thread.currentThread().equals(caller) && !returned[0]));
            returned[0] = true;
        });

        assertThat(inside.get(20, TimeUnit.SECONDS)).isFalse();
    }
}
