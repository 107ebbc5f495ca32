package io.sluice.client.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.X509Bundle;
import io.sluice.AccessDeniedException;
import io.sluice.DoNotRetryIOException;
import io.sluice.client.AuthenticationToken;
import io.sluice.client.internal.security.ChannelSecurity;
import io.sluice.client.internal.security.DigestServer;
import io.sluice.client.internal.security.PreambleServer;
import io.sluice.client.internal.security.SaslSettings;
import io.sluice.client.internal.security.SecuritySettings;
import io.sluice.client.internal.security.ServerPrincipals;
import io.sluice.client.internal.security.TestAuthority;
import io.sluice.client.internal.wire.ConnectionHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SASL on the loop-back interface, by tokens, which need no KDC; and servers that mean harm. */
class SaslConnectTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(30);
    private static final byte[] PASSWORD = "not-to-be-logged".getBytes(StandardCharsets.UTF_8);
    private static final List<String> ANY = List.of("auth-conf", "auth-int", "auth");

    private final EventLoops loops = EventLoops.create(1);

    @AfterEach
    void stop() {
        loops.closeAsync().join();
    }

    @ParameterizedTest
    @ValueSource(strings = {"auth", "auth-int", "auth-conf"})
    void token_eachProtection_requestsAndAnswersComeWhole(String protection) throws Exception {
        try (DigestServer there = new DigestServer(PASSWORD, "auth,auth-int,auth-conf");
                NettyConnector connector = connector(sasl(PASSWORD, List.of(protection), null))) {
            RegionServerConnection connection = open(connector, there.port()).get(20, TimeUnit.SECONDS);
            byte[] large = new byte[300_000];
            new Random(7).nextBytes(large);
            for (byte[] message : List.of(new byte[0], new byte[] {1, 2, 3}, large, new byte[] {4})) {
                assertThat(call(connection, message).get(20, TimeUnit.SECONDS).message())
                        .isEqualTo(message);
            }
            // With a token the server knows who it is.
            assertThat(there.header().hasUserInfo()).isFalse();
            connection.close();
        }
    }

    @Test
    void token_wrong_refusedForGoodWithoutTheSecret() throws Exception {
        try (DigestServer there = new DigestServer(PASSWORD, "auth")) {
            assertThat(failure(sasl("guess-of-mine".getBytes(StandardCharsets.UTF_8), ANY, null), there.port()))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining("localhost:" + there.port())
                    .hasMessageContaining("DIGEST-MD5")
                    .hasMessageNotContaining("guess-of-mine");
        }
    }

    @Test
    void protection_lessThanAskedFor_refused() throws Exception {
        try (DigestServer there = new DigestServer(PASSWORD, "auth")) {
            assertThat(failure(sasl(PASSWORD, List.of("auth-conf"), null), there.port()))
                    .isInstanceOf(AccessDeniedException.class);
        }
    }

    @Test
    void switchToSimple_refusedUnlessAllowed() throws Exception {
        byte[] switchToSimple = ByteBuffer.allocate(8).putInt(0).putInt(-88).array();
        try (PreambleServer there = new PreambleServer(null, switchToSimple)) {
            assertThat(failure(sasl(PASSWORD, ANY, null), there.port()))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining("hbase.ipc.client.fallback-to-simple-auth-allowed");
        }
        try (PreambleServer there = new PreambleServer(null, switchToSimple);
                NettyConnector connector = connector(sasl(PASSWORD, ANY, new ConnectionHeader.User("tester", null)))) {
            RegionServerConnection connection = open(connector, there.port()).get(20, TimeUnit.SECONDS);
            assertThat(there.first()).startsWith("484261730052");
            // The name is in the header only now.
            assertThat(there.first()).contains("746573746572");
            connection.close();
        }
    }

    @Test
    void refusal_withEndlessText_cutOff() throws Exception {
        byte[] refusal = ByteBuffer.allocate(8).putInt(1).putInt(100 << 20).array();
        try (PreambleServer there = new PreambleServer(null, refusal)) {
            assertThat(failure(sasl(PASSWORD, ANY, null), there.port())).hasMessageContaining("104857600 bytes");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, -1, Integer.MIN_VALUE, (1 << 20) + 1})
    void token_ofImpossibleLength_refused(int length) throws Exception {
        byte[] token = ByteBuffer.allocate(8).putInt(0).putInt(length).array();
        try (PreambleServer there = new PreambleServer(null, token)) {
            assertThat(failure(sasl(PASSWORD, ANY, null), there.port())).hasMessageContaining("length " + length);
        }
    }

    @Test
    void answer_thatIsNoSasl_refused() throws Exception {
        byte[] garbage = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8);
        try (PreambleServer there = new PreambleServer(null, garbage)) {
            assertThat(failure(sasl(PASSWORD, ANY, null), there.port())).isInstanceOf(IOException.class);
        }
    }

    @Test
    void server_silent_givenUpInTime() throws Exception {
        ConnectionSettings impatient = TestConnections.connectTimeout(TimeUnit.MILLISECONDS.toNanos(1_500));
        try (PreambleServer there = new PreambleServer(null, new byte[0]);
                NettyConnector connector =
                        TestConnections.connector(loops, impatient, security(sasl(PASSWORD, ANY, null)))) {
            assertThat(failure(open(connector, there.port())))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining("waited for the authentication")
                    .hasMessageContaining("hbase.ipc.client.socket.timeout.connect");
        }
    }

    @Test
    void close_whileConnectionsAreBeingSecured_endsThem() throws Exception {
        try (PreambleServer there = new PreambleServer(null, new byte[0])) {
            List<CompletableFuture<RegionServerConnection>> opening = new ArrayList<>();
            try (NettyConnector connector = connector(sasl(PASSWORD, ANY, null))) {
                for (int i = 0; i < 10; i++) {
                    opening.add(open(connector, there.port()));
                }
                await().atMost(20, TimeUnit.SECONDS)
                        .untilAsserted(() ->
                                assertThat(Sockets.connectedTo(there.port())).isPositive());
            }
            for (CompletableFuture<RegionServerConnection> each : opening) {
                assertThat(failure(each)).isInstanceOf(IOException.class).hasMessageContaining("closed by this client");
            }
            await().atMost(20, TimeUnit.SECONDS)
                    .untilAsserted(
                            () -> assertThat(Sockets.connectedTo(there.port())).isZero());
        }
    }

    @Test
    void server_ofTlsOnly_endsTheConnection_namesTheKey() throws Exception {
        X509Bundle bundle = new TestAuthority("authority").issue("localhost");
        SslContext tls = SslContextBuilder.forServer(bundle.getKeyPair().getPrivate(), bundle.getCertificatePath())
                .sslProvider(SslProvider.JDK)
                .build();
        try (PreambleServer there = new PreambleServer(tls, new byte[0]);
                NettyConnector connector = connector(sasl(PASSWORD, ANY, null))) {
            assertThat(failure(open(connector, there.port())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("localhost:" + there.port())
                    .hasMessageContaining("hbase.client.netty.tls.enabled");
        }
    }

    @SuppressWarnings("NullAway") // It does not see the annotation of a nested type's component in a class file.
    private static SaslSettings sasl(
            byte[] password, List<String> protection, ConnectionHeader.@Nullable User fallback) {
        return new SaslSettings(
                new SaslSettings.Tokens(
                        () -> AuthenticationToken.of("somebody".getBytes(StandardCharsets.UTF_8), password, "cluster")),
                protection,
                new ServerPrincipals(null, null, true),
                fallback,
                null);
    }

    private static ChannelSecurity security(SaslSettings sasl) {
        return new ChannelSecurity(
                new SecuritySettings(new ConnectionHeader.User("tester", null), null, sasl, 1 << 20));
    }

    private NettyConnector connector(SaslSettings sasl) {
        return TestConnections.connector(loops, TestConnections.USUAL, security(sasl));
    }

    private static CompletableFuture<RegionServerConnection> open(NettyConnector connector, int port) {
        return connector.open(TestConnections.at("localhost", port), "ClientService");
    }

    private static CompletableFuture<RpcConnection.Answer> call(RegionServerConnection connection, byte[] message) {
        return connection.call("Echo", message, LONG);
    }

    private @Nullable Throwable failure(SaslSettings sasl, int port) throws Exception {
        try (NettyConnector connector = connector(sasl)) {
            return failure(open(connector, port));
        }
    }

    private static @Nullable Throwable failure(CompletableFuture<RegionServerConnection> opening) throws Exception {
        try {
            opening.get(20, TimeUnit.SECONDS).close();
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }
}
