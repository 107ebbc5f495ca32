package io.sluice.client.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.StoredCell;
import io.sluice.testserver.TestCluster;
import io.sluice.testserver.TestServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledForJreRange;

/**
 * The controls: what HBase's own client does where ours is tested to do better (docs/fault-matrix.md, S1 to S12). A control
 * that found no damage would say that our test of the same name proves nothing.
 */
@DisabledForJreRange(minVersion = 24, disabledReason = "S10: HBase's own client does not start there")
@SuppressWarnings("NullAway.Init") // BeforeEach sets the cluster.
class StockControlsTest {
    private static final TableName TABLE = TableName.valueOf(FaultRig.TABLE);
    private static final long LIMIT_SECONDS = 30;

    private TestCluster cluster;
    private AsyncConnection connection;

    @BeforeEach
    void start() {
        cluster = TestCluster.start(2);
        cluster.createTable(FaultRig.TABLE, "2", "4", "6", "8", "a", "c", "e");
    }

    @AfterEach
    void stop() throws IOException {
        if (connection != null) {
            connection.close();
        }
        cluster.close();
    }

    private AsyncBufferedMutator mutator(int operationTimeoutMillis, int retries) throws Exception {
        return mutator(operationTimeoutMillis, retries, 100);
    }

    private AsyncBufferedMutator mutator(int operationTimeoutMillis, int retries, int pauseMillis) throws Exception {
        Configuration configuration = HBaseConfiguration.create();
        configuration.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.RpcConnectionRegistry");
        configuration.set("hbase.client.bootstrap.servers", cluster.bootstrapServers());
        configuration.setInt("hbase.client.locate.prefetch.limit", 1);
        configuration.setInt("hbase.client.pause", pauseMillis);
        configuration.setInt("hbase.rpc.timeout", 400);
        configuration.setInt("hbase.client.operation.timeout", operationTimeoutMillis);
        configuration.setInt("hbase.client.retries.number", retries);
        connection = ConnectionFactory.createAsyncConnection(configuration).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        return connection.getBufferedMutator(TABLE);
    }

    private static Put put(String row, String value) {
        return new Put(row.getBytes(UTF_8)).addColumn(WriteLedger.FAMILY, WriteLedger.QUALIFIER, value.getBytes(UTF_8));
    }

