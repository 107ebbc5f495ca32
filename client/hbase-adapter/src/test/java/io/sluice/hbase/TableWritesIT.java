package io.sluice.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import java.io.IOException;
import java.lang.reflect.Proxy;
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
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
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
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Writes by HBase's tables, with {@code sluice.hbase.table.writes} and without: what comes out must be the same. */
@SuppressWarnings("NullAway.Init") // BeforeAll sets the fields before a test sees them.
@ExtendWith(TestHBase.class)
class TableWritesIT {
    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final byte[] F = bytes("f");
    private static final byte[] Q = bytes("q");

    private static EmbeddedHBase server;
    private static Connection stock;
    private static Connection adapted;
    private static AsyncConnection stockAsync;
    private static AsyncConnection adaptedAsync;

    private TableName name;

    @BeforeAll
    static void start(EmbeddedHBase hbase) throws Exception {
        server = hbase;
        server.client().createTable("off", List.of(new FamilyOptions("f", 1)), List.of());
        server.client().disableTable("off");
        Configuration conf = HBaseConfiguration.create();
        server.settings().forEach(conf::set);
        conf.setInt("hbase.client.retries.number", 4);
        conf.setInt("hbase.client.pause", 50);
        stock = ConnectionFactory.createConnection(conf);
        stockAsync = ConnectionFactory.createAsyncConnection(conf).get(60, TimeUnit.SECONDS);
        Configuration own = new Configuration(conf);
        own.set("hbase.client.connection.impl", SluiceConnection.class.getName());
        own.set("hbase.client.async.connection.impl", SluiceAsyncConnection.class.getName());
        own.setBoolean("sluice.hbase.table.writes", true);
        adapted = ConnectionFactory.createConnection(own);
        adaptedAsync = ConnectionFactory.createAsyncConnection(own).get(60, TimeUnit.SECONDS);
    }

    @AfterAll
    static void stop() throws IOException {
        stock.close();
        stockAsync.close();
        adapted.close();
        adaptedAsync.close();
    }

    @BeforeEach
    void table() throws IOException {
        name = newTable();
    }

    private static TableName newTable() throws IOException {
        String name = "writes" + TABLES.incrementAndGet();
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

    /** What a program does with a table; what it returns is compared, as is what it throws. */
    @FunctionalInterface
    private interface Program {
        Object run(Table table) throws Exception;
    }

    /** The same with an asynchronous table. */
    @FunctionalInterface
    private interface AsyncProgram {
        Object run(AsyncTable<?> table) throws Exception;
    }

    private static String described(@Nullable Throwable error) {
        if (error == null) {
            return "no cause";
        }
        if (error instanceof RetriesExhaustedWithDetailsException details) {
            List<String> all = new ArrayList<>();
            for (int i = 0; i < details.getNumExceptions(); i++) {
                all.add(Bytes.toString(details.getRow(i).getRow()) + " " + described(details.getCause(i)) + " at "
                        + details.getHostnamePort(i));
            }
            return all.toString();
        }
        return error.getClass().getName()
                + (error instanceof RetriesExhaustedException ? " < " + described(error.getCause()) : "");
    }

    private static Object shown(Object outcome) {
        if (outcome instanceof Result result) {
            return result.isEmpty() ? "an empty result" : result.toString();
        }
        if (outcome instanceof Throwable error) {
            return described(error);
        }
        if (outcome instanceof Object[] all) {
            return Arrays.stream(all).map(TableWritesIT::shown).toList().toString();
        }
        return outcome == null ? "null" : outcome;
    }

    private static Object outcome(Connection connection, TableName table, Program program) throws IOException {
        try (Table one = connection.getTable(table)) {
            return shown(program.run(one));
        } catch (Exception e) {
            return "thrown: " + described(e);
        }
    }

    private static Object outcome(AsyncConnection connection, TableName table, AsyncProgram program) {
        try {
            return shown(program.run(connection.getTable(table)));
        } catch (ExecutionException e) {
            return "failed: " + described(e.getCause());
        } catch (Exception e) {
            return "thrown: " + described(e);
        }
    }

    private List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        try (Table reader = stock.getTable(name);
                var scanner = reader.getScanner(F)) {
            for (Result result : scanner) {
                rows.add(Bytes.toString(result.getRow()));
            }
        }
        return rows;
    }

