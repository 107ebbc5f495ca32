package io.sluice.client.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Configuration;
import io.sluice.DoNotRetryIOException;
import io.sluice.TableName;
import io.sluice.client.internal.security.TestAuthority;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real server that speaks to nobody without a certificate, as servers do that are told nothing else. */
@SuppressWarnings("NullAway.Init") // Set before a test sees them.
class MutualTlsIT {
    private static final String KEYS = "hbase.rpc.tls.";

    @TempDir
    static Path folder;

    private static TestAuthority authority;
    private static SecureWrites writes;
    private static TableName table;

    @BeforeAll
    static void start() throws Exception {
        authority = new TestAuthority("authority");
        Path key = TestAuthority.keyStore(folder.resolve("server.p12"), authority.issue("localhost"));
        Path trust = TestAuthority.trustStore(folder.resolve("trust.p12"), authority);
        writes = new SecureWrites(EmbeddedHBase.start(EmbeddedOptions.defaults()
                .withFastStart()
                .withSetting("hbase.server.netty.tls.enabled", "true")
                .withSetting("hbase.client.netty.tls.enabled", "true")
                .withSetting("hbase.server.netty.tls.supportplaintext", "false")
                .withSetting(KEYS + "enabledProtocols", "TLSv1.2,TLSv1.3")
                .withSetting(KEYS + "keystore.location", key.toString())
                .withSetting(KEYS + "keystore.password", TestAuthority.PASSWORD)
                .withSetting(KEYS + "truststore.location", trust.toString())
                .withSetting(KEYS + "truststore.password", TestAuthority.PASSWORD)));
        table = writes.table("mutual");
    }

    @AfterAll
    static void stop() {
        if (writes != null) {
            writes.server().close();
        }
        Session.assertNoThreads();
    }

    private static Configuration client(String protocol) {
        Configuration conf = new Configuration();
        conf.set("hbase.client.netty.tls.enabled", "true");
        conf.set(KEYS + "enabledProtocols", protocol);
        conf.set(KEYS + "truststore.location", folder.resolve("trust.p12").toString());
        conf.set(KEYS + "truststore.password", TestAuthority.PASSWORD);
        return conf;
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2, p12", "TLSv1.2, pem", "TLSv1.3, p12", "TLSv1.3, jks"})
    void certificate_ofEachType_written(String protocol, String type) throws Exception {
        Configuration conf = client(protocol);
        Path key = TestAuthority.keyStore(folder.resolve("key." + type), authority.issue("localhost"));
        conf.set(KEYS + "keystore.location", key.toString());
        conf.set(KEYS + "keystore.password", TestAuthority.PASSWORD);
        writes.write(table, conf);
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2", "TLSv1.3"})
    void certificate_missing_refusedAndToldWhichKeyToLookAt(String protocol) throws Exception {
        assertRefused(protocol, writes.failure(table, client(protocol), builder -> {}));
    }

    /** With TLS 1.3 the client has begun to send by then, and the server's words may be lost: such an error is not final. */
    private static void assertRefused(String protocol, Throwable failure) {
        assertThat(failure).hasStackTraceContaining("hbase.rpc.tls.keystore.location");
        if (protocol.equals("TLSv1.2")) {
            assertThat(failure).isInstanceOf(DoNotRetryIOException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2", "TLSv1.3"})
    void certificate_ofStranger_refusedAndToldWhichKeyToLookAt(String protocol) throws Exception {
        Configuration conf = client(protocol);
        TestAuthority stranger = new TestAuthority("stranger");
        Path key = TestAuthority.keyStore(folder.resolve("stranger.p12"), stranger.issue("localhost"));
        conf.set(KEYS + "keystore.location", key.toString());
        conf.set(KEYS + "keystore.password", TestAuthority.PASSWORD);
        assertRefused(protocol, writes.failure(table, conf, builder -> {}));
    }
}
