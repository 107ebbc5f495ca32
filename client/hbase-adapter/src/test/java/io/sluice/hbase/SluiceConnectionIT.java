package io.sluice.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Programs written for HBase's synchronous connection, with one setting and no change. */
@SuppressWarnings("NullAway.Init") // BeforeAll sets the fields before a test sees them.
@ExtendWith(TestHBase.class)
class SluiceConnectionIT {
    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final byte[] F = bytes("f");
    private static final byte[] Q = bytes("q");

    private static EmbeddedHBase server;
    private static Configuration conf;
    private static Connection connection;

    private TableName table;

    @BeforeAll
    static void start(EmbeddedHBase hbase) throws Exception {
        server = hbase;
        conf = HBaseConfiguration.create();
        server.settings().forEach(conf::set);
        conf.set("hbase.client.connection.impl", "io.sluice.hbase.SluiceConnection");
        connection = ConnectionFactory.createConnection(conf);
    }

    @AfterAll
    static void stop() throws IOException {
        connection.close();
    }

    @BeforeEach
    void table() throws IOException {
        table = newTable();
    }

    private static TableName newTable() throws IOException {
        String name = "sync" + TABLES.incrementAndGet();
        server.client().createTable(name, List.of(new FamilyOptions("f", 5)), List.of(bytes("m")));
        return TableName.valueOf(name);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static Put put(String row, String value) {
        return new Put(bytes(row)).addColumn(F, Q, bytes(value));
    }

    private static Put withoutFamily(String row) {
        return new Put(bytes(row)).addColumn(bytes("none"), Q, bytes("v"));
    }

    private BufferedMutatorParams params() {
        return new BufferedMutatorParams(table);
    }

    private boolean isStored(String row) throws IOException {
        try (Table reader = connection.getTable(table)) {
            return reader.exists(new Get(bytes(row)));
        }
    }

    private int rows() throws IOException {
        int rows = 0;
        try (Table reader = connection.getTable(table);
                var scanner = reader.getScanner(new Scan())) {
            while (scanner.next() != null) {
                rows++;
            }
        }
        return rows;
    }

    @Test
    void connection_bySetting_isHBasesInAllElse() throws Exception {
        assertThat(connection).isInstanceOf(SluiceConnection.class);
        assertThat(connection.getAdmin().tableExists(table)).isTrue();
        assertThat(((ClusterConnection) connection).locateRegion(table, bytes("a")))
                .isNotNull();
        try (Table writer = connection.getTable(table)) {
            writer.put(put("direct", "1"));
        }
        assertThat(isStored("direct")).isTrue();
    }

    @Test
    void flush_storesPutsAndDeletesOfAllRegions() throws Exception {
        try (BufferedMutator mutator = connection.getBufferedMutator(table)) {
            assertThat(mutator.getName()).isEqualTo(table);
            assertThat(mutator.getConfiguration()).isSameAs(connection.getConfiguration());
            mutator.mutate(List.of(put("a", "1"), put("x", "2"), put("gone", "3")));
            mutator.flush();
            mutator.mutate(new Delete(bytes("gone")));
            assertThat(isStored("gone")).as("buffered").isTrue();
            mutator.flush();
            assertThat(isStored("a")).isTrue();
            assertThat(isStored("x")).isTrue();
            assertThat(isStored("gone")).isFalse();
        }
    }

    @Test
    void failures_withoutListener_areThrownByFlushWithTheProgramsRows() throws Exception {
        try (BufferedMutator mutator = connection.getBufferedMutator(table)) {
            Put bad = withoutFamily("a");
            mutator.mutate(List.of(put("good", "1"), bad));
            RetriesExhaustedWithDetailsException error =
                    catchThrowableOfType(RetriesExhaustedWithDetailsException.class, mutator::flush);
            assertThat(error.getNumExceptions()).isEqualTo(1);
            assertThat(MutationText.of((Mutation) error.getRow(0))).isEqualTo(MutationText.of(bad));
            assertThat(error.getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class);
            assertThat(error.getHostnamePort(0))
                    .isEqualTo(((ClusterConnection) connection)
                            .locateRegion(table, bytes("a"))
                            .getServerName()
                            .toString());
            mutator.flush();
        }
        assertThat(isStored("good")).isTrue();
    }

    @Test
    void failures_withListener_areHandedToItAndNotThrown() throws Exception {
        List<RetriesExhaustedWithDetailsException> heard = new ArrayList<>();
        List<BufferedMutator> from = new ArrayList<>();
        Put bad = withoutFamily("a");
        BufferedMutator mutator = connection.getBufferedMutator(params().listener((error, mutated) -> {
            heard.add(error);
            from.add(mutated);
        }));
        mutator.mutate(bad);
        mutator.flush();
        mutator.mutate(bad);
        mutator.close();
        assertThat(heard)
                .hasSize(2)
                .allSatisfy(error ->
                        assertThat(MutationText.of((Mutation) error.getRow(0))).isEqualTo(MutationText.of(bad)));
        assertThat(from).containsOnly(mutator);
    }

    @Test
    void table_missing_isTheCause() throws Exception {
        try (BufferedMutator mutator = connection.getBufferedMutator(TableName.valueOf("missing"))) {
            mutator.mutate(put("a", "1"));
            assertThat(catchThrowableOfType(RetriesExhaustedWithDetailsException.class, mutator::flush)
                            .getCause(0))
                    .isInstanceOf(TableNotFoundException.class);
        }
    }

    @Test
    void close_storesWhatIsBufferedAndMayBeCalledTwice() throws Exception {
        BufferedMutator mutator = connection.getBufferedMutator(table);
        mutator.mutate(put("a", "1"));
        mutator.close();
        mutator.close();
        assertThat(isStored("a")).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> mutator.mutate(put("b", "1")));
        assertThatIllegalStateException().isThrownBy(mutator::flush);
    }

