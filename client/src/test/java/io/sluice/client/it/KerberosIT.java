package io.sluice.client.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AccessDeniedException;
import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.AuthenticationToken;
import io.sluice.client.ConnectionPoolSettings;
import io.sluice.client.CredentialsProvider;
import io.sluice.client.Registry;
import io.sluice.client.internal.security.TestAuthority;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedKerberos;
import io.sluice.embedded.EmbeddedOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real server with Kerberos, all qualities of protection, and TLS for who wants it. */
@SuppressWarnings("NullAway.Init") // Set before a test sees them.
class KerberosIT {
    private static final String KRB5_CONF = "java.security.krb5.conf";

    @TempDir
    static Path folder;

    private static TestAuthority authority;
    private static SecureWrites writes;
    private static EmbeddedKerberos kerberos;
    private static TableName table;

    @TempDir
    Path own;

    @BeforeAll
    static void start() throws Exception {
        authority = new TestAuthority("authority");
        Path key = TestAuthority.keyStore(folder.resolve("server.p12"), authority.issue("localhost"));
        Path trust = TestAuthority.trustStore(folder.resolve("trust.p12"), authority);
        EmbeddedHBase server = EmbeddedHBase.start(EmbeddedOptions.defaults()
                .withFastStart()
                .withSetting("hbase.security.authentication", "kerberos")
                .withSetting("hbase.rpc.protection", "authentication,integrity,privacy")
                // Servers that can do it do not demand it.
                .withSetting("hbase.rpc.crypto.encryption.aes.enabled", "true")
                .withSetting("hbase.server.netty.tls.enabled", "true")
                .withSetting("hbase.server.netty.tls.client.auth.mode", "NONE")
                .withSetting("hbase.rpc.tls.keystore.location", key.toString())
                .withSetting("hbase.rpc.tls.keystore.password", TestAuthority.PASSWORD)
                .withSetting("hbase.rpc.tls.truststore.location", trust.toString())
                .withSetting("hbase.rpc.tls.truststore.password", TestAuthority.PASSWORD));
        writes = new SecureWrites(server);
        kerberos = server.kerberos();
        table = writes.table("secure");
    }

    @AfterAll
    static void stop() {
        System.clearProperty(KRB5_CONF);
        if (writes != null) {
            writes.server().close();
        }
        Session.assertNoThreads();
        BufferLeaks.assertNone();
    }

    @BeforeEach
    void useKdc() {
        System.setProperty(KRB5_CONF, kerberos.krb5Conf().toString());
    }

    @AfterEach
    void noThreads() {
        Session.assertNoThreads();
    }

    /** HBase's keys for a client that logs in as the writer. */
    private static Configuration secure() {
        Configuration conf = withoutLogin();
        conf.set(
                "hbase.client.keytab.file",
                kerberos.keytab(EmbeddedKerberos.WRITER).toString());
        conf.set("hbase.client.keytab.principal", EmbeddedKerberos.WRITER);
        return conf;
    }

    private static Configuration withoutLogin() {
        Configuration conf = new Configuration();
        conf.set("hbase.security.authentication", "kerberos");
        conf.set("hbase.regionserver.kerberos.principal", "hbase/_HOST@" + EmbeddedKerberos.REALM);
        conf.set("hbase.master.kerberos.principal", "hbase/_HOST@" + EmbeddedKerberos.REALM);
        conf.set("hbase.security.relogin.maxbackoff", "100");
        return conf;
    }

    @ParameterizedTest
    @ValueSource(strings = {"authentication", "integrity", "privacy", "privacy,authentication"})
    void keytab_eachProtection_written(String protection) throws Exception {
        Configuration conf = secure();
        conf.set("hbase.rpc.protection", protection);
        writes.write(table, conf);
    }

