package io.sluice.examples.integrations;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.Configuration;
import io.sluice.Mutation;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.ConnectionFactory;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import io.sluice.examples.kafka.KafkaToHBase;
import io.sluice.examples.reactor.ReactorWriter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Runs each example as its user would, against a real server. */
@SuppressWarnings("NullAway.Init") // BeforeAll sets the fields before a test sees them.
class IntegrationsIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Path FOLDER = Path.of(System.getProperty("sluice.examples.folder", "target"));
    private static final Path SOURCES = Path.of(System.getProperty("sluice.examples.sources", "src/main"));
    private static final byte[] FAMILY = Bytes.toBytes("d");
    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    private static final AtomicInteger TABLES = new AtomicInteger();

    private static EmbeddedHBase server;

    private String table;

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedHBase.start(EmbeddedOptions.defaults().withFastStart());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void table() throws IOException {
        table = "t" + TABLES.incrementAndGet();
        server.client().createTable(table, List.of(FamilyOptions.of("d")), List.of());
    }

    private static AsyncConnection connect() throws Exception {
        Configuration conf = new Configuration();
        server.settings().forEach(conf::set);
        return ConnectionFactory.createAsyncConnection(conf).get(60, TimeUnit.SECONDS);
    }

    private static Put put(String row) {
        return new Put(Bytes.toBytes(row)).addColumn(FAMILY, QUALIFIER, Bytes.toBytes("v"));
    }

    @Test
    void reactor_flux_isStored() throws Exception {
        try (AsyncConnection connection = connect();
                AsyncBufferedMutator mutator = connection.getBufferedMutator(TableName.valueOf(table))) {
            Flux<Mutation> rows = Flux.range(0, 10_000).map(i -> put("r" + i));
            assertThat(ReactorWriter.write(rows, mutator).block(LIMIT)).isEqualTo(10_000);
        }
        assertThat(server.client().countRows(table).rows()).isEqualTo(10_000);
    }

    @Test
    void virtualThreads_orders_areStored() throws Exception {
        Path java = newJava();
        Process process = new ProcessBuilder(
                        java.toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        userClassPath(),
                        SOURCES.resolve("java25/VirtualThreads.java").toString(),
                        "localhost:" + server.zooKeeperPort(),
                        server.znodeParent(),
                        table,
                        "500")
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(output).contains("1500 lines of 500 orders are stored");
        } finally {
            process.destroyForcibly();
        }
        assertThat(server.client().countRows(table).rows()).isEqualTo(1_500);
    }

    private static String userClassPath() throws IOException {
        return FOLDER.resolve("classes")
                + File.pathSeparator
                + Files.readString(FOLDER.resolve("runtime-classpath.txt")).trim();
    }

    /** A Java that has virtual threads: the running one, or one that is installed. */
    private static Path newJava() throws IOException {
        List<Path> homes = new ArrayList<>();
        if (Runtime.version().feature() >= 21) {
            homes.add(Path.of(System.getProperty("java.home", "")));
        }
        Path installed = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(installed)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(installed, "*-2[1-9]-*")) {
                stream.forEach(homes::add);
            }
        }
        Assumptions.assumeFalse(homes.isEmpty(), "no Java 21 or later is installed in /usr/lib/jvm");
        return homes.get(0).resolve("bin/java");
    }

    @Test
    void kafka_consumerStoppedAndStartedAgain_storesEachRecordAndCommitsAfterIt() throws Exception {
        int records = 3_000;
        try (KafkaBroker broker = KafkaBroker.start(
                Files.readString(FOLDER.resolve("test-classpath.txt")).trim())) {
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(settings(broker), new ByteArraySerializer(), new ByteArraySerializer())) {
                for (int i = 0; i < records; i++) {
                    var unused =
                            producer.send(new ProducerRecord<>("events", Bytes.toBytes("k" + i), Bytes.toBytes(i)));
                }
                producer.flush();
            }
            // Interrupted in the middle by a failing reader, then run to the end.
            AtomicInteger read = new AtomicInteger();
            assertThat(catchRun(broker, record -> {
                        if (read.incrementAndGet() > records / 2) {
                            throw new IllegalStateException("breaks in the middle");
                        }
                        return row(record);
                    }))
                    .hasMessage("breaks in the middle");
            long committedBefore = committed(broker);
            assertThat(committedBefore).isLessThanOrEqualTo(records / 2);
            assertThat(server.client().countRows(table).rows()).isGreaterThanOrEqualTo(committedBefore);

            run(broker, IntegrationsIT::row, () -> rows() >= records);
            assertThat(rows()).isEqualTo(records);
            assertThat(committed(broker)).isEqualTo(records);
        }
    }

    private static Put row(ConsumerRecord<byte[], byte[]> record) {
        // The same cell whenever the record is read: its key, and Kafka's timestamp.
        return new Put(record.key()).addColumn(FAMILY, QUALIFIER, record.timestamp(), record.value());
    }

    private long rows() {
        try {
            return server.client().countRows(table).rows();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Properties settings(KafkaBroker broker) {
        Properties settings = new Properties();
        settings.put("bootstrap.servers", broker.address());
        settings.put("group.id", "to-hbase");
        settings.put("enable.auto.commit", "false");
        settings.put("auto.offset.reset", "earliest");
        return settings;
    }

    private Throwable catchRun(KafkaBroker broker, Function<ConsumerRecord<byte[], byte[]>, Put> mapping)
            throws Exception {
        AtomicBoolean never = new AtomicBoolean();
        try {
            run(broker, mapping, never::get);
        } catch (IllegalStateException e) {
            return e;
        }
        throw new AssertionError("it did not break");
    }

    private void run(KafkaBroker broker, Function<ConsumerRecord<byte[], byte[]>, Put> mapping, BooleanSupplier stop)
            throws Exception {
        try (AsyncConnection connection = connect();
                AsyncBufferedMutator mutator = connection.getBufferedMutator(TableName.valueOf(table));
                KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                        settings(broker), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            new KafkaToHBase(consumer, mutator, mapping).run("events", stop);
        }
    }

    private static long committed(KafkaBroker broker) {
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings(broker), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            Set<TopicPartition> partitions = new HashSet<>();
            consumer.partitionsFor("events")
                    .forEach(partition -> partitions.add(new TopicPartition("events", partition.partition())));
            return consumer.committed(partitions).values().stream()
                    .filter(Objects::nonNull)
                    .mapToLong(offset -> offset.offset())
                    .sum();
        }
    }
}