    @Test
    void mutator_neverWrittenTo_closes() throws Exception {
        BufferedMutator mutator = connection.getBufferedMutator(table);
        mutator.flush();
        mutator.close();
        assertThatIllegalStateException().isThrownBy(() -> mutator.mutate(put("b", "1")));
    }

    @Test
    void connection_closed_sendsWhatItsMutatorsBufferAndTellsListeners() throws Exception {
        AtomicInteger failed = new AtomicInteger();
        BufferedMutator mutator;
        try (Connection other = ConnectionFactory.createConnection(conf)) {
            mutator = other.getBufferedMutator(
                    params().listener((error, mutated) -> failed.addAndGet(error.getNumExceptions())));
            mutator.mutate(List.of(put("a", "1"), withoutFamily("b")));
        }
        assertThat(isStored("a")).isTrue();
        assertThat(failed).hasValue(1);
        assertThatIllegalStateException().isThrownBy(() -> mutator.mutate(put("c", "1")));
    }

    @Test
    void mutator_ofClosedConnection_isRefused() throws Exception {
        Connection other = ConnectionFactory.createConnection(conf);
        other.close();
        assertThatIllegalArgumentException().isThrownBy(() -> other.getBufferedMutator(table));
    }

    @Test
    void limitOfMutations_reached_waits() throws Exception {
        try (BufferedMutator mutator = connection.getBufferedMutator(params().setMaxMutations(3))) {
            mutator.mutate(put("a", "1"));
            mutator.mutate(put("b", "1"));
            mutator.mutate(put("c", "1"));
            assertThat(rows()).isEqualTo(3);
            mutator.mutate(List.of(put("d", "1"), put("e", "1")));
            assertThat(rows()).isEqualTo(3);
            assertThatThrownBy(() -> mutator.mutate(withoutFamily("f")))
                    .isInstanceOf(RetriesExhaustedWithDetailsException.class);
            assertThat(rows()).isEqualTo(5);
        }
    }

    @Test
    void bufferOfNoBytes_waitsForEach() throws Exception {
        try (BufferedMutator mutator = connection.getBufferedMutator(params().writeBufferSize(0))) {
            mutator.mutate(put("a", "1"));
            assertThat(isStored("a")).isTrue();
        }
    }

    @Test
    void settings_ofTheParams_areTheMutators() throws Exception {
        BufferedMutatorParams params = params().writeBufferSize(12_345)
                .setMaxMutations(67)
                .setWriteBufferPeriodicFlushTimeoutMs(890)
                .maxKeyValueSize(100);
        try (BufferedMutator mutator = connection.getBufferedMutator(params)) {
            assertThat(mutator.getWriteBufferSize()).isEqualTo(12_345);
            assertThat(mutator.getMaxMutations()).isEqualTo(67);
            assertThat(mutator.getWriteBufferPeriodicFlushTimeoutMs()).isEqualTo(890);
            assertThatIllegalArgumentException().isThrownBy(() -> mutator.mutate(put("a", "v".repeat(100))));
        }
        try (BufferedMutator mutator = connection.getBufferedMutator(table)) {
            assertThat(mutator.getWriteBufferSize()).as("HBase's").isEqualTo(2_097_152);
            assertThat(mutator.getWriteBufferPeriodicFlushTimeoutMs())
                    .as("HBase's")
                    .isZero();
            assertThat(mutator.getMaxMutations()).as("HBase's").isEqualTo(-1);
        }
    }