    @Test
    void privacy_manyRowsAndLargeOnes_readBack() throws Exception {
        Configuration conf = secure();
        conf.set("hbase.rpc.protection", "privacy");
        conf.set("sluice.client.verify.cells", "true");
        TableName many = writes.table("many");
        List<CompletableFuture<Void>> written = new ArrayList<>();
        try (AsyncConnection connection = Session.get(writes.builder(conf).build());
                AsyncBufferedMutator mutator = connection.getBufferedMutator(many)) {
            for (int i = 0; i < 2_000; i++) {
                Put put = SecureWrites.put("r" + i);
                if (i % 500 == 0) {
                    put.addColumn(CellText.bytes("f"), CellText.bytes("large"), new byte[1_000_000]);
                }
                written.add(mutator.mutate(put));
            }
            Session.acknowledge(mutator, written);
        }
        assertThat(writes.rows(many)).hasSize(2_004);
    }

    @Test
    void rpcRegistry_keytab_written() throws Exception {
        writes.write(
                table,
                secure(),
                builder -> builder.registry(Registry.rpc(writes.server().masterAddress())));
    }

    @Test
    void insideTls_written() throws Exception {
        Configuration conf = secure();
        conf.set("hbase.rpc.protection", "integrity");
        conf.set("hbase.client.netty.tls.enabled", "true");
        conf.set(
                "hbase.rpc.tls.truststore.location", folder.resolve("trust.p12").toString());
        conf.set("hbase.rpc.tls.truststore.password", TestAuthority.PASSWORD);
        writes.write(table, conf);
    }

    @Test
    void ticketCache_written_andRefusedOnceExpired() throws Exception {
        Path cache = own.resolve("cache");
        useTicketsFor(4);
        TicketCaches.create(cache, EmbeddedKerberos.WRITER, kerberos.keytab(EmbeddedKerberos.WRITER));
        CredentialsProvider credentials = CredentialsProvider.ticketCache(cache);
        writes.write(table, withoutLogin(), builder -> builder.credentials(credentials));

        Thread.sleep(5_000);
        assertThat(writes.failure(table, withoutLogin(), builder -> builder.credentials(credentials)))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining(cache.toString())
                .hasMessageContaining("kinit");
    }

    @Test
    void keytab_overSeveralLivesOfTickets_noWriteFails() throws Exception {
        useTicketsFor(3);
        TableName lives = writes.table("lives");
        ConnectionPoolSettings shortLived = ConnectionPoolSettings.builder()
                .maxLifetime(Duration.ofMillis(200))
                .build();
        List<CompletableFuture<Void>> written = new ArrayList<>();
        try (AsyncConnection connection =
                        Session.get(writes.builder(secure()).pool(shortLived).build());
                AsyncBufferedMutator mutator = connection.getBufferedMutator(lives)) {
            long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (System.nanoTime() < end) {
                written.add(mutator.mutate(SecureWrites.put("r" + written.size())));
                mutator.flush();
                Session.get(written.get(written.size() - 1));
            }
        }
        assertThat(writes.rows(lives)).hasSize(written.size());
    }

    @Test
    void kdc_unreachable_toldAsSuchAndNotAsRefusal() throws Exception {
        Path conf = own.resolve("krb5.conf");
        Files.writeString(conf, Files.readString(kerberos.krb5Conf()).replaceAll("kdc = .*", "kdc = localhost:1"));
        System.setProperty(KRB5_CONF, conf.toString());
        assertThat(writes.failure(table, secure(), builder -> {}))
                .isNotInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("hbase.client.keytab.file");
    }

    @Test
    void login_wrong_refusedAtOnceAndNamed() throws Exception {
        Path keytab = kerberos.keytab(EmbeddedKerberos.OTHER);
        assertLoginRefused("writer@SLUICE.TEST", keytab, "writer@SLUICE.TEST");
        assertLoginRefused("nobody@SLUICE.TEST", keytab, "nobody@SLUICE.TEST");
        assertLoginRefused("writer@ELSEWHERE.TEST", keytab, "writer@ELSEWHERE.TEST");
        assertLoginRefused("other@SLUICE.TEST", own.resolve("missing.keytab"), "no such file");
    }

