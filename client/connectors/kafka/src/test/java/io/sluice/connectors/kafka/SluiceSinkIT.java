package io.sluice.connectors.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Bytes;
import io.sluice.connectors.kafka.NumberedTopic.Found;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.ScanOptions;
import io.sluice.embedded.ScannedCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sink in a real worker, from a real broker to a real HBase with two region servers. */
@SuppressWarnings("NullAway.Init") // JUnit calls start first.
class SluiceSinkIT {
    private static final boolean THOROUGH = Boolean.getBoolean("sluice.thorough");

    /** So small that records wait soon when HBase does not answer. */
    private static final String BUDGET = Integer.toString(1 << 20);

    /** Of records, and so of cells. */
    private static final long TIME = 1_700_000_000_000L;

    private static EmbeddedHBase hbase;
    private static ConnectCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        hbase = EmbeddedHBase.start(
                EmbeddedOptions.defaults().withRegionServers(2).withFastStart());
        hbase.client().switchBalancer(false);
        cluster = ConnectCluster.start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
        hbase.close();
    }

    private static Map<String, String> settings(Class<?> connector, String topic, String... more) {
        Map<String, String> settings = new HashMap<>(hbase.settings());
        settings.put("connector.class", connector.getName());
        settings.put("topics", topic);
        settings.put("table", topic);
        settings.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
        settings.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
        settings.put("value.converter.schemas.enable", "false");
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    private static Map<String, String> tried(String topic, int tasks) {
        return settings(
                TriedSinkConnector.class,
                topic,
                "tasks.max",
                Integer.toString(tasks),
                "sluice.client.buffer.budget",
                BUDGET);
    }

    // ---- Failures

    /** Kinds of failures while records come in; each has ended when its method returns. */
    private interface Failure {
        void happen(int round) throws Exception;
    }

    @Test
    @Tag("long-form")
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void failures_nothingLost_nothingForeign_oneVersion() throws Exception {
        String name = "failures";
        Trial trial = Trial.of(name);
        try (NumberedTopic topic = new NumberedTopic(name, cluster, hbase.client())) {
            cluster.configure(name, tried(name, 2));
            List<Failure> failures = List.of(
                    round -> crashTask(name, topic),
                    round -> cluster.restartTask(name, 0),
                    round -> hbaseAway(name, topic, () -> 0),
                    round -> killRegionServer(),
                    round -> hbaseAway(name, topic, () -> crashTask(name, topic)),
                    round -> cluster.configure(name, tried(name, 1 + round % 2)));
            int count = THOROUGH ? 50 : failures.size();
            for (int i = 0; i < count; i++) {
                topic.produce(3_001);
                failures.get(i % failures.size()).happen(i / failures.size());
            }
            topic.produce(3_001);
            cluster.awaitCommitted(name, name, NumberedTopic.PARTITIONS);
            topic.assertComplete(hbase.client());
            // Otherwise the failures had no effect, and this test means nothing.
            assertThat(trial.records.get()).isGreaterThan(topic.produced());
            cluster.delete(name);
        }
    }

    /** A task dies after it has passed records on and before it commits them; then the user starts it again. */
    private static String crashTask(String connector, NumberedTopic topic) throws Exception {
        Trial.of(connector).crashes.incrementAndGet();
        topic.produce(2_000);
        String error = cluster.awaitFailure(connector);
        assertThat(error).contains("part of a test");
        cluster.restartFailed(connector);
        return error;
    }

    private static void killRegionServer() throws IOException {
        hbase.killRegionServer(hbase.client().servers().get(0));
        String unused = hbase.startRegionServer(0);
    }

    /** HBase stops answering until the tasks have paused partitions, and the worker still gets their attention. */
    private static void hbaseAway(String connector, NumberedTopic topic, Callable<?> meanwhile) throws Exception {
        Trial trial = Trial.of(connector);
        hbase.pause();
        try {
            topic.produce(20_000);
            ConnectCluster.await("paused partitions").until(() -> trial.paused.get() > 0);
            long puts = trial.puts.get();
            ConnectCluster.await("calls of put").until(() -> trial.puts.get() > puts + 100);
            Object unused = meanwhile.call();
        } finally {
            hbase.resume();
        }
        ConnectCluster.await("resumed partitions").until(() -> trial.paused.get() == 0);
    }

    @Test
    void crashWhileHBaseIsAway_nothingIsLost() throws Exception {
        Found found = crashWhileHBaseIsAway("careful");
        assertThat(found).isEqualTo(new Found(0, 0, 1));
    }

    /** The control: the same with a task that commits what it was given, which shows that records can be lost here. */
    @Test
    void crashWhileHBaseIsAway_carelessTask_losesRecords() throws Exception {
        Trial.of("careless").careless = true;
        Found found = crashWhileHBaseIsAway("careless");
        assertThat(found.missing()).isPositive();
        assertThat(found.foreign()).isZero();
    }

    private static Found crashWhileHBaseIsAway(String name) throws Exception {
        try (NumberedTopic topic = new NumberedTopic(name, cluster, hbase.client())) {
            cluster.configure(name, tried(name, 1));
            topic.produce(2_000);
            cluster.awaitCommitted(name, name, NumberedTopic.PARTITIONS);
            Map<TopicPartition, Long> before = cluster.committed(name);
            hbaseAway(name, topic, () -> {
                if (Trial.of(name).careless) {
                    ConnectCluster.await("a careless commit")
                            .until(() -> !cluster.committed(name).equals(before));
                } else {
                    assertThat(cluster.committed(name)).isEqualTo(before);
                }
                int stops = Trial.of(name).stops.get();
                cluster.restartTask(name, 0);
                return ConnectCluster.await("an ended task").until(Trial.of(name).stops::get, now -> now > stops);
            });
            cluster.awaitCommitted(name, name, NumberedTopic.PARTITIONS);
            cluster.delete(name);
            return topic.read(hbase.client());
        }
    }

    // ---- Records

    private record Message(@Nullable String key, @Nullable String value) {}

    private static void send(String topic, Message... messages) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = cluster.producer()) {
            for (Message message : messages) {
                Object unused = producer.send(
                                new ProducerRecord<>(topic, 0, TIME, bytes(message.key()), bytes(message.value())))
                        .get();
            }
        }
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(UTF_8);
    }

    /** Writes messages with the connector as it is shipped; returns the table as {@code row/column -> value}. */
    private static Map<String, String> written(String name, Map<String, String> more, Message... messages)
            throws Exception {
        cluster.createTopic(name, 1);
        hbase.client().createTable(name, List.of(FamilyOptions.of("d")), List.of());
        Map<String, String> settings = settings(SluiceSinkConnector.class, name);
        settings.putAll(more);
        cluster.configure(name, settings);
        send(name, messages);
        cluster.awaitCommitted(name, name, 1);
        cluster.delete(name);
        Map<String, String> cells = new TreeMap<>();
        hbase.client().scan(name, ScanOptions.newest(), cell -> cells.put(place(cell), text(cell)));
        return cells;
    }

    private static String place(ScannedCell cell) {
        assertThat(cell.timestamp()).isEqualTo(TIME);
        return Bytes.toString(cell.row()) + "/" + Bytes.toString(cell.qualifier());
    }

    private static String text(ScannedCell cell) {
        return Bytes.toStringBinary(cell.value());
    }

    @Test
    void mapWithoutSchema_cellsAndTombstones() throws Exception {
        Map<String, String> cells = written(
                "maps",
                Map.of("map", "*=d,amount=d:amount:double"),
                new Message("a", "{\"amount\":1.5,\"address\":{\"city\":\"Bonn\"},\"none\":null}"),
                new Message("b", "{\"amount\":2}"),
                new Message("gone", "{\"amount\":3}"),
                new Message("gone", null));
        assertThat(cells)
                .isEqualTo(Map.of(
                        "a/amount", Bytes.toStringBinary(Bytes.toBytes(1.5)),
                        "a/address.city", "Bonn",
                        "b/amount", Bytes.toStringBinary(Bytes.toBytes(2.0))));
    }

    @Test
    void struct_cellsOfItsFields() throws Exception {
        String schema = "{\"schema\":{\"type\":\"struct\",\"fields\":["
                + "{\"field\":\"id\",\"type\":\"int64\"},{\"field\":\"name\",\"type\":\"string\",\"optional\":true}]},"
                + "\"payload\":";
        Map<String, String> cells = written(
                "structs",
                Map.of(
                        "value.converter.schemas.enable",
                        "true",
                        "row.key",
                        "{id|pad:4}-{#key}",
                        "map",
                        "*=d,id=d:id:long"),
                new Message("x", schema + "{\"id\":7,\"name\":\"Ann\"}}"),
                new Message("y", schema + "{\"id\":8,\"name\":null}}"));
        assertThat(cells)
                .isEqualTo(Map.of(
                        "0007-x/id", Bytes.toStringBinary(Bytes.toBytes(7L)),
                        "0007-x/name", "Ann",
                        "0008-y/id", Bytes.toStringBinary(Bytes.toBytes(8L))));
    }

    @Test
    void bytes_oneCell() throws Exception {
        String converter = "org.apache.kafka.connect.converters.ByteArrayConverter";
        Map<String, String> cells = written(
                "bytes",
                Map.of("key.converter", converter, "value.converter", converter, "map", "value=d:raw"),
                new Message("k", "\u0000\u0001"));
        assertThat(cells).isEqualTo(Map.of("k/raw", "\\x00\\x01"));
    }

    @Test
    void badRecords_goToTheDeadLetterQueue() throws Exception {
        String queue = "dead-letters";
        cluster.createTopic(queue, 1);
        String tooLarge = "{\"amount\":1,\"text\":\"" + "x".repeat(2_000) + "\"}";
        Map<String, String> cells = written(
                "letters",
                Map.of(
                        "map", "*=d,amount=d:amount:int",
                        "errors", "dead-letter",
                        "errors.tolerance", "all",
                        "errors.deadletterqueue.topic.name", queue,
                        "errors.deadletterqueue.topic.replication.factor", "1",
                        "hbase.client.keyvalue.maxsize", "1000"),
                new Message("a", "{\"amount\":1}"),
                new Message("b", "{\"amount\":\"many\"}"),
                new Message("c", tooLarge),
                new Message("d", "{\"amount\":2}"));
        assertThat(cells).containsOnlyKeys("a/amount", "d/amount");
        assertThat(cluster.values(queue, 2)).containsExactlyInAnyOrder(bytes("{\"amount\":\"many\"}"), bytes(tooLarge));
    }

    @Test
    void missingTable_failsTheTaskAndNamesIt() throws Exception {
        String name = "no-table";
        cluster.createTopic(name, 1);
        cluster.configure(name, settings(SluiceSinkConnector.class, name));
        send(name, new Message("k", "{\"a\":1}"));
        assertThat(cluster.awaitFailure(name)).contains("Cannot write to table 'no-table'");
        assertThat(cluster.committed(name).values()).allMatch(offset -> offset == 0);
        cluster.delete(name);
    }

    @Test
    void badSetting_isRefusedBeforeATaskStarts() {
        Map<String, String> settings = settings(SluiceSinkConnector.class, "any", "name", "any", "map", "nonsense");
        assertThat(cluster.errorsOf(SluiceSinkConnector.class.getName(), settings))
                .singleElement(as(InstanceOfAssertFactories.STRING))
                .startsWith("map: 'nonsense' does not have the form");
    }

    // ---- The plug-in

    /** Another version of Kafka Connect is chosen by its class path in {@code sluice.connect.classpath}. */
    @Test
    void pluginZip_inAWorkerOfItsOwn_writes(@TempDir Path folder) throws Exception {
        String name = "plug-in";
        cluster.createTopic(name, 1);
        hbase.client().createTable(name, List.of(FamilyOptions.of("d")), List.of());
        Map<String, String> settings = settings(SluiceSinkConnector.class, name, "name", name);
        send(name, new Message("a", "{\"x\":1}"), new Message("b", "{\"x\":2}"));
        try (WorkerProcess worker = WorkerProcess.start(
                connectClassPath(),
                Path.of(System.getProperty("sluice.connect.plugin")),
                folder,
                cluster.bootstrap(),
                settings)) {
            ConnectCluster.await("offsets of the worker").until(() -> {
                worker.assertRuns();
                return cluster.committed(name).equals(Map.of(new TopicPartition(name, 0), 2L));
            });
            assertThat(hbase.client().countRows(name).rows()).isEqualTo(2);
        }
    }

    private static String connectClassPath() throws IOException {
        String chosen = System.getProperty("sluice.connect.classpath", "");
        return chosen.isEmpty()
                ? Files.readString(Path.of(System.getProperty("sluice.connect.classpath.file")))
                : chosen;
    }
}
