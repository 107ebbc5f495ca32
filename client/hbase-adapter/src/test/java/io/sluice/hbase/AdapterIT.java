package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Programs written for hbase-client, whose connection is Sluice's by one call or by one setting. */
@SuppressWarnings("NullAway.Init") // BeforeAll sets the fields before a test sees them.
@ExtendWith(TestHBase.class)
class AdapterIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final byte[] F = bytes("f");
    private static final byte[] Q = bytes("q");

    private static EmbeddedHBase server;
    private static Configuration conf;
    private static AsyncConnection connection;

    private TableName table;

    @BeforeAll
    static void start(EmbeddedHBase hbase) throws Exception {
        server = hbase;
        conf = HBaseConfiguration.create();
        server.settings().forEach(conf::set);
        connection = SluiceConnectionFactory.createAsyncConnection(conf).get(60, TimeUnit.SECONDS);
    }

    @AfterAll
    static void stop() throws IOException {
        connection.close();
    }

    @BeforeEach
    void table() throws IOException {
        String name = "adapter" + TABLES.incrementAndGet();
        server.client().createTable(name, List.of(new FamilyOptions("f", 5)), List.of(bytes("m")));
        table = TableName.valueOf(name);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Put put(String row, String value) {
        return new Put(bytes(row)).addColumn(F, Q, bytes(value));
    }

    private Result read(String row) {
        return connection.getTable(table).get(new Get(bytes(row))).join();
    }

    private String value(String row) {
        return Bytes.toString(read(row).getValue(F, Q));
    }

    @Test
    void eachKind_isStored() throws Exception {
        try (AsyncBufferedMutator mutator = connection.getBufferedMutator(table)) {
            assertThat(mutator).isInstanceOf(SluiceAsyncBufferedMutator.class);
            assertThat(mutator.getName()).isEqualTo(table);
            assertThat(mutator.getConfiguration()).isSameAs(connection.getConfiguration());
            List<CompletableFuture<Void>> futures =
                    new ArrayList<>(mutator.mutate(List.of(put("a", "1"), put("x", "2"), put("gone", "3"))));
            futures.add(mutator.mutate(new Increment(bytes("i")).addColumn(F, Q, 5)));
            futures.add(mutator.mutate(put("ap", "x")));
            mutator.flush();
            futures.forEach(future -> assertThat(future).succeedsWithin(LIMIT));
            futures.clear();
            futures.add(mutator.mutate(new Delete(bytes("gone"))));
            futures.add(mutator.mutate(new Append(bytes("ap")).addColumn(F, Q, bytes("y"))));
            futures.add(mutator.mutate(new Increment(bytes("i")).addColumn(F, Q, 7)));
            futures.add(((SluiceAsyncBufferedMutator) mutator)
                    .mutate(RowMutations.of(
                            List.of(put("rm", "1"), new Put(bytes("rm")).addColumn(F, bytes("r"), bytes("2"))))));
            mutator.flush();
            futures.forEach(future -> assertThat(future).succeedsWithin(LIMIT));
        }
        assertThat(value("a")).isEqualTo("1");
        assertThat(value("x")).isEqualTo("2");
        assertThat(read("gone").isEmpty()).isTrue();
        assertThat(Bytes.toLong(read("i").getValue(F, Q))).isEqualTo(12);
        assertThat(value("ap")).isEqualTo("xy");
        assertThat(read("rm").size()).isEqualTo(2);
    }

    @Test
    void list_thatFillsTheBuffer_isSentToItsEndAndNothingAfterIt() {
        try (AsyncBufferedMutator mutator = connection
                .getBufferedMutatorBuilder(table)
                .setWriteBufferSize(10_000)
                .build()) {
            assertThat(mutator.getPeriodicalFlushTimeout(TimeUnit.MILLISECONDS))
                    .as("as HBase's")
                    .isZero();
            List<Put> puts = new ArrayList<>();
            for (int i = 0; i < 15; i++) {
                puts.add(put("r" + i, "v".repeat(1_000)));
            }
            List<CompletableFuture<Void>> sent = mutator.mutate(puts);
            List<CompletableFuture<Void>> kept = mutator.mutate(puts.subList(0, 2));
            sent.forEach(future -> assertThat(future).succeedsWithin(LIMIT));
            assertThat(kept).noneMatch(CompletableFuture::isDone);
        }
    }

    @Test
    void settings_ofTheBuilder_areTheMutators() {
        try (AsyncBufferedMutator mutator = connection
                .getBufferedMutatorBuilder(table)
                .setWriteBufferSize(12_345)
                .setMaxMutations(67)
                .setWriteBufferPeriodicFlush(890, TimeUnit.MILLISECONDS)
                .build()) {
            assertThat(mutator.getWriteBufferSize()).isEqualTo(12_345);
            assertThat(mutator.getMaxMutations()).isEqualTo(67);
            assertThat(mutator.getPeriodicalFlushTimeout(TimeUnit.MILLISECONDS)).isEqualTo(890);
        }
    }

    @Test
    void requestAttributes_ofTheBuilder_areTheMutators() {
        try (AsyncBufferedMutator mutator = connection
                .getBufferedMutatorBuilder(table)
                .setRequestAttribute("who", bytes("me"))
                .build()) {
            assertThat(mutator.getRequestAttributes()).containsOnlyKeys("who");
        }
    }

    @Test
    void errors_areHBases() {
        try (AsyncBufferedMutator mutator = connection.getBufferedMutator(table)) {
            CompletableFuture<Void> noFamily =
                    mutator.mutate(new Put(bytes("a")).addColumn(bytes("none"), Q, bytes("v")));
            mutator.flush();
            assertThatThrownBy(() -> noFamily.get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(RetriesExhaustedException.class)
                    .hasRootCauseInstanceOf(NoSuchColumnFamilyException.class);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> mutator.mutate(new Put(bytes("a"))))
                    .withMessageContaining("No columns to insert");
        }
        try (AsyncBufferedMutator mutator = connection.getBufferedMutator(TableName.valueOf("missing"))) {
            CompletableFuture<Void> noTable = mutator.mutate(put("a", "1"));
            mutator.flush();
            assertThatThrownBy(() -> noTable.get(60, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(org.apache.hadoop.hbase.TableNotFoundException.class);
        }
    }

    @Test
    void executor_given_completesThere() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> new Thread(task, "the-pool"));
        try (AsyncBufferedMutator mutator = connection.getBufferedMutator(table, pool)) {
            CompletableFuture<String> thread = mutator.mutate(put("a", "1"))
                    .thenApply(done -> Thread.currentThread().getName());
            mutator.flush();
            assertThat(thread.get(60, TimeUnit.SECONDS)).isEqualTo("the-pool");
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void setting_connectionImpl_changesNoCode() throws Exception {
        Configuration own = new Configuration(conf);
        own.set("hbase.client.async.connection.impl", "io.sluice.hbase.SluiceAsyncConnection");
        AsyncConnection other = ConnectionFactory.createAsyncConnection(own).get(60, TimeUnit.SECONDS);
        AsyncBufferedMutator mutator = other.getBufferedMutator(table);
        assertThat(mutator).isInstanceOf(SluiceAsyncBufferedMutator.class);
        CompletableFuture<Void> future = mutator.mutate(put("a", "1"));
        other.close();
        assertThat(future).as("closing the connection sends what is buffered").isCompleted();
        assertThat(value("a")).isEqualTo("1");
        assertThatThrownBy(() -> mutator.mutate(put("b", "1")).get(60, TimeUnit.SECONDS))
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("Already closed");
        assertThatThrownBy(() -> other.getBufferedMutator(table)).isInstanceOf(IllegalStateException.class);
    }
}