    private void assertLoginRefused(String principal, Path keytab, String text) throws Exception {
        Configuration conf = withoutLogin();
        conf.set("hbase.client.keytab.file", keytab.toString());
        conf.set("hbase.client.keytab.principal", principal);
        assertThat(writes.failure(table, conf, builder -> {}))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining(text)
                .hasMessageContaining(keytab.toString())
                .hasMessageContaining("hbase.client.keytab.principal");
    }

    @Test
    void serverPrincipal_unknown_refusedAndNamed() throws Exception {
        Configuration conf = secure();
        conf.set("hbase.regionserver.kerberos.principal", "hdfs/_HOST@" + EmbeddedKerberos.REALM);
        assertThat(writes.failure(table, conf, builder -> {}))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("hdfs/localhost@SLUICE.TEST")
                .hasMessageContaining("GSSAPI")
                .hasMessageContaining("Server not found in Kerberos database")
                .hasMessageContaining("hbase.regionserver.kerberos.principal");
    }

    @Test
    void serverPrincipal_notSet_refusedAndNamed() throws Exception {
        Configuration conf = secure();
        conf.unset("hbase.regionserver.kerberos.principal");
        assertThat(writes.failure(table, conf, builder -> {}))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("hbase.regionserver.kerberos.principal is not set");
    }

    @Test
    void client_withoutProof_refusedByServer() throws Exception {
        assertThat(writes.failure(table, new Configuration(), builder -> {}))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("Authentication is required");
    }

    @Test
    void actingFor_allowedUser_written_otherRefused() throws Exception {
        CredentialsProvider writer =
                CredentialsProvider.keytab(EmbeddedKerberos.WRITER, kerberos.keytab(EmbeddedKerberos.WRITER));
        writes.write(table, withoutLogin(), builder -> builder.credentials(writer.actingFor("guest")));
        Consumer<AsyncConnections.Builder> asMallory = builder -> builder.credentials(writer.actingFor("mallory"));
        assertThat(writes.failure(table, withoutLogin(), asMallory))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("mallory");
    }

    @Test
    void token_obtainedByKerberos_writesWithoutIt() throws Exception {
        AuthenticationToken token;
        try (AsyncConnection connection = Session.get(writes.builder(secure()).build())) {
            token = Session.get(connection.obtainToken());
        }
        // Nothing of Kerberos is needed, and nothing is found.
        System.setProperty(KRB5_CONF, own.resolve("none").toString());
        AuthenticationToken read = AuthenticationToken.decodeFromUrlString(token.encodeToUrlString());
        for (String protection : List.of("authentication", "privacy")) {
            Configuration conf = new Configuration();
            conf.set("hbase.rpc.protection", protection);
            writes.write(table, conf, builder -> builder.credentials(CredentialsProvider.token(read)));
        }
        byte[] password = read.password();
        password[0]++;
        AuthenticationToken forged = AuthenticationToken.of(read.identifier(), password, read.service());
        assertThat(writes.failure(
                        table, new Configuration(), builder -> builder.credentials(CredentialsProvider.token(forged))))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("DIGEST-MD5");
        assertThat(token.toString()).contains(token.service()).doesNotContain(token.encodeToUrlString());
    }

    @Test
    void keys_thatMakeNoSense_refusedAtOnce() {
        Configuration half = withoutLogin();
        half.set("hbase.client.keytab.file", "/some/where");
        assertThatThrownBy(() -> writes.builder(half).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hbase.client.keytab.principal");
        Configuration protection = secure();
        protection.set("hbase.rpc.protection", "secrecy");
        assertThatThrownBy(() -> writes.builder(protection).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("secrecy");
    }

    /** From now on this JVM asks for tickets that live for so long. */
    private void useTicketsFor(int seconds) throws Exception {
        Path conf = own.resolve("krb5.conf");
        Files.writeString(
                conf,
                Files.readString(kerberos.krb5Conf())
                        .replace("[libdefaults]", "[libdefaults]\n    ticket_lifetime = " + seconds + "s"));
        System.setProperty(KRB5_CONF, conf.toString());
    }
}
