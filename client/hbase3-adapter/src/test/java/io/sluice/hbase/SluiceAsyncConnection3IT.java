package io.sluice.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs written for HBase 3, with one setting and no change: both connections, their mutators, and their tables. */
@SuppressWarnings("NullAway.Init") // BeforeAll sets the fields before a test sees them.
class SluiceAsyncConnection3IT {
    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final byte[] F = bytes("f");
    private static final byte[] Q = bytes("q");

    private static EmbeddedHBase server;
    private static Configuration conf;

    /** HBase's own. */
    private static Connection stock;

    /** With Sluice's mutators. */
    private static Connection adapted;

    /** The same, with the tables' writes. */
    private static Connection writing;

    private TableName name;

    @BeforeAll
    static void start() throws Exception {
        server = EmbeddedHBase.start(EmbeddedOptions.defaults().withFastStart());
        conf = HBaseConfiguration.create();
        conf.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.ZKConnectionRegistry");
        server.settings().forEach(conf::set);
        conf.setInt("hbase.client.retries.number", 4);
        conf.setInt("hbase.client.pause", 50);
        stock = ConnectionFactory.createConnection(conf);
        conf.set("hbase.client.async.connection.impl", "io.sluice.hbase.SluiceAsyncConnection3");
        adapted = ConnectionFactory.createConnection(conf);
        Configuration own = new Configuration(conf);
        own.setBoolean("sluice.hbase.table.writes", true);
        writing = ConnectionFactory.createConnection(own);
    }

    @AfterAll
    static void stop() throws IOException {
        stock.close();
        adapted.close();
        writing.close();
        server.close();
    }

    @BeforeEach
    void table() throws IOException {
        name = newTable();
    }

