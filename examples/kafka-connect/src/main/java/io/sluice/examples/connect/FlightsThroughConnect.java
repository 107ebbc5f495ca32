package io.sluice.examples.connect;

import io.sluice.Bytes;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import io.sluice.examples.Verification;
import io.sluice.loader.write.Progress;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.connect.util.clusters.EmbeddedConnectCluster;

/**
 * Starts HBase, a Kafka broker and a worker of Kafka Connect, appends the flights file to a topic, lets the connector
 * write the topic to a table, and reads the table back with HBase's own client. The exit code is 0 if every flight is
 * there.
 */
public final class FlightsThroughConnect {
    static final String TOPIC = "flights";
    static final int PARTITIONS = 4;
    private static final String CONNECTOR = "flights-to-hbase";
    private static final long POLL_MILLIS = 100;

    private FlightsThroughConnect() {}

    /** Runs with the file in the first argument, by default {@code examples/data/flights-2013.csv.gz}. */
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args.length > 0 ? args[0] : "examples/data/flights-2013.csv.gz");
        if (!Files.isRegularFile(file)) {
            System.err.println("There is no file " + file.toAbsolutePath()
                    + "; run this in the root of the repository, " + "or name a CSV file");
            System.exit(2);
        }
        System.exit(run(file) ? 0 : 1);
    }

    private static boolean run(Path file) throws Exception {
        System.out.println(
                "Starting HBase in a separate JVM, and Kafka with a worker of Kafka Connect in this one ...");
        EmbeddedConnectCluster connect = new EmbeddedConnectCluster.Builder()
                .name("example")
                .numWorkers(1)
                .numBrokers(1)
                .brokerProps(new Properties())
                .workerProps(new HashMap<>(Map.of("offset.flush.interval.ms", "1000")))
                .build();
        try (EmbeddedHBase hbase = EmbeddedHBase.start()) {
            connect.start();
            hbase.client()
                    .createTable(
                            TOPIC,
                            List.of(FamilyOptions.of("d")),
                            IntStream.range(1, PARTITIONS)
                                    .mapToObj(partition -> Bytes.toBytes(Integer.toString(partition)))
                                    .toList());
            connect.kafka().createTopic(TOPIC, PARTITIONS);
            connect.configureConnector(CONNECTOR, settings(hbase.settings()));
            return write(file, connect, hbase);
        } finally {
            connect.stop();
        }
    }

    /** Returns the complete settings of the connector. */
    private static Map<String, String> settings(Map<String, String> cluster) {
        Map<String, String> settings = new HashMap<>(cluster);
        settings.put("connector.class", "io.sluice.connectors.kafka.SluiceSinkConnector");
        settings.put("tasks.max", "2");
        settings.put("topics", TOPIC);
        settings.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
        settings.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
        settings.put("value.converter.schemas.enable", "false");
        settings.put("table", TOPIC);
        settings.put("row.key", "{#partition}-{#offset|pad:10}");
        settings.put("map", "*=d");
        return settings;
    }

    private static boolean write(Path file, EmbeddedConnectCluster connect, EmbeddedHBase hbase) throws Exception {
        System.out.println("Writing " + file + " through topic '" + TOPIC + "' into table '" + TOPIC + "'");
        PrintStream out = System.out;
        long startNanos = System.nanoTime();
        FlightProducer flights = new FlightProducer(file, System.currentTimeMillis());
        try (Admin admin = connect.kafka().createAdminClient();
                Progress progress = new Progress(
                        out,
                        Progress.terminalColumns(),
                        maxChars -> line(flights.appended(), committed(admin), startNanos))) {
            progress.start();
            try (var producer = connect.kafka().createProducer(Map.of("linger.ms", 5))) {
                flights.appendAll(producer);
            }
            while (committed(admin) < flights.appended()) {
                Thread.sleep(POLL_MILLIS);
            }
        }
        Verification verification =
                Verification.of(hbase.client().countRows(TOPIC, flights.timeMillis()), flights.numbers());
        System.out.println("Verification: " + verification.text());
        return verification.proven();
    }

    private static String line(long appended, long committed, long startNanos) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        return String.format(
                Locale.ROOT,
                "%.0f s: %,d records in the topic, %,d committed by the connector",
                seconds,
                appended,
                committed);
    }

    /** Returns how many records the connector has stored and committed. */
    private static long committed(Admin admin) {
        try {
            return admin
                    .listConsumerGroupOffsets("connect-" + CONNECTOR)
                    .partitionsToOffsetAndMetadata()
                    .get(Duration.ofSeconds(30).toMillis(), TimeUnit.MILLISECONDS)
                    .values()
                    .stream()
                    .mapToLong(offset -> offset.offset())
                    .sum();
        } catch (Exception e) {
            throw new IllegalStateException("cannot read the committed offsets", e);
        }
    }
}
