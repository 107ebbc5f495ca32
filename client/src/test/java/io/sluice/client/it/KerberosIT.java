package io.sluice.client.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import io.sluice.client.SubjectSource;
import io.sluice.embedded.EmbeddedKerberos;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosTicket;
import javax.security.auth.login.LoginException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real server with Kerberos, all qualities of protection, and TLS for who wants it. */
@SuppressWarnings("NullAway.Init") // Set before a test sees them.
class KerberosIT {
    @RegisterExtension
    static final SecureHBase SECURE = new SecureHBase();

    private static TableName table;

    @TempDir
    Path own;

    private final SecureWrites writes = SECURE.writes();
    private final EmbeddedKerberos kerberos = SECURE.kerberos();

    @BeforeAll
    static void createTable() throws Exception {
        table = SECURE.writes().table("secure");
    }

    private static Configuration secure() {
        return SECURE.withKeytab();
    }

    private static Configuration withoutLogin() {
        return SECURE.withoutLogin();
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

    /** The servers of one process log in once, so the address of the master is that of a region server here, too. */
    @ParameterizedTest
    @ValueSource(strings = {"nobody/_HOST@" + EmbeddedKerberos.REALM, EmbeddedKerberos.OTHER_SERVICE})
    void rpcRegistry_serverHasTheOtherPrincipal_written(String master) throws Exception {
        Configuration conf = secure();
        conf.set("hbase.master.kerberos.principal", master);
        writes.write(
                table,
                conf,
                builder -> builder.registry(Registry.rpc(writes.server().masterAddress())));
    }

    @Test
    void insideTls_written() throws Exception {
        Configuration conf = secure();
        conf.set("hbase.rpc.protection", "integrity");
        SECURE.addTls(conf);
        writes.write(table, conf);
    }

    @Test
    void ticketCache_written_andRefusedOnceExpired() throws Exception {
        Path cache = own.resolve("cache");
        Path keytab = kerberos.keytab(EmbeddedKerberos.WRITER);
        CredentialsProvider credentials = CredentialsProvider.ticketCache(cache);
        useTicketsFor(3_600);
        TicketCaches.create(cache, EmbeddedKerberos.WRITER, keytab);
        writes.write(table, withoutLogin(), builder -> builder.credentials(credentials));

        useTicketsFor(2);
        awaitEnd(TicketCaches.create(cache, EmbeddedKerberos.WRITER, keytab));
        assertThat(writes.failure(table, withoutLogin(), builder -> builder.credentials(credentials)))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining(cache.toString())
                .hasMessageContaining("kinit");
    }

    @Test
    void ticketCache_refusedThoughItLooksValid_readAgain() throws Exception {
        boolean livedLongEnough = false;
        for (int life = 4; !livedLongEnough; life *= 2) {
            assertThat(life).as("seconds that a ticket lives").isLessThan(100);
            livedLongEnough = writesBeforeAndAfterTheEnd(life);
        }
        assertThat(writes.rows(table)).contains("before", "after");
    }

    /** Returns false if the ticket ended, on a slow machine, before the first row was written. */
    private boolean writesBeforeAndAfterTheEnd(int life) throws Exception {
        Path cache = own.resolve("cache");
        Path keytab = kerberos.keytab(EmbeddedKerberos.WRITER);
        ConnectionPoolSettings shortLived = ConnectionPoolSettings.builder()
                .maxLifetime(Duration.ofMillis(200))
                .build();
        AsyncConnections.Builder builder = writes.builder(withoutLogin())
                .credentials(CredentialsProvider.ticketCache(cache))
                .pool(shortLived);
        useTicketsFor(life);
        Instant end = TicketCaches.createThatClaims(Duration.ofHours(1), cache, EmbeddedKerberos.WRITER, keytab);
        try (AsyncConnection connection = Session.get(builder.build());
                AsyncBufferedMutator mutator = connection.getBufferedMutator(table)) {
            CompletableFuture<Void> before = mutator.mutate(SecureWrites.put("before"));
            mutator.flush();
            await().atMost(Session.LIMIT).until(before::isDone);
            if (before.isCompletedExceptionally() && Instant.now().isAfter(end)) {
                return false;
            }
            Session.acknowledge(mutator, List.of(before));
            useTicketsFor(3_600);
            TicketCaches.create(cache, EmbeddedKerberos.WRITER, keytab);
            // From then on the KDC refuses the ticket in memory, whose end is said to be far away.
            awaitEnd(end);
            CompletableFuture<Void> after = mutator.mutate(SecureWrites.put("after"));
            Session.acknowledge(mutator, List.of(after));
        }
        return true;
    }

    /** Tickets end at full seconds; a second later there is no doubt any more. */
    private static void awaitEnd(Instant end) {
        await().atMost(Session.LIMIT.multipliedBy(2)).until(() -> Instant.now().isAfter(end.plusSeconds(1)));
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
    void actingFor_allowedUser_written_otherRefused() throws Exception {
        CredentialsProvider writer =
                CredentialsProvider.keytab(EmbeddedKerberos.WRITER, kerberos.keytab(EmbeddedKerberos.WRITER));
        writes.write(table, withoutLogin(), builder -> builder.credentials(writer.actingFor("guest")));
        Consumer<AsyncConnections.Builder> asMallory = builder -> builder.credentials(writer.actingFor("mallory"));
        assertThat(writes.failure(table, withoutLogin(), asMallory))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("mallory");
    }

    /** A program that logs in by itself, and whose ticket has just ended. */
    @Test
    void subject_ofTheProgram_refused_isRenewedAndWrites() throws Exception {
        Path keytab = kerberos.keytab(EmbeddedKerberos.WRITER);
        useTicketsFor(2);
        KerberosTicket ended = TicketCaches.ticket(EmbeddedKerberos.WRITER, keytab);
        awaitEnd(ended.getEndTime().toInstant());
        useTicketsFor(3_600);
        AtomicInteger renewals = new AtomicInteger();
        Subject subject = new Subject(false, Set.of(ended.getClient()), Set.of(), Set.of(ended));
        SubjectSource program = new SubjectSource() {
            @Override
            public Subject subject() {
                return subject;
            }

            @Override
            public void renew() throws IOException {
                renewals.incrementAndGet();
                try {
                    KerberosTicket fresh = TicketCaches.ticket(EmbeddedKerberos.WRITER, keytab);
                    subject.getPrivateCredentials().clear();
                    subject.getPrivateCredentials().add(fresh);
                } catch (LoginException e) {
                    throw new IOException(e);
                }
            }
        };
        CredentialsProvider credentials = CredentialsProvider.subject(EmbeddedKerberos.WRITER, program);
        writes.write(table, withoutLogin(), builder -> builder.credentials(credentials));
        assertThat(renewals).hasValue(1);
        writes.write(table, withoutLogin(), builder -> builder.credentials(credentials.actingFor("guest")));
        assertThat(renewals).hasValue(1);
    }

    @Test
    void subject_withoutTickets_isRefusedWithItsName() throws Exception {
        CredentialsProvider nothing = CredentialsProvider.subject("nobody@" + EmbeddedKerberos.REALM, Subject::new);
        assertThat(writes.failure(table, withoutLogin(), builder -> builder.credentials(nothing)))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("nobody@" + EmbeddedKerberos.REALM);
    }

    @Test
    void token_obtainedByKerberos_writesWithoutIt() throws Exception {
        AuthenticationToken token;
        try (AsyncConnection connection = Session.get(writes.builder(secure()).build())) {
            token = Session.get(connection.obtainToken());
        }
        // Nothing of Kerberos is needed, and nothing is found.
        System.setProperty(SecureHBase.KRB5_CONF, own.resolve("none").toString());
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

    /**
     * From now on this JVM asks for tickets that live for so long. Ends are cut to full seconds: a ticket of 1 s has ended if
     * a second begins before the KDC reads the request.
     */
    private void useTicketsFor(int seconds) throws Exception {
        SECURE.useLibDefault(own, "ticket_lifetime = " + seconds + "s");
    }
}
