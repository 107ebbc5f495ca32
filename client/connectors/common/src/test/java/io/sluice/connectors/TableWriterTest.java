package io.sluice.connectors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Configuration;
import io.sluice.Delete;
import io.sluice.MutatorClosedException;
import io.sluice.Put;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.TableName;
import io.sluice.TableNotFoundException;
import io.sluice.client.AsyncConnection;
import io.sluice.client.ConnectionFactory;
import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TableWriterTest {
    private static final byte[] FAMILY = {'f'};
    private static final byte[] QUALIFIER = {'q'};

    private final TestCluster cluster = TestCluster.start(1);
    private final Queue<String> outcomes = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void create() {
        cluster.createTable("t");
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void tryWrite_untilTheBudgetIsUsed_returnsFalse_andReadyTellsWhenToContinue() throws Exception {
        cluster.server(0).script().always(Method.MULTI).play(Faults.hang());
        TableWriter writer = open("t");
        int accepted = 0;
        while (writer.tryWrite(put("r" + accepted, 10_000), error -> outcomes.add("x"))) {
            accepted++;
        }
        assertThat(accepted).isGreaterThan(10);
        Row both = RowMutations.of(List.of(new Delete(bytes("z")).addColumns(FAMILY, QUALIFIER), put("z", 1)));
        assertThat(writer.tryWrite(both, error -> outcomes.add("z"))).isFalse();
        CompletableFuture<Void> ready = writer.ready();
        assertThat(ready).isNotDone();
        cluster.server(0).script().clear();
        cluster.server(0).disconnect();
        ready.get();
        assertThat(writer.flush().get().pending()).isZero();
        assertThat(outcomes).hasSize(accepted);
        assertThat(writer.tryWrite(both, error -> outcomes.add("both"))).isTrue();
        writer.flush().get();
        assertThat(outcomes).contains("both").doesNotContain("z");
        writer.close(Duration.ofSeconds(10)).get();
    }

    @Test
    void budget_isSixteenMebibytes_unlessItIsSet() throws Exception {
        Configuration plain = configuration();
        plain.unset("sluice.client.buffer.budget");
        for (Configuration configuration : List.of(plain, configuration())) {
            TableWriter writer = TableWriter.open(configuration, TableName.valueOf("t"), UnaryOperator.identity())
                    .get();
            long expected = configuration == plain ? 16 << 20 : 4 << 20;
            assertThat(writer.connection().state().budget().limitBytes()).isEqualTo(expected);
            writer.close(Duration.ZERO).get();
        }
        assertThat(plain.get("sluice.client.buffer.budget"))
                .as("the program's own")
                .isNull();
    }

    @Test
    void deleteAndPutsOfARow_inQuickSuccession_leaveTheLastOne() throws Exception {
        TableWriter writer = open("t");
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            rows.add(new Delete(bytes("r")).addFamily(FAMILY));
            rows.add(new Put(bytes("r")).addColumn(FAMILY, QUALIFIER, bytes("v" + i)));
        }
        for (Row row : rows) {
            assertThat(writer.tryWrite(row, error -> outcomes.add(String.valueOf(error))))
                    .isTrue();
        }
        writer.flush().get();
        assertThat(outcomes).hasSize(100).containsOnly("null");
        assertThat(cluster.value("t", "r", "f", "q")).isEqualTo(bytes("v49"));
        writer.close(Duration.ofSeconds(10)).get();
    }

    @Test
    void open_noSuchTable_failsAndClosesItsConnection() {
        CompletableFuture<TableWriter> opening =
                TableWriter.open(configuration(), TableName.valueOf("none"), UnaryOperator.identity());
        assertThatThrownBy(opening::get).hasCauseInstanceOf(TableNotFoundException.class);
    }

    @Test
    void close_deadlineOver_failsWhatIsPending() throws Exception {
        cluster.server(0).script().always(Method.MULTI).play(Faults.hang());
        TableWriter writer = open("t");
        Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
        assertThat(writer.tryWrite(put("a", 1), error -> errors.add(Objects.requireNonNull(error))))
                .isTrue();
        writer.close(Duration.ZERO).get();
        assertThat(errors).hasSize(1).hasOnlyElementsOfType(MutatorClosedException.class);
    }

    @Test
    void over_aConnectionOfOthers_leavesItOpen() throws Exception {
        try (AsyncConnection connection =
                ConnectionFactory.createAsyncConnection(configuration()).get()) {
            for (String row : List.of("a", "b")) {
                TableWriter writer = TableWriter.over(connection, TableName.valueOf("t"), UnaryOperator.identity());
                assertThat(writer.tryWrite(put(row, 1), error -> outcomes.add(String.valueOf(error))))
                        .isTrue();
                writer.close(Duration.ofSeconds(10)).get();
            }
        }
        assertThat(outcomes).containsExactly("null", "null");
        assertThat(cluster.rows("t")).containsExactly("a", "b");
    }

    private TableWriter open(String table) throws Exception {
        return TableWriter.open(configuration(), TableName.valueOf(table), UnaryOperator.identity())
                .get();
    }

    private Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set("hbase.client.bootstrap.servers", cluster.bootstrapServers());
        configuration.set("sluice.client.buffer.budget", Long.toString(4 << 20));
        return configuration;
    }

    private static Put put(String row, int bytes) {
        return new Put(bytes(row)).addColumn(FAMILY, QUALIFIER, new byte[bytes]);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
