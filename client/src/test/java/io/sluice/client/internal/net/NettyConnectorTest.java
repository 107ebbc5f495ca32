package io.sluice.client.internal.net;

import static io.sluice.client.internal.net.Outcome.multi;
import static io.sluice.client.internal.net.Outcome.puts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.sluice.client.internal.net.ScriptedServer.Request;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NettyConnectorTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);

    private final ConnectionSettings settings = TestConnections.USUAL;
    private final EventLoops loops = EventLoops.create(2);
    private final NettyConnector connector = TestConnections.connector(loops, settings);

    @AfterEach
    void stop() {
        connector.close();
        loops.closeAsync().join();
    }

    @Test
    void refusedConnection_namesServerAndCause() throws IOException {
        // Bound but not listening, so that nobody else can listen there.
        try (Socket taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            CompletableFuture<RegionServerConnection> refused =
                    connector.open(TestConnections.at("127.0.0.1", taken.getLocalPort()), "ClientService");

            assertThatThrownBy(() -> refused.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("Cannot connect to 127.0.0.1:" + taken.getLocalPort() + " (127.0.0.1)")
                    .hasMessageContaining("Connection refused")
                    .message()
                    .doesNotContainPattern("Connection refused.*Connection refused");
        }
    }

    @Test
    void unknownHost_isNamed() {
        CompletableFuture<RegionServerConnection> unknown =
                connector.open(TestConnections.at("no-such-host.invalid", 1), "ClientService");

        assertThatThrownBy(() -> unknown.get(30, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(UnknownHostException.class)
                .hasMessageContaining("no-such-host.invalid");
    }

    @Test
    void slowNameService_keepsNobodyWaitingWhoseNameIsKnown() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        NettyConnector.NameService names = host -> {
            if (host.equals("slow.example")) {
                awaitQuietly(answer);
            }
            return InetAddress.getLoopbackAddress();
        };
        try (ScriptedServer server = new ScriptedServer();
                NettyConnector patient = TestConnections.connector(loops, settings, names)) {
            CompletableFuture<RegionServerConnection> slow =
                    patient.open(TestConnections.at("slow.example", server.port()), "ClientService");
            assertThat(patient.open(TestConnections.at("fast.example", server.port()), "ClientService")
                            .get(20, TimeUnit.SECONDS)
                            .isOpen())
                    .isTrue();
            assertThat(slow).isNotDone();
            answer.countDown();
            assertThat(slow.get(20, TimeUnit.SECONDS).isOpen()).isTrue();
        }
    }

    @Test
    void nameService_silent_openingFailsInTimeAndSaysSo() {
        CountDownLatch never = new CountDownLatch(1);
        NettyConnector.NameService names = host -> {
            awaitQuietly(never);
            return InetAddress.getLoopbackAddress();
        };
        ConnectionSettings impatient = TestConnections.connectTimeout(TimeUnit.MILLISECONDS.toNanos(200));
        try (NettyConnector waiting = TestConnections.connector(loops, impatient, names)) {
            assertThatThrownBy(() -> waiting.open(TestConnections.at("silent.example", 1), "ClientService")
                            .get(20, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(UnknownHostException.class)
                    .hasMessage("Host silent.example could not be looked up in 0.2 s");
        } finally {
            never.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void addressThatChanges_isFoundByTheNextConnection() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        InetAddress old = InetAddress.getByAddress("moved.example", new byte[] {127, 0, 0, 9});
        NettyConnector.NameService names =
                host -> asked.getAndIncrement() == 0 ? old : InetAddress.getLoopbackAddress();
        try (ScriptedServer server = new ScriptedServer();
                NettyConnector following = TestConnections.connector(loops, settings, names)) {
            assertThatThrownBy(() -> following
                            .open(TestConnections.at("moved.example", server.port()), "ClientService")
                            .get(20, TimeUnit.SECONDS))
                    .hasMessageContaining("127.0.0.9");
            assertThat(following
                            .open(TestConnections.at("moved.example", server.port()), "ClientService")
                            .get(20, TimeUnit.SECONDS)
                            .isOpen())
                    .isTrue();
            assertThat(asked).hasValue(2);
        }
    }

    static Stream<Throwable> mishaps() {
        return Stream.of(
                new IllegalArgumentException("of the test"),
                new StackOverflowError("of the test"),
                new OutOfMemoryError("of the test"));
    }

    @ParameterizedTest
    @MethodSource("mishaps")
    void nameServiceThrowsAnything_openingFailsAndSaysSo(Throwable mishap) {
        NettyConnector.NameService names = host -> {
            throw NettyConnectorTest.<RuntimeException>unchecked(mishap);
        };
        try (NettyConnector failing = TestConnections.connector(loops, settings, names)) {
            for (int i = 0; i < 8; i++) {
                assertThatThrownBy(() -> failing.open(TestConnections.at("odd.example", 1), "ClientService")
                                .get(5, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class)
                        .hasMessageContainingAll("odd.example", "of the test");
            }
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Lets a lambda throw what it does not declare.
    private static <T extends Throwable> T unchecked(Throwable error) throws T {
        throw (T) error;
    }

    @Test
    void closedConnector_failsTheFuture() {
        connector.close();
        CompletableFuture<RegionServerConnection> refused =
                connector.open(TestConnections.at("127.0.0.1", 1), "ClientService");

        assertThatThrownBy(() -> refused.get(20, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessageContaining("this client is closed");
    }

    @Test
    void close_whileAServerDoesNotAnswer_failsTheFutureAndSaysWhy() throws Exception {
        List<Socket> accepted = new ArrayList<>();
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            fillQueue(silent, accepted);
            CompletableFuture<RegionServerConnection> pending =
                    connector.open(TestConnections.at("127.0.0.1", silent.getLocalPort()), "ClientService");
            assertThatThrownBy(() -> pending.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

            connector.close();

            assertThatThrownBy(() -> pending.get(5, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContainingAll("127.0.0.1:" + silent.getLocalPort(), "closed by this client");
        } finally {
            for (Socket socket : accepted) {
                socket.close();
            }
        }
    }

    /** The kernel then drops further attempts to connect. */
    private static void fillQueue(ServerSocket server, List<Socket> accepted) throws IOException {
        while (true) {
            Socket socket = new Socket();
            accepted.add(socket);
            try {
                socket.connect(server.getLocalSocketAddress(), 200);
            } catch (SocketTimeoutException e) {
                return;
            }
        }
    }

    @Test
    void connections_areSpreadOverTheLoops() throws Exception {
        Set<String> threads = new HashSet<>();
        try (ScriptedServer server = new ScriptedServer()) {
            for (int i = 0; i < 2; i++) {
                RegionServerConnection connection = connector
                        .open(TestConnections.at("127.0.0.1", server.port()), "ClientService")
                        .get(20, TimeUnit.SECONDS);
                Outcome outcome = multi(connection, puts(1, 1), LONG);
                server.take().acknowledge();
                assertThat(outcome.get().isAcknowledged()).isTrue();
                threads.add(outcome.thread);
            }
        }

        assertThat(threads).containsExactlyInAnyOrder("sluice-io-1", "sluice-io-2");
    }

    @Test
    void groupOfSomebodyElse_isUsedAndLeftAlone() throws Exception {
        MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        EventLoops given = EventLoops.of(group, NioSocketChannel.class);
        try (ScriptedServer server = new ScriptedServer();
                NettyConnector other = TestConnections.connector(given, settings)) {
            RegionServerConnection connection = other.open(
                            TestConnections.at("127.0.0.1", server.port()), "ClientMetaService")
                    .get(20, TimeUnit.SECONDS);

            CompletableFuture<RpcConnection.Answer> answer = connection.call("Get", new byte[0], LONG);
            Request request = server.take();
            request.answer(request.header().getCallId(), MutateResponse.getDefaultInstance());

            assertThat(answer.get(20, TimeUnit.SECONDS).message()).isEmpty();
            given.closeAsync().get(20, TimeUnit.SECONDS);
            assertThat(group.isShuttingDown()).isFalse();
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }
}