    @Test
    void requestAttributes_ofTheParams_areTheMutators() throws Exception {
        try (BufferedMutator mutator =
                connection.getBufferedMutator(params().setRequestAttribute("who", bytes("me")))) {
            assertThat(mutator.getRequestAttributes()).containsOnlyKeys("who");
        }
    }

    @Test
    @Timeout(120) // It reads until the row is there.
    void periodicFlush_setWhileInUse_sendsWhatIsWrittenFromThenOn() throws Exception {
        try (BufferedMutator mutator = connection.getBufferedMutator(table)) {
            mutator.mutate(put("kept", "1"));
            mutator.setWriteBufferPeriodicFlush(50);
            assertThat(mutator.getWriteBufferPeriodicFlushTimeoutMs()).isEqualTo(50);
            mutator.mutate(put("sent", "1"));
            while (!isStored("sent")) {
                Thread.sleep(10);
            }
            assertThat(isStored("kept")).isFalse();
            mutator.disableWriteBufferPeriodicFlush();
            mutator.mutate(put("kept2", "1"));
            mutator.flush();
            assertThat(rows()).as("a flush is of all that was written").isEqualTo(3);
        }
    }

    @Test
    void poolAndImplementation_areIgnored() throws Exception {
        ExecutorService unusable = new AbstractExecutorService() {
            @Override
            public void execute(Runnable task) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void shutdown() {}

            @Override
            public List<Runnable> shutdownNow() {
                return List.of();
            }

            @Override
            public boolean isShutdown() {
                return false;
            }

            @Override
            public boolean isTerminated() {
                return false;
            }

            @Override
            public boolean awaitTermination(long timeout, TimeUnit unit) {
                return false;
            }
        };
        try (BufferedMutator mutator =
                connection.getBufferedMutator(params().pool(unusable).implementationClassName("no.such.Class"))) {
            mutator.mutate(put("a", "1"));
        }
        assertThat(isStored("a")).isTrue();
    }

    @Test
    void values_large_areStored() throws Exception {
        byte[] value = new byte[8_000_000];
        try (BufferedMutator mutator = connection.getBufferedMutator(table)) {
            for (int i = 0; i < 5; i++) {
                mutator.mutate(new Put(bytes("r" + i)).addColumn(F, Q, value));
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> mutator.mutate(new Put(bytes("r")).addColumn(F, Q, new byte[11_000_000])));
        }
        try (Table reader = connection.getTable(table)) {
            for (int i = 0; i < 5; i++) {
                assertThat(reader.get(new Get(bytes("r" + i))).getValue(F, Q)).hasSameSizeAs(value);
            }
        }
    }

    /** Errors of one table stay with its mutator, whichever thread is told. */
    @Test
    void threads_many_withATableThatHasNoSuchFamily_eachRowIsStoredOrTold() throws Exception {
        int threads = 16;
        int rowsOfEach = 500;
        TableName other = newTable();
        AtomicInteger told = new AtomicInteger();
        CountDownLatch begin = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (BufferedMutator good = connection.getBufferedMutator(params().writeBufferSize(10_000));
                BufferedMutator bad = connection.getBufferedMutator(new BufferedMutatorParams(other)
                        .writeBufferSize(10_000)
                        .listener((error, mutator) -> told.addAndGet(error.getNumExceptions())))) {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                done.add(pool.submit(() -> {
                    begin.await();
                    for (int row = 0; row < rowsOfEach; row++) {
                        good.mutate(put(thread + "-" + row, "1"));
                        bad.mutate(withoutFamily(thread + "-" + row));
                    }
                    good.flush();
                    bad.flush();
                    return null;
                }));
            }
            begin.countDown();
            for (Future<?> one : done) {
                Object unused = one.get(60, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(told).hasValue(threads * rowsOfEach);
        assertThat(rows()).isEqualTo(threads * rowsOfEach);
    }
}