    private void assertSame(String what, Program program, SoftAssertions all) throws IOException {
        name = newTable();
        Object expected = outcome(stock, name, program);
        List<String> stored = rows();
        name = newTable();
        all.assertThat(outcome(adapted, name, program)).as(what).isEqualTo(expected);
        all.assertThat(rows()).as(what).isEqualTo(stored);
    }

    @Test
    void table_bySetting_isAnother() throws Exception {
        assertThat(Proxy.isProxyClass(adapted.getTable(name).getClass())).isTrue();
        assertThat(Proxy.isProxyClass(adaptedAsync.getTable(name).getClass())).isTrue();
        assertThat(Proxy.isProxyClass(
                        adapted.getTable(TableName.META_TABLE_NAME).getClass()))
                .isFalse();
    }

    @Test
    void outcomes_ofEachCall_areHBases() throws Exception {
        SoftAssertions all = new SoftAssertions();
        assertSame(
                "put",
                table -> {
                    table.put(put("a"));
                    return table.exists(new Get(bytes("a")));
                },
                all);
        assertSame(
                "put that also deletes a column",
                table -> {
                    byte[] row = bytes("a");
                    table.put(new Put(row).addColumn(F, Q, bytes("v")).addColumn(F, bytes("gone"), bytes("v")));
                    table.put(put("a").add(new KeyValue(
                            row, F, bytes("gone"), HConstants.LATEST_TIMESTAMP, KeyValue.Type.DeleteColumn)));
                    return table.get(new Get(row)).size();
                },
                all);
        assertSame(
                "put without cells",
                table -> {
                    table.put(new Put(bytes("a")));
                    return "stored";
                },
                all);
        assertSame(
                "put, family missing",
                table -> {
                    table.put(withoutFamily("a"));
                    return "stored";
                },
                all);
        assertSame(
                "put(List)",
                table -> {
                    table.put(List.of(put("a"), put("x")));
                    return "stored";
                },
                all);
        assertSame(
                "put(List), family missing",
                table -> {
                    table.put(List.of(put("a"), withoutFamily("b"), put("x")));
                    return "stored";
                },
                all);
        assertSame(
                "delete",
                table -> {
                    table.put(put("a"));
                    table.delete(new Delete(bytes("a")));
                    return table.exists(new Get(bytes("a")));
                },
                all);
        assertSame(
                "delete(List)",
                table -> {
                    table.put(List.of(put("a"), put("b"), put("x")));
                    List<Delete> deletes = new ArrayList<>(List.of(new Delete(bytes("a")), new Delete(bytes("x"))));
                    table.delete(deletes);
                    return deletes.size();
                },
                all);
        assertSame(
                "batch",
                table -> {
                    table.put(put("x"));
                    Object[] results = new Object[3];
                    table.batch(List.of(put("a"), new Delete(bytes("x")), put("y")), results);
                    return results;
                },
                all);
        assertSame(
                "batch with a read",
                table -> {
                    table.put(put("x"));
                    Object[] results = new Object[2];
                    table.batch(List.of(put("a"), new Get(bytes("y"))), results);
                    return results;
                },
                all);
        assertSame(
                "batch of nothing",
                table -> {
                    table.batch(List.of(), new Object[0]);
                    return "done";
                },
                all);
        assertSame(
                "the rest",
                table -> {
                    table.mutateRow(RowMutations.of(List.of(put("a"))));
                    table.increment(new Increment(bytes("i")).addColumn(F, Q, 5));
                    return table.checkAndMutate(bytes("a"), F)
                            .qualifier(Q)
                            .ifEquals(bytes("v"))
                            .thenPut(put("a"));
                },
                all);
        all.assertAll();
    }

