package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.BufferFullException;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.TestCluster;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings by their keys alone, as in a program that cannot be changed, against a scripted server. */
class SettingsByKeyTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Configuration conf = new Configuration();
    private final TestCluster cluster = TestCluster.start(1);

    SettingsByKeyTest() {
        cluster.createTable("t");
        cluster.createTable("u");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private AsyncConnections.Builder builder() {
        return AsyncConnections.builder().configuration(conf).registry(Registry.rpc(cluster.bootstrapServers()));
    }

    private AsyncConnection connect() throws Exception {
        return builder().build().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static AsyncBufferedMutator mutator(AsyncConnection connection, String table) {
        return connection.getBufferedMutatorBuilder(TableName.valueOf(table)).build();
    }

    private static Put put(String row, int valueBytes) {
        return new Put(row.getBytes(StandardCharsets.UTF_8))
                .addColumn(new byte[] {'f'}, new byte[] {'q'}, new byte[valueBytes]);
    }

    @Test
    void backpressureOfOneTable_serverHangs_isRefusedThereOnly() throws Exception {
        cluster.server(0).script().always(Method.MULTI).play(Faults.hang());
        conf.set("sluice.client.buffer.budget", "65536");
        conf.set("sluice.client.region.share", "1");
        conf.set("sluice.client.backpressure", "unbounded");
        conf.set("sluice.table.t.backpressure", "fail");
        conf.set("sluice.client.close.timeout", "0");
        try (AsyncConnection connection = connect()) {
            AsyncBufferedMutator unbounded = mutator(connection, "u");
            CompletableFuture<Void> first = unbounded.mutate(put("a", 40_000));
            CompletableFuture<Void> second = unbounded.mutate(put("b", 40_000));

            assertThat(mutator(connection, "t").mutate(put("a", 10_000)))
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withCauseInstanceOf(BufferFullException.class);
            assertThat(List.of(first, second)).noneMatch(CompletableFuture::isDone);
        }
    }

    @Test
    void requestSize_ofAllTablesAndOfOne_isThatOfTheRequests() throws Exception {
        conf.set("sluice.client.max.request.size", "1");
        conf.set("sluice.table.u.max.request.size", "1000000");
        try (AsyncConnection connection = connect()) {
            assertThat(requests(mutator(connection, "t"))).isEqualTo(5);
            assertThat(requests(mutator(connection, "u"))).isEqualTo(1);
        }
    }

    private long requests(AsyncBufferedMutator mutator) {
        long before = cluster.server(0).count(Method.MULTI);
        List<CompletableFuture<Void>> written =
                mutator.mutate(List.of(put("1", 9), put("2", 9), put("3", 9), put("4", 9), put("5", 9)));
        mutator.flush();
        assertThat(written).allSatisfy(each -> assertThat(each).succeedsWithin(LIMIT));
        return cluster.server(0).count(Method.MULTI) - before;
    }

    @Test
    void memoryAndPool_ofTheConnection_areAsTheKeysSay() throws Exception {
        conf.set("sluice.client.buffer.budget", "1000000");
        conf.set("sluice.client.region.share", "0.5");
        conf.set("sluice.client.block.size", "2048");
        conf.set("sluice.client.pool.min.connections", "3");
        try (AsyncConnection connection = connect()) {
            ConnectionState state = connection.state();
            assertThat(state.budget().limitBytes()).isEqualTo(1_000_000);
            assertThat(state.budget().shareBytes()).isEqualTo(500_000);
            assertThat(state.blocks().blockBytes()).isEqualTo(2_048);
            assertThat(requests(mutator(connection, "t"))).isEqualTo(1);
            await().atMost(LIMIT)
                    .until(() ->
                            connection.connectionPools().total().connections().open() == 3);
        }
    }

    @Test
    void builder_goesOverTheKeys() throws Exception {
        conf.set("sluice.client.buffer.budget", "1");
        conf.set("sluice.client.region.share", "0.5");
        conf.set("sluice.client.block.size", "1");
        try (AsyncConnection connection = builder()
                .bufferBudget(1_000_000)
                .regionShare(1)
                .blockSize(4_096)
                .build()
                .get(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            ConnectionState state = connection.state();
            assertThat(state.budget().limitBytes()).isEqualTo(1_000_000);
            assertThat(state.budget().shareBytes()).isEqualTo(1_000_000);
            assertThat(state.blocks().blockBytes()).isEqualTo(4_096);
        }
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "sluice.client.buffer.budget, 0, must be positive",
        "sluice.client.buffer.budget, 64m, is not a whole number",
        "sluice.client.region.share, 1.5, at most 1",
        "sluice.client.block.size, 1000, not between 1024 and 67108864",
        "sluice.client.pool.max.pending, 0, from 1 to 2147483647",
        "sluice.client.pool.max.lifetime, -1, must not be negative",
        "sluice.client.pool.fairness, fast, '[ADAPTIVE, UNFAIR, FAIR]'",
        "sluice.client.pool.min.connections, 5, 'above hbase.client.ipc.pool.size, 4'",
        "sluice.client.verify.cells, perhaps, true or false"
    })
    void badValue_isRefused_withKeyValueAndLimit(String key, String value, String limit) {
        conf.set(key, value);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> {
                    CompletableFuture<AsyncConnection> unused = builder().build();
                })
                .withMessageContainingAll(key, value, limit);
    }

    /** slf4j-simple asks for the stream with each line. */
    @Test
    void unknownKey_isWarnedOf_onceForAConnection() throws Exception {
        conf.set("sluice.client.orderign", "PER_ROW");
        conf.set("sluice.table.t.ordering", "PER_ROW");
        PrintStream errors = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        try (AsyncConnection connection = connect()) {
            assertThat(requests(mutator(connection, "t"))).isEqualTo(1);
            assertThat(requests(mutator(connection, "u"))).isEqualTo(1);
        } finally {
            System.setErr(errors);
        }
        assertThat(logged.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("is not a setting of Sluice")
                .contains("sluice.client.orderign (set by the program)", "the nearest one is sluice.client.ordering");
    }
}
