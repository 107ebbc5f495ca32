package io.sluice.client.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.pkitesting.X509Bundle;
import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.DoNotRetryIOException;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.ConnectionPoolSettings;
import io.sluice.client.TlsConfig;
import io.sluice.client.internal.security.TestAuthority;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real server that speaks TLS only, wants a certificate of its clients, and reads its own again when it changes. */
@SuppressWarnings("NullAway.Init") // Set before a test sees them.
class TlsIT {
    private static final String KEYS = "hbase.rpc.tls.";

    @TempDir
    static Path folder;

    private static TestAuthority first;
    private static TestAuthority second;
    private static TestAuthority stranger;
    private static SecureWrites writes;

    @TempDir
    Path own;

    @BeforeAll
    static void start() throws Exception {
        first = new TestAuthority("first");
        second = new TestAuthority("second");
        stranger = new TestAuthority("stranger");
        TestAuthority.keyStore(folder.resolve("server.p12"), first.issue("localhost"));
        TestAuthority.trustStore(folder.resolve("trust.p12"), first, second);
        EmbeddedOptions options = EmbeddedOptions.defaults()
                .withFastStart()
                .withSetting("hbase.server.netty.tls.enabled", "true")
                .withSetting("hbase.client.netty.tls.enabled", "true")
                .withSetting("hbase.server.netty.tls.supportplaintext", "false")
                .withSetting("hbase.server.netty.tls.client.auth.mode", "WANT")
                .withSetting("hbase.server.netty.tls.verify.client.hostname", "false")
                .withSetting(KEYS + "enabledProtocols", "TLSv1.2,TLSv1.3")
                .withSetting(KEYS + "certReload", "true")
                .withSetting(KEYS + "filepoll.interval.millis", "100")
                .withSetting(
                        KEYS + "keystore.location", folder.resolve("server.p12").toString())
                .withSetting(KEYS + "keystore.password", TestAuthority.PASSWORD)
                .withSetting(
                        KEYS + "truststore.location",
                        folder.resolve("trust.p12").toString())
                .withSetting(KEYS + "truststore.password", TestAuthority.PASSWORD);
        writes = new SecureWrites(EmbeddedHBase.start(options));
    }

    @AfterAll
    static void stop() {
        if (writes != null) {
            writes.server().close();
        }
        Session.assertNoThreads();
    }

    /** HBase's keys for a client that trusts these. */
    private Configuration trusting(TestAuthority... authorities) throws Exception {
        Configuration conf = new Configuration();
        conf.set("hbase.client.netty.tls.enabled", "true");
        conf.set(
                KEYS + "truststore.location",
                TestAuthority.trustStore(own.resolve("trust.p12"), authorities).toString());
        conf.set(KEYS + "truststore.password", TestAuthority.PASSWORD);
        return conf;
    }

