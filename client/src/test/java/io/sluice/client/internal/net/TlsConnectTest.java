package io.sluice.client.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.X509Bundle;
import io.sluice.DoNotRetryIOException;
import io.sluice.client.TlsConfig;
import io.sluice.client.internal.security.ChannelSecurity;
import io.sluice.client.internal.security.PreambleServer;
import io.sluice.client.internal.security.SecuritySettings;
import io.sluice.client.internal.security.TestAuthority;
import io.sluice.client.internal.wire.ConnectionHeader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS on the loop-back interface: who is believed, and what is said when it does not come about. */
@SuppressWarnings("NullAway.Init") // Set before a test sees them.
class TlsConnectTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(30);
    private static final String PREAMBLE = "484261730050";
    private static final List<String> BOTH = List.of("TLSv1.3", "TLSv1.2");

    private static TestAuthority authority;
    private static TestAuthority stranger;
    private static X509Bundle server;

    @TempDir
    Path folder;

    private final EventLoops loops = EventLoops.create(1);

    @BeforeAll
    static void issue() throws Exception {
        authority = new TestAuthority("authority");
        stranger = new TestAuthority("stranger");
        server = authority.issue("localhost");
    }

    @AfterEach
    void stop() {
        loops.closeAsync().join();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pem", "p12", "jks"})
    void mutual_storesOfEachType_headerComesEncrypted(String type) throws Exception {
        TlsConfig.Builder mutual = trusting(TestAuthority.trustStore(folder.resolve("trust." + type), authority))
                .keyStore(
                        TestAuthority.keyStore(folder.resolve("key." + type), authority.issue("client")),
                        TestAuthority.PASSWORD);

        try (PreambleServer there = new PreambleServer(context(server, ClientAuth.REQUIRE, BOTH), new byte[0]);
                NettyConnector connector = connector(mutual)) {
            RegionServerConnection connection = connector
                    .open(TestConnections.at("localhost", there.port()), "ClientService")
                    .get(20, TimeUnit.SECONDS);
            // Read before the close: a socket closed with the server's session tickets unread is reset, and a reset
            // takes with it what the server has not read yet.
            assertThat(there.first()).startsWith(PREAMBLE);
            connection.close();
            connection.closed().get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void certificate_ofStranger_refusedForGood() throws Exception {
        try (PreambleServer there = oneWay(stranger.issue("localhost"))) {
            assertThat(open(trusting(authority), there))
                    .isInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining("localhost:" + there.port())
                    .hasMessageContaining("certificate is not accepted")
                    .hasMessageContaining("hbase.rpc.tls.truststore.location");
        }
    }

    @Test
    void certificate_expired_refusedForGood() throws Exception {
        try (PreambleServer there = oneWay(authority.issueExpired("localhost"))) {
            assertThat(open(trusting(authority), there))
                    .isInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining("certificate is not accepted")
                    .hasMessageContaining("NotAfter");
        }
    }

    @Test
    void certificate_ofOtherHost_refusedUnlessNamesAreNotVerified() throws Exception {
        try (PreambleServer there = oneWay(authority.issue("elsewhere.example"))) {
            TlsConfig.Builder tls = trusting(authority);
            assertThat(open(tls, there))
                    .isInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining("certificate is not accepted")
                    .hasMessageContaining("localhost");
            assertThat(open(tls.verifyHostName(false), there)).isNull();
        }
    }

    @Test
    void server_inPlainText_saidSo() throws Exception {
        // What HBase answers to a preamble it does not know begins with a length and a header.
        try (PreambleServer there = new PreambleServer(null, new byte[] {0, 0, 0, 9, 3, 8, -1, -1, -1, -1, 15, 1, 1})) {
            assertThat(open(trusting(authority), there))
                    .isInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining("plain text")
                    .hasMessageContaining("hbase.client.netty.tls.enabled");
        }
    }

    @Test
    void client_inPlainText_toldThatServerSpeaksTls() throws Exception {
        try (PreambleServer there = new PreambleServer(null, new byte[] {21, 3, 3, 0, 2, 2, 10});
                NettyConnector connector = TestConnections.connector(loops, TestConnections.USUAL)) {
            RegionServerConnection connection = connector
                    .open(TestConnections.at("localhost", there.port()), "ClientService")
                    .get(20, TimeUnit.SECONDS);
            assertThatThrownBy(() -> connection.call("Get", new byte[0], LONG).get(20, TimeUnit.SECONDS))
                    .cause()
                    .hasMessageContaining("the server speaks TLS")
                    .hasMessageContaining("hbase.client.netty.tls.enabled");
        }
    }

    @Test
    void server_silent_givenUpAfterHandshakeTimeout() throws Exception {
        TlsConfig.Builder impatient = trusting(authority).handshakeTimeout(Duration.ofMillis(200));
        try (PreambleServer there = new PreambleServer(null, new byte[0])) {
            assertThat(open(impatient, there))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining("hbase.client.netty.tls.handshaketimeout");
        }
    }

    @Test
    void protocols_withoutCommonOne_refusedForGood() throws Exception {
        try (PreambleServer there =
                new PreambleServer(context(server, ClientAuth.NONE, List.of("TLSv1.2")), new byte[0])) {
            assertThat(open(trusting(authority).protocols("TLSv1.3"), there))
                    .isInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining("hbase.rpc.tls.enabledProtocols");
        }
    }

    @Test
    void mutual_withoutCertificate_refusedForGood() throws Exception {
        try (PreambleServer there =
                new PreambleServer(context(server, ClientAuth.REQUIRE, List.of("TLSv1.2")), new byte[0])) {
            assertThat(open(trusting(authority), there))
                    .isInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining("hbase.rpc.tls.keystore.location");
        }
    }

    /** The client has finished the handshake by then; whether it still sees the alert is not up to it. */
    @Test
    void mutual_withoutCertificate_refusedAfterTheHandshake_namesTheKey() throws Exception {
        try (PreambleServer there =
                        new PreambleServer(context(server, ClientAuth.REQUIRE, List.of("TLSv1.3")), new byte[0]);
                NettyConnector connector = connector(trusting(authority))) {
            assertThat(openAndCall(connector, there.port()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("hbase.rpc.tls.keystore.location");
        }
    }

    @Test
    void client_inPlainText_atServerOfTlsOnly_namesTheKey() throws Exception {
        try (PreambleServer there = oneWay(server);
                NettyConnector connector = TestConnections.connector(loops, TestConnections.USUAL)) {
            assertThat(openAndCall(connector, there.port()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("localhost:" + there.port())
                    .hasMessageContaining("hbase.client.netty.tls.enabled");
        }
    }

    @Test
    void server_thatClosesWithoutAWord_isTriedAgain() throws Exception {
        try (ServerSocket there = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                NettyConnector connector = TestConnections.connector(loops, TestConnections.USUAL)) {
            Thread closing = new Thread(() -> closeAll(there), "closing-server");
            closing.setDaemon(true);
            closing.start();
            for (int i = 0; i < 6; i++) {
                assertThat(openAndCall(connector, there.getLocalPort()))
                        .isInstanceOf(IOException.class)
                        .isNotInstanceOf(DoNotRetryIOException.class);
            }
        }
    }

    private static void closeAll(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                int unused = socket.getInputStream().read();
            } catch (IOException e) {
                // The end of a connection, or of all.
            }
        }
    }

    @Test
    void trustStore_replaced_usedByNextConnection() throws Exception {
        Path file = TestAuthority.trustStore(folder.resolve("trust.pem"), stranger);
        try (PreambleServer there = oneWay(server);
                NettyConnector connector = connector(trusting(file))) {
            assertThat(open(connector, there)).isInstanceOf(DoNotRetryIOException.class);
            TestAuthority.trustStore(file, authority, stranger);
            assertThat(open(connector, there)).isNull();
            // In the middle of being written: what was read before stays.
            Files.writeString(file, "-----BEGIN CERT");
            assertThat(open(connector, there)).isNull();
        }
    }

    @Test
    void trustStore_missingOrWrongPassword_refusedAtOnceWithoutIt() throws Exception {
        TlsConfig.Builder missing = trusting(folder.resolve("missing.p12"));
        assertThatThrownBy(() -> connector(missing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("missing.p12")
                .hasMessageContaining("no such file");
        Path path = TestAuthority.trustStore(folder.resolve("trust.p12"), authority);
        TlsConfig.Builder wrong = TlsConfig.builder().trustStore(path, "secret-guess");
        assertThatThrownBy(() -> connector(wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hbase.rpc.tls.truststore.location")
                .hasMessageContaining("trust.p12")
                .hasMessageNotContaining("secret-guess");
        assertThat(wrong.build().toString()).doesNotContain("secret-guess");
    }

    private static SslContext context(X509Bundle bundle, ClientAuth auth, List<String> protocols) throws Exception {
        return SslContextBuilder.forServer(bundle.getKeyPair().getPrivate(), bundle.getCertificatePath())
                .sslProvider(SslProvider.JDK)
                .trustManager(authority.certificate())
                .clientAuth(auth)
                .protocols(protocols)
                .build();
    }

    private static PreambleServer oneWay(X509Bundle bundle) throws Exception {
        return new PreambleServer(context(bundle, ClientAuth.NONE, BOTH), new byte[0]);
    }

    private TlsConfig.Builder trusting(TestAuthority who) throws Exception {
        return trusting(TestAuthority.trustStore(folder.resolve("trust.p12"), who));
    }

    private static TlsConfig.Builder trusting(Path trustStore) {
        return TlsConfig.builder()
                .trustStore(trustStore, TestAuthority.PASSWORD)
                .handshakeTimeout(Duration.ofSeconds(30));
    }

    private NettyConnector connector(TlsConfig.Builder tls) {
        ConnectionHeader.User user = new ConnectionHeader.User("tester", null);
        return TestConnections.connector(
                loops,
                TestConnections.USUAL,
                new ChannelSecurity(new SecuritySettings(user, tls.build(), null, 1 << 20)));
    }

    /** Why a connection was not opened, or null. */
    private @Nullable Throwable open(TlsConfig.Builder tls, PreambleServer there) throws Exception {
        try (NettyConnector connector = connector(tls)) {
            return open(connector, there);
        }
    }

    private static @Nullable Throwable open(NettyConnector connector, PreambleServer there) throws Exception {
        try {
            RegionServerConnection connection = connector
                    .open(TestConnections.at("localhost", there.port()), "ClientService")
                    .get(20, TimeUnit.SECONDS);
            connection.close();
            connection.closed().get(20, TimeUnit.SECONDS);
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    /** Why a connection was not opened, or a call on it failed. With TLS 1.3 the client has finished first. */
    private static @Nullable Throwable openAndCall(NettyConnector connector, int port) throws Exception {
        try {
            connector
                    .open(TestConnections.at("localhost", port), "ClientService")
                    .thenCompose(connection -> connection.call("Get", new byte[0], LONG))
                    .get(20, TimeUnit.SECONDS);
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }
}