    private static void write(AsyncBufferedMutator mutator, Put put) throws Exception {
        CompletableFuture<Void> future = mutator.mutate(put);
        mutator.flush();
        future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private static boolean fails(CompletableFuture<Void> future) throws Exception {
        try {
            future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            return false;
        } catch (ExecutionException e) {
            return true;
        }
    }

    private static long failures(List<CompletableFuture<Void>> futures) throws Exception {
        long failures = 0;
        for (CompletableFuture<Void> future : futures) {
            failures += fails(future) ? 1 : 0;
        }
        return failures;
    }

    /** The server of region "0", and of every other region from there on. */
    private TestServer server() {
        return cluster.server(0);
    }

    @Test
    void s2_regionThatCannotBeLocated_holdsUpAllOthers() throws Exception {
        AsyncBufferedMutator mutator = mutator(20_000, 100);
        write(mutator, put("8-known", "v"));
        server().script().always(Method.SCAN).play(Faults.hang());
        CompletableFuture<Void> known = mutator.mutate(put("8-again", "v"));
        CompletableFuture<Void> unknown = mutator.mutate(put("c-new", "v"));
        mutator.flush();
        await().until(() -> server().script().played() > 0);
        // One alone shows that the region itself is well.
        write(mutator, put("8-alone", "v"));
        assertThat(known).isNotDone();
        server().script().clear();
        known.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        unknown.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void s3_retryIsOvertakenByALaterWrite_theEarlierOneWins() throws Exception {
        // A pause in which the second write is done, on a busy machine, too.
        AsyncBufferedMutator mutator = mutator(20_000, 100, 2_000);
        write(mutator, put("0-warm", "v"));
        server().script().next(Method.ANY).fail(RemoteError.tooBusy());
        CompletableFuture<Void> first = mutator.mutate(put("0-row", "first"));
        mutator.flush();
        await().until(() -> server().script().played() == 1);
        write(mutator, put("0-row", "second"));
        first.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        List<StoredCell> applied = cluster.applied(FaultRig.TABLE, "0-row");
        assertThat(applied).extracting(StoredCell::text).last().isEqualTo("first");
    }

    @Test
    void s4_answerIsLost_twoVersionsAreWritten() throws Exception {
        AsyncBufferedMutator mutator = mutator(20_000, 100);
        write(mutator, put("0-warm", "v"));
        server().script().next(Method.ANY).play(Faults.loseAnswer());
        write(mutator, put("0-row", "v"));
        assertThat(cluster.applied(FaultRig.TABLE, "0-row"))
                .extracting(StoredCell::timestamp)
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    @Test
    void s5_bufferThatIsNotFull_isNotSentByItself() throws Exception {
        AsyncBufferedMutator mutator = mutator(20_000, 100);
        assertThat(mutator.getPeriodicalFlushTimeout(TimeUnit.MILLISECONDS))
                .as("never")
                .isZero();
        CompletableFuture<Void> waiting = mutator.mutate(put("0-row", "v"));
        mutator.flush();
        waiting.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void s6_requestTooBig_goodMutationsFailWithIt() throws Exception {
        AsyncBufferedMutator mutator = mutator(5_000, 2);
        write(mutator, put("0-warm", "v"));
        server().limitRequests(8 << 10);
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            futures.add(mutator.mutate(put("0-" + i, "x".repeat(1_000))));
        }
        mutator.flush();
        assertThat(failures(futures)).isEqualTo(20);
        assertThat(server().tooBigRequests()).isPositive();
    }

    @Test
    void s7_connectionThatIsDeadWithoutAWord_isNeverReplaced() throws Exception {
        AsyncBufferedMutator mutator = mutator(3_000, 100);
        write(mutator, put("0-warm", "v"));
        int dead = server().accepted();
        server().script()
                .always(Method.ANY)
                .when(call -> call.connection() <= dead)
                .play(Faults.hang());
        CompletableFuture<Void> lost = mutator.mutate(put("0-row", "v"));
        mutator.flush();
        assertThat(fails(lost)).isTrue();
        assertThat(server().script().played())
                .as("requests on the dead connection")
                .isGreaterThan(2);
        assertThat(server().accepted()).as("connections").isEqualTo(dead);
    }

    @Test
    void s11_oneAnswerOfAbsurdLength_spoilsTheConnectionForAllThatFollow() throws Exception {
        AsyncBufferedMutator mutator = mutator(2_500, 100);
        write(mutator, put("0-warm", "v"));
        int before = server().accepted();
        server().script().next(Method.ANY).play(Faults.frameLength(1 << 30));
        CompletableFuture<Void> first = mutator.mutate(put("0-row", "v"));
        mutator.flush();
        assertThat(fails(first)).isTrue();
        CompletableFuture<Void> next = mutator.mutate(put("0-next", "v"));
        mutator.flush();
        assertThat(fails(next)).as("without any fault").isTrue();
        assertThat(server().accepted()).as("connections").isEqualTo(before);
    }

    @Test
    void s12_moreRowsThanTheServerTakes_allFail() throws Exception {
        AsyncBufferedMutator mutator = mutator(5_000, 2);
        write(mutator, put("0-warm", "v"));
        server().script()
                .always(Method.MULTI)
                .when(call -> call.request().size() > 100)
                .fail(RemoteError.retryable(
                        "java.io.IOException",
                        "Rejecting large batch operation for current batch with firstRegionName"));
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            futures.add(mutator.mutate(put("0-" + i, "v")));
        }
        mutator.flush();
        assertThat(failures(futures)).isEqualTo(200);
    }
}