    @Test
    void oneWay_byKeysOfHBase_written() throws Exception {
        writes.write(writes.table("oneway"), trusting(first, second));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void protocol_ofEither_written(String protocol) throws Exception {
        Configuration conf = trusting(first, second);
        conf.set(KEYS + "enabledProtocols", protocol);
        writes.write(writes.table("protocol-" + protocol), conf);
    }

    @Test
    void mutual_byBuilder_written() throws Exception {
        Path trust = TestAuthority.trustStore(own.resolve("trust.pem"), first, second);
        Path key = TestAuthority.keyStore(own.resolve("key.pem"), first.issue("client"));
        writes.write(
                writes.table("mutual"),
                new Configuration(),
                builder -> builder.tls(TlsConfig.builder()
                        .trustStore(trust, null)
                        .keyStore(key, null)
                        .build()));
    }

    @Test
    void clientCertificate_expired_refusedForGood() throws Exception {
        Configuration conf = trusting(first, second);
        Path key = TestAuthority.keyStore(own.resolve("key.p12"), first.issueExpired("client"));
        conf.set(KEYS + "keystore.location", key.toString());
        conf.set(KEYS + "keystore.password", TestAuthority.PASSWORD);

        assertThat(writes.failure(writes.table("expired"), conf, builder -> {}))
                .isInstanceOf(DoNotRetryIOException.class)
                .hasMessageContaining("hbase.rpc.tls.keystore.location");
    }

    @Test
    void server_ofStranger_refusedForGood() throws Exception {
        assertThat(writes.failure(writes.table("mistrust"), trusting(stranger), builder -> {}))
                .isInstanceOf(DoNotRetryIOException.class)
                .hasMessageContaining("certificate is not accepted")
                .hasMessageContaining("hbase.rpc.tls.truststore.location");
    }

    @Test
    void client_inPlainText_refusedAndToldWhichKeyToLookAt() throws Exception {
        Configuration conf = new Configuration();
        // It could be a server that starts, so it is tried until the end.
        conf.set(SecureWrites.TIMEOUT, "8000");
        assertThat(writes.failure(writes.table("plain"), conf, builder -> {}))
                .isInstanceOf(IOException.class)
                .hasStackTraceContaining("hbase.client.netty.tls.enabled");
    }

    @Test
    void server_expiredOrOfOtherHost_refusedForGood() throws Exception {
        TableName table = writes.table("wrong");
        Configuration conf = trusting(first, second);
        try {
            serveWith(first.issueExpired("localhost"));
            assertThat(writes.failure(table, conf, builder -> {}))
                    .isInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining("NotAfter");
            serveWith(first.issue("elsewhere.example"));
            assertThat(writes.failure(table, conf, builder -> {}))
                    .isInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining("localhost")
                    .hasMessageContaining("certificate is not accepted");
        } finally {
            serveWith(first.issue("localhost"));
        }
        writes.write(table, conf);
    }

    @Test
    void certificates_replacedUnderLoad_nothingLost() throws Exception {
        TableName table = writes.table("reload");
        Configuration conf = trusting(first);
        Path trust = own.resolve("trust.p12");
        ConnectionPoolSettings shortLived = ConnectionPoolSettings.builder()
                .maxLifetime(Duration.ofMillis(100))
                .build();
        List<CompletableFuture<Void>> written = new ArrayList<>();
        try (AsyncConnection connection =
                        Session.get(writes.builder(conf).pool(shortLived).build());
                AsyncBufferedMutator mutator = connection.getBufferedMutator(table)) {
            writeFor(mutator, written, 500);
            TestAuthority.trustStore(trust, first, second);
            writeFor(mutator, written, 300);
            serveWith(second.issue("localhost"));
            writeFor(mutator, written, 300);
            // From now on only the server's new certificate is believed.
            TestAuthority.trustStore(trust, second);
            writeFor(mutator, written, 800);
            Session.acknowledge(mutator, written);
        } finally {
            serveWith(first.issue("localhost"));
        }
        assertThat(writes.rows(table)).hasSize(written.size());
    }

    private static void writeFor(AsyncBufferedMutator mutator, List<CompletableFuture<Void>> written, long millis)
            throws Exception {
        long end = System.nanoTime() + Duration.ofMillis(millis).toNanos();
        while (System.nanoTime() < end) {
            for (int i = 0; i < 20; i++) {
                written.add(mutator.mutate(SecureWrites.put("r" + written.size())));
            }
            mutator.flush();
            Session.get(written.get(written.size() - 1));
        }
    }

    /** Replaces the server's certificate; returns when it is used. */
    private static void serveWith(X509Bundle bundle) throws Exception {
        TestAuthority.keyStore(folder.resolve("server.p12"), bundle);
        BigInteger serial = bundle.getCertificate().getSerialNumber();
        int port = writes.regionServerPort();
        await().atMost(Session.LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> served(port).getSerialNumber().equals(serial));
    }

    private static X509Certificate served(int port) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Credulous()}, new SecureRandom());
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    /** Believes everybody: only looks at what is served. */
    private static final class Credulous implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