    @Test
    void listThatFailsInParts_leavesTheFailedAndItsResults() throws Exception {
        SoftAssertions all = new SoftAssertions();
        assertSame(
                "delete(List), family missing",
                table -> {
                    table.put(List.of(put("a"), put("x")));
                    Delete bad = new Delete(bytes("b")).addFamily(bytes("none"));
                    List<Delete> deletes =
                            new ArrayList<>(List.of(new Delete(bytes("a")), bad, new Delete(bytes("x"))));
                    try {
                        table.delete(deletes);
                        return "stored";
                    } catch (RetriesExhaustedWithDetailsException e) {
                        return described(e) + (e.getRow(0) == bad) + deletes.size() + (deletes.get(0) == bad);
                    }
                },
                all);
        assertSame(
                "batch, family missing",
                table -> {
                    Object[] results = new Object[3];
                    try {
                        table.batch(List.of(put("a"), withoutFamily("b"), put("x")), results);
                        return "stored";
                    } catch (RetriesExhaustedWithDetailsException e) {
                        return new Object[] {results, e};
                    }
                },
                all);
        all.assertAll();
    }

    @Test
    void table_missingOrDisabled_failsAsHBases() throws Exception {
        Program one = table -> {
            table.put(put("a"));
            return "stored";
        };
        for (String table : List.of("none", "off")) {
            assertThat(outcome(adapted, TableName.valueOf(table), one))
                    .isEqualTo(outcome(stock, TableName.valueOf(table), one));
        }
    }

    @Test
    void outcomes_ofTheAsynchronousTable_areHBases() throws Exception {
        List<AsyncProgram> programs = List.of(
                table -> get(table.put(put("a"))),
                table -> get(table.put(withoutFamily("a"))),
                table -> get(table.delete(new Delete(bytes("a")))),
                table -> get(table.putAll(List.of(put("a"), put("x")))),
                table -> get(table.put(List.of(put("a"), withoutFamily("b"))).get(1)),
                table -> get(table.deleteAll(List.of(new Delete(bytes("a"))))),
                table -> get(table.<Object>batchAll(List.of(put("a"), new Delete(bytes("x")))))
                        .toArray(),
                table -> get(table.<Object>batchAll(List.<Row>of(put("a"), new Get(bytes("x")))))
                        .toArray(),
                table -> get(table.put(new Put(bytes("a")))),
                table -> get(table.exists(new Get(bytes("a")))));
        SoftAssertions all = new SoftAssertions();
        for (int i = 0; i < programs.size(); i++) {
            AsyncProgram program = programs.get(i);
            name = newTable();
            Object expected = outcome(stockAsync, name, program);
            List<String> stored = rows();
            name = newTable();
            all.assertThat(outcome(adaptedAsync, name, program))
                    .as("program %s", i)
                    .isEqualTo(expected);
            all.assertThat(rows()).as("program %s", i).isEqualTo(stored);
        }
        all.assertAll();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    @Test
    void executor_ofTheAsynchronousTable_completesTheWrites() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> new Thread(task, "the-pool"));
        try {
            assertThat(adaptedAsync
                            .getTable(name, pool)
                            .put(put("a"))
                            .thenApply(done -> Thread.currentThread().getName())
                            .get(60, TimeUnit.SECONDS))
                    .isEqualTo("the-pool");
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void timeouts_ofATable_areItsOwn() throws Exception {
        try (Table table = adapted.getTableBuilder(name, null)
                .setWriteRpcTimeout(7_000)
                .setOperationTimeout(9_000)
                .build()) {
            assertThat(table.getWriteRpcTimeout(TimeUnit.MILLISECONDS)).isEqualTo(7_000);
            assertThat(table.getOperationTimeout(TimeUnit.MILLISECONDS)).isEqualTo(9_000);
            table.put(put("a"));
        }
        assertThat(rows()).containsExactly("a");
    }

    /** Each thread reads what it has just written, while all share requests. */
    @Test
    void threads_many_seeTheirOwnAcknowledgedWrites() throws Exception {
        int threads = 32;
        int rowsOfEach = 100;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                done.add(pool.submit(() -> {
                    try (Table table = adapted.getTable(name)) {
                        for (int row = 0; row < rowsOfEach; row++) {
                            Put put = put((row % 2 == 0 ? "a" : "x") + thread + "-" + row);
                            table.put(put);
                            if (row % 10 == 0) {
                                assertThat(table.exists(new Get(put.getRow()))).isTrue();
                            }
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
        assertThat(rows()).hasSize(threads * rowsOfEach);
    }
}
