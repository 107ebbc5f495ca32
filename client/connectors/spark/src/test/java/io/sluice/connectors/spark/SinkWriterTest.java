package io.sluice.connectors.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.connectors.WriteCounts;
import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.Refusal;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.TestCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SinkWriterTest {
    private static final StructType SCHEMA = new StructType()
            .add("id", DataTypes.StringType)
            .add("q", DataTypes.StringType)
            .add("gone", DataTypes.BooleanType);

    private final TestCluster cluster = TestCluster.start(1);
    private final SharedConnections connections = new SharedConnections(Duration.ZERO);
    private final List<SinkWriter> opened = new ArrayList<>();

    @BeforeEach
    void create() {
        cluster.createTable("t");
    }

    @AfterEach
    void close() {
        opened.forEach(SinkWriter::close);
        await().until(() -> connections.size() == 0);
        cluster.close();
    }

    @Test
    void commit_afterWrites_returnsWhenAllAreStored_withTheTimeOfTheJob() throws Exception {
        SinkWriter writer = open(options());
        for (int i = 0; i < 100; i++) {
            writer.write(row("r" + i, "v" + i));
        }
        assertThat(writer.commit()).isEqualTo(new Written(100, 0));
        assertThat(cluster.rows("t")).hasSize(100);
        assertThat(cluster.value("t", "r7", "f", "q")).isEqualTo("v7".getBytes(UTF_8));
        assertThat(cluster.applied("t", "r7").get(0).timestamp()).isEqualTo(42);
        assertThat(metric(writer, WriteCounts.ACKNOWLEDGED)).isEqualTo(100);
        assertThat(metric(writer, WriteCounts.RETRIED)).isZero();
    }

    @Test
    void commit_rowThatTheServerRefuses_fails_andFailsAgain() throws Exception {
        refuse("bad");
        SinkWriter writer = open(options());
        writer.write(row("bad", "v"));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(writer::commit)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("a write to table t failed")
                    .hasStackTraceContaining("not this one");
        }
        assertThatThrownBy(() -> writer.write(row("good", "v"))).hasMessageContaining("a write to table t failed");
    }

    @Test
    void commit_noSuchTable_fails() throws Exception {
        Map<String, String> options = options();
        options.put("table", "none");
        SinkWriter writer = open(options);
        writer.write(row("a", "v"));
        assertThatThrownBy(writer::commit).hasStackTraceContaining("TableNotFoundException");
    }

    @Test
    void errorsSkip_leavesOutWhatTheServerOrTheMappingRefuses_andCountsIt() throws Exception {
        refuse("bad");
        Map<String, String> options = options();
        options.put("errors", "skip");
        SinkWriter writer = open(options);
        for (String id : Arrays.asList("a", "bad", null, "b")) {
            writer.write(row(id, "v"));
        }
        assertThat(writer.commit()).isEqualTo(new Written(2, 2));
        assertThat(cluster.rows("t")).containsExactly("a", "b");
        assertThat(metric(writer, WriteCounts.SKIPPED)).isEqualTo(2);
    }

    @Test
    void errorsSkip_clusterAway_stillFails_sinceAllWouldBeLost() throws Exception {
        cluster.server(0).script().always(Method.MULTI).fail(RemoteError.queueTooBig());
        Map<String, String> options = options();
        options.putAll(Map.of("errors", "skip", "hbase.client.retries.number", "1", "hbase.client.pause", "1"));
        SinkWriter writer = open(options);
        writer.write(row("a", "v"));
        assertThatThrownBy(writer::commit).hasMessageContaining("a write to table t failed");
    }

    @Test
    void write_rowWithoutKey_fails_andNamesTheFieldAndTheOption() throws Exception {
        SinkWriter writer = open(options());
        assertThatThrownBy(() -> writer.write(row(null, "v")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("field 'id' of the row key has no value")
                .hasMessageContaining("errors=skip");
    }

    @Test
    void deleteColumn_deletes_andNullsDeleteTheirColumn_ifTheOptionSaysSo() throws Exception {
        SinkWriter first = open(options());
        for (String id : List.of("deleted", "emptied", "kept")) {
            first.write(row(id, "v"));
        }
        first.commit();
        Map<String, String> options = options();
        options.putAll(Map.of("nulls", "delete", "map", "q=f,id=f"));
        SinkWriter second = open(options);
        second.write(new GenericInternalRow(new @Nullable Object[] {UTF8String.fromString("deleted"), null, true}));
        second.write(row("emptied", null));
        second.commit();
        assertThat(cluster.value("t", "deleted", "f", "q")).isNull();
        assertThat(cluster.value("t", "emptied", "f", "q")).isNull();
        assertThat(cluster.value("t", "emptied", "f", "id")).isEqualTo("emptied".getBytes(UTF_8));
        assertThat(cluster.value("t", "kept", "f", "q")).isEqualTo("v".getBytes(UTF_8));
    }

    @Test
    void write_withoutRoom_waits_untilThereIsRoom_orTheTaskIsKilled() throws Exception {
        Map<String, String> options = options();
        options.put("sluice.client.buffer.budget", Long.toString(2 << 20));
        SinkWriter writer = open(options);
        cluster.server(0).script().always(Method.MULTI).play(Faults.hang());
        Thread task = Thread.currentThread();
        Thread killer = new Thread(() -> {
            await().until(() -> task.getState() == Thread.State.WAITING);
            task.interrupt();
        });
        killer.start();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1000; i++) {
                        writer.write(row("r" + i, "x".repeat(10_000)));
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("interrupted while writing to table t");
        assertThat(Thread.interrupted()).isTrue();
        killer.join();
        writer.abort();
    }

    @Test
    void abort_andClose_doNotWaitForTheServer_andSendNothingMore() throws Exception {
        SinkWriter writer = open(options());
        writer.write(row("a", "v"));
        writer.abort();
        writer.close();
        assertThat(cluster.rows("t")).isEmpty();
    }

    @Test
    void writersOfOneJvm_shareAConnection_whichIsClosedAfterTheLast() throws Exception {
        SinkWriter first = open(options());
        SinkWriter second = open(options());
        assertThat(connections.size()).isEqualTo(1);
        first.write(row("a", "1"));
        first.close();
        second.write(row("b", "2"));
        assertThat(second.commit()).isEqualTo(new Written(1, 0));
        Map<String, String> others = options();
        others.put("hbase.client.pause", "7");
        open(others);
        assertThat(connections.size()).isEqualTo(2);
        second.close();
        await().until(() -> connections.size() == 1);
    }

    @Test
    void open_failure_isNotRemembered() throws Exception {
        Map<String, String> options = options();
        options.put("hbase.client.ipc.pool.size", "none");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> open(options)).hasStackTraceContaining("hbase.client.ipc.pool.size");
        }
        assertThat(connections.size()).isZero();
    }

    private void refuse(String row) {
        cluster.server(0)
                .script()
                .always(Method.MULTI)
                .refuse(Refusal.ofOperations(
                        operation -> new String(operation.row(), UTF_8).equals(row),
                        RemoteError.doNotRetry("not this one")));
    }

    private Map<String, String> options() {
        return new HashMap<>(Map.of(
                "table", "t",
                "row.key", "{id}",
                "map", "q=f",
                "delete.column", "gone",
                "job.timestamp", "42",
                "hbase.client.write.buffer.periodicflush.timeout.ms", "0",
                "hbase.client.bootstrap.servers", cluster.bootstrapServers()));
    }

    private SinkWriter open(Map<String, String> options) throws IOException {
        SinkWriter writer = SinkWriter.open(connections, SinkSettings.of(options, 1), SCHEMA, "a task");
        opened.add(writer);
        return writer;
    }

    private static InternalRow row(@Nullable String id, @Nullable String value) {
        return new GenericInternalRow(
                new @Nullable Object[] {UTF8String.fromString(id), UTF8String.fromString(value), false});
    }

    private static long metric(SinkWriter writer, String name) {
        return Arrays.stream(writer.currentMetricsValues())
                .filter(metric -> metric.name().equals(name))
                .mapToLong(CustomTaskMetric::value)
                .sum();
    }
}
