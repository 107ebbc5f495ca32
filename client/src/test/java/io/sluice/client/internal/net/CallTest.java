package io.sluice.client.internal.net;

import static io.sluice.client.internal.net.Outcome.multi;
import static io.sluice.client.internal.net.Outcome.puts;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sluice.CallTimeoutException;
import io.sluice.DoNotRetryIOException;
import io.sluice.HBaseIOException;
import io.sluice.RequestTooBigException;
import io.sluice.client.internal.net.ScriptedServer.Request;
import io.sluice.internal.batch.BatchFixture;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.metrics.ClientNumbers;
import java.io.IOException;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CallTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(100);

    @RegisterExtension
    final ScriptedConnection scripted = new ScriptedConnection();

    private ConnectionSettings settings = TestConnections.USUAL;

    private ScriptedServer server() {
        return scripted.server();
    }

    private RegionServerConnection connect() throws Exception {
        return scripted.connect(settings);
    }

    @Test
    void serverThatDoesNotRead_leavesCallsUnencodedAndInOrder() throws Exception {
        scripted.serve(new ScriptedServer(false));
        settings = TestConnections.smallBuffer();
        RegionServerConnection connection = connect();
        List<Outcome> outcomes = new ArrayList<>();
        // 40 MB: more than the sockets' buffers of both sides take.
        for (int i = 0; i < 400; i++) {
            outcomes.add(multi(connection, puts(9 + i % 3, 10_000), LONG));
        }
        long unsent = connection.channel.unsafe().outboundBuffer().totalPendingWriteBytes();
        // One request may go over the mark, and those that their callers had begun to encode.
        assertThat(unsent).isLessThan(1_000_000);

        Outcome expired = multi(connection, puts(1, 10), SHORT);
        assertThat(expired.failure(false))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("not sent in 0.1 s")
                .hasMessageContaining("not applied, ")
                .hasMessageContaining("socket's buffer full");

        server().connections.take().config().setAutoRead(true);
        for (int i = 0; i < 400; i++) {
            Request request = server().take();
            assertThat(request.multi().getRegionAction(0).getActionCount()).isEqualTo(9 + i % 3);
            request.acknowledge();
        }
        for (Outcome outcome : outcomes) {
            assertThat(outcome.get().isAcknowledged()).isTrue();
        }
    }

    @Test
    void eventLoopThatIsBusy_leavesCallsUnencoded() throws Exception {
        settings = TestConnections.smallBuffer();
        RegionServerConnection connection = connect();
        CountDownLatch busy = new CountDownLatch(1);
        CompletableFuture<Void> go = new CompletableFuture<>();
        connection.multi(puts(1, 10), LONG, result -> {
            busy.countDown();
            go.join();
        });
        server().take().acknowledge();
        busy.await();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            outcomes.add(multi(connection, puts(10, 10_000), LONG));
        }
        int waiting = connection.announced.get();
        go.complete(null);
        assertThat(waiting).as("all but 128 KiB and one more").isEqualTo(18);
        for (int i = 0; i < outcomes.size(); i++) {
            server().take().acknowledge();
        }
        for (Outcome outcome : outcomes) {
            assertThat(outcome.get().isAcknowledged()).isTrue();
        }
    }

    @Test
    void requestThatContradictsItself_isNotSent() throws Exception {
        settings = TestConnections.verifyingCells();
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
    void errorWhileEncoding_failsThisCallOnly() throws Exception {
        RegionServerConnection connection = connect();
        ServerBatch request = puts(1, 10);
        BatchFixture.carry(request, new AbstractMap<>() {
            @Override
            public Set<Map.Entry<String, String>> entrySet() {
                throw new StackOverflowError("too deep");
            }

            @Override
            public boolean isEmpty() {
                return false;
            }
        });

        assertThat(multi(connection, request, LONG).failure(false))
                .isInstanceOf(HBaseIOException.class)
                .hasMessageContaining("was not sent: too deep");
        Outcome next = multi(connection, puts(1, 10), LONG);
        server().take().acknowledge();
        assertThat(next.get().isAcknowledged()).isTrue();
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
        settings = TestConnections.maxFrameBytes(1000);
        RegionServerConnection connection = connect();

        assertThat(multi(connection, puts(1, 2000), LONG).failure(false))
                .isInstanceOf(RequestTooBigException.class)
                .hasMessageContaining("was not sent");
        Outcome next = multi(connection, puts(1, 10), LONG);
        server().take().acknowledge();
        assertThat(next.get().isAcknowledged()).isTrue();
    }

    @Test
    void callIds_wrapAndPassOverThoseInFlight() throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel();
        RegionServerConnection connection =
                new RegionServerConnection(channel, settings, new ClientNumbers().server("server:1"));
        var unused = connection.call("Get", new byte[0], LONG);
        channel.runPendingTasks();
        assertThat(channel.outboundMessages()).as("with id 0").hasSize(1);
        connection.nextId.set(Integer.MAX_VALUE - 1);
        assertThat(connection.nextId()).isEqualTo(Integer.MAX_VALUE - 1);

        assertThat(connection.nextFreeId()).isEqualTo(Integer.MAX_VALUE);
        assertThat(connection.nextFreeId()).isEqualTo(1);
        channel.finishAndReleaseAll();
    }
}