    private static TableName newTable() throws IOException {
        String name = "t" + TABLES.incrementAndGet();
        server.client().createTable(name, List.of(new FamilyOptions("f", 5)), List.of(bytes("m")));
        return TableName.valueOf(name);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static Put put(String row) {
        return new Put(bytes(row)).addColumn(F, Q, bytes("v"));
    }

    private static Put withoutFamily(String row) {
        return new Put(bytes(row)).addColumn(bytes("none"), Q, bytes("v"));
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    private Result read(String row) throws IOException {
        try (Table reader = stock.getTable(name)) {
            return reader.get(new Get(bytes(row)));
        }
    }

    private List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        try (Table reader = stock.getTable(name);
                var scanner = reader.getScanner(new Scan())) {
            for (Result result : scanner) {
                rows.add(Bytes.toString(result.getRow()));
            }
        }
        return rows;
    }

    @Test
    void factory_makesTheConnectionOfHBase3WhichStoresEachKind() throws Exception {
        AsyncConnection connection = get(SluiceConnectionFactory.createAsyncConnection(conf));
        assertThat(connection).isInstanceOf(SluiceAsyncConnection3.class);
        try (AsyncBufferedMutator mutator = connection.getBufferedMutator(name)) {
            assertThat(mutator).isInstanceOf(SluiceAsyncBufferedMutator.class);
            List<CompletableFuture<Void>> before = mutator.mutate(List.of(put("a"), put("x"), put("gone"), put("ap")));
            mutator.flush();
            for (CompletableFuture<Void> future : before) {
                Void unused = get(future);
            }
            List<CompletableFuture<Void>> after = mutator.mutate(List.of(
                    new Delete(bytes("gone")),
                    new Append(bytes("ap")).addColumn(F, Q, bytes("w")),
                    new Increment(bytes("i")).addColumn(F, Q, 7)));
            mutator.flush();
            for (CompletableFuture<Void> future : after) {
                Void unused = get(future);
            }
        }
        connection.close();
        assertThat(rows()).containsExactly("a", "ap", "i", "x");
        assertThat(read("ap").getValue(F, Q)).asString().isEqualTo("vw");
        assertThat(Bytes.toLong(read("i").getValue(F, Q))).isEqualTo(7);
    }

    @Test
    void synchronousConnection_bySettingOrOfTheAsynchronousOne_hasItsMutators() throws Exception {
        AsyncConnection below = adapted.toAsyncConnection();
        assertThat(below).isInstanceOf(SluiceAsyncConnection3.class);
        assertThat(below.toConnection()).isSameAs(adapted);
        try (BufferedMutator mutator = adapted.getBufferedMutator(name)) {
            assertThat(mutator.getName()).isEqualTo(name);
            mutator.mutate(List.of(put("a"), put("x"), put("gone")));
            mutator.flush();
            mutator.mutate(new Delete(bytes("gone")));
            assertThat(rows()).as("buffered").contains("gone");
            mutator.flush();
            assertThat(rows()).containsExactly("a", "x");
        }
        assertThat(adapted.getAdmin().tableExists(name)).isTrue();
    }

    @Test
    void failures_ofTheSynchronousMutator_areHBasesAndMadeBySluice() throws Exception {
        Put bad = withoutFamily("a");
        try (BufferedMutator mutator = adapted.getBufferedMutator(name)) {
            mutator.mutate(List.of(put("good"), bad));
            RetriesExhaustedWithDetailsException error =
                    catchThrowableOfType(RetriesExhaustedWithDetailsException.class, mutator::flush);
            assertThat(error.getNumExceptions()).isEqualTo(1);
            assertThat(((Put) error.getRow(0)).toJSON()).isEqualTo(bad.toJSON());
            assertThat(error.getCause(0)).hasRootCauseInstanceOf(NoSuchColumnFamilyException.class);
            assertThat(error.getCause(0))
                    .cause()
                    .satisfies(cause -> assertThat(cause.getSuppressed())
                            .hasAtLeastOneElementOfType(io.sluice.NoSuchColumnFamilyException.class));
        }
        assertThat(rows()).containsExactly("good");
    }

    @Test
    void failures_withListener_areHandedToIt() throws Exception {
        List<Row> heard = new ArrayList<>();
        Put bad = withoutFamily("a");
        try (BufferedMutator mutator = adapted.getBufferedMutator(
                new BufferedMutatorParams(name).listener((error, from) -> heard.add(error.getRow(0))))) {
            mutator.mutate(bad);
            mutator.flush();
        }
        assertThat(((Put) heard.get(0)).toJSON()).isEqualTo(bad.toJSON());
        assertThat(heard).hasSize(1);
    }

    @Test
    void connection_closed_sendsWhatItsMutatorsBuffer() throws Exception {
        try (Connection other = ConnectionFactory.createConnection(conf)) {
            other.getBufferedMutator(name).mutate(put("a"));
        }
        assertThat(rows()).containsExactly("a");
    }

    @Test
    void registry_ofHBase3sDefault_isAskedByBoth() throws Exception {
        Configuration own = new Configuration(conf);
        own.unset("hbase.client.registry.impl");
        own.unset("hbase.zookeeper.quorum");
        own.setInt("hbase.zookeeper.property.clientPort", 1);
        own.set(
                "hbase.client.bootstrap.servers",
                stock.getAdmin()
                        .getRegionServers()
                        .iterator()
                        .next()
                        .getAddress()
                        .toString());
        try (Connection other = ConnectionFactory.createConnection(own);
                BufferedMutator mutator = other.getBufferedMutator(name)) {
            mutator.mutate(put("a"));
        }
        assertThat(rows()).containsExactly("a");
    }

    /** What a program does with a table; what it returns is compared, as is what it throws. */
    @FunctionalInterface
    private interface Program {
        @Nullable Object run(Table table) throws Exception;
    }

    /** The same with an asynchronous table. */
    @FunctionalInterface
    private interface AsyncProgram {
        @Nullable Object run(AsyncTable<?> table) throws Exception;
    }

    private static String shown(@Nullable Object outcome) {
        if (outcome instanceof ExecutionException error) {
            return "failed: " + shown(error.getCause());
        }
        if (outcome instanceof RetriesExhaustedException error) {
            return error.getClass().getName() + " < " + shown(error.getCause());
        }
        if (outcome instanceof Throwable error) {
            return error.getClass().getName();
        }
        if (outcome instanceof Object[] all) {
            return Arrays.stream(all)
                    .map(SluiceAsyncConnection3IT::shown)
                    .toList()
                    .toString();
        }
        return String.valueOf(outcome);
    }

    private static String outcome(Connection connection, TableName table, Program program) throws IOException {
        try (Table one = connection.getTable(table)) {
            return shown(program.run(one));
        } catch (Exception e) {
            return shown(e);
        }
    }

    private void assertSame(List<Program> programs) throws IOException {
        SoftAssertions all = new SoftAssertions();
        for (int i = 0; i < programs.size(); i++) {
            name = newTable();
            String expected = outcome(stock, name, programs.get(i));
            List<String> stored = rows();
            name = newTable();
            all.assertThat(outcome(writing, name, programs.get(i)))
                    .as("program %s", i)
                    .isEqualTo(expected);
            all.assertThat(rows()).as("program %s", i).isEqualTo(stored);
        }
        all.assertAll();
    }

    private static Program async(AsyncProgram program) {
        return table ->
                program.run((table.getConfiguration().getBoolean("sluice.hbase.table.writes", false) ? writing : stock)
                        .toAsyncConnection()
                        .getTable(table.getName()));
    }

    @Test
    void writesOfTables_bySetting_haveHBasesOutcomes() throws Exception {
        assertSame(List.of(
                table -> {
                    table.put(put("a"));
                    return table.exists(new Get(bytes("a")));
                },
                table -> {
                    table.put(new Put(bytes("a")));
                    return "stored";
                },
                table -> {
                    table.put(withoutFamily("a"));
                    return "stored";
                },
                table -> {
                    table.put(List.of(put("a"), put("x")));
                    return "stored";
                },
                table -> {
                    table.put(List.of(put("a"), withoutFamily("b"), put("x")));
                    return "stored";
                },
                table -> {
                    table.put(List.of(put("a"), put("b"), put("x")));
                    List<Delete> deletes = new ArrayList<>(List.of(new Delete(bytes("a")), new Delete(bytes("x"))));
                    table.delete(deletes);
                    return deletes.size();
                },
                table -> {
                    Object[] results = new Object[3];
                    table.batch(List.of(put("a"), new Delete(bytes("x")), new Get(bytes("y"))), results);
                    return results;
                },
                table -> {
                    Object[] results = new Object[2];
                    table.batch(List.of(put("a"), new Delete(bytes("x"))), results);
                    return results;
                }));
    }

    @Test
    void writesOfAsynchronousTables_bySetting_haveHBasesOutcomes() throws Exception {
        assertSame(List.of(
                async(table -> get(table.put(put("a")))),
                async(table -> get(table.put(withoutFamily("a")))),
                async(table -> get(table.delete(new Delete(bytes("a"))))),
                async(table -> get(table.putAll(List.of(put("a"), put("x"))))),
                async(table ->
                        get(table.put(List.of(put("a"), withoutFamily("b"))).get(1))),
                async(table -> get(table.<Object>batchAll(List.of(put("a"), new Delete(bytes("x")))))
                        .toArray())));
    }

    @Test
    void threads_many_seeTheirOwnAcknowledgedWrites() throws Exception {
        int threads = 16;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                done.add(pool.submit(() -> {
                    try (Table table = writing.getTable(name)) {
                        for (int row = 0; row < 20; row++) {
                            Put put = put(thread + "-" + row);
                            table.put(put);
                            assertThat(table.exists(new Get(put.getRow()))).isTrue();
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> one : done) {
                Object unused = one.get(120, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(rows()).hasSize(threads * 20);
    }
}
