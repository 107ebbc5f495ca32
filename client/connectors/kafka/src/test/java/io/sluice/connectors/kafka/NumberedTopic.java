package io.sluice.connectors.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Bytes;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.ScanOptions;
import io.sluice.embedded.ScannedCell;
import io.sluice.embedded.StockClient;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Numbered records, each with its own time, and the table in which they must arrive. */
final class NumberedTopic implements AutoCloseable {
    static final int PARTITIONS = 4;

    /** Time of the record number 0. */
    private static final long BASE_MILLIS = 1_700_000_000_000L;

    private static final String PADDING = "x".repeat(100);

    /** Enough for every repetition that a test could cause, if each were a version of its own. */
    private static final int VERSIONS = 100;

    private final String name;
    private final KafkaProducer<byte[], byte[]> producer;
    private int produced;

    NumberedTopic(String name, ConnectCluster cluster, StockClient hbase) throws IOException {
        this.name = name;
        cluster.createTopic(name, PARTITIONS);
        hbase.createTable(
                name,
                List.of(new FamilyOptions("d", VERSIONS)),
                List.of(Bytes.toBytes("2"), Bytes.toBytes("4"), Bytes.toBytes("6"), Bytes.toBytes("8")));
        producer = cluster.producer();
    }

    /** Appends records; they are in the topic when this returns. */
    void produce(int count) throws Exception {
        Future<RecordMetadata> last = null;
        for (int i = 0; i < count; i++) {
            int number = produced++;
            String value = "{\"n\":" + number + ",\"padding\":\"" + PADDING + "\"}";
            last = producer.send(new ProducerRecord<>(
                    name,
                    number % PARTITIONS,
                    BASE_MILLIS + number,
                    key(number).getBytes(UTF_8),
                    value.getBytes(UTF_8)));
        }
        producer.flush();
        if (last != null) {
            last.get();
        }
    }

    int produced() {
        return produced;
    }

    /** The digits backwards: neighbours are in different regions. */
    private static String key(int number) {
        return new StringBuilder(String.format(Locale.ROOT, "%07d", number))
                .reverse()
                .toString();
    }

    /**
     * What is in the table.
     *
     * @param missing numbers of which a cell is missing
     * @param foreign cells that belong to no record, or are not as their record says
     * @param versions most versions of a cell
     */
    record Found(int missing, int foreign, int versions) {}

    /** Reads the table with HBase's own client. */
    Found read(StockClient hbase) throws IOException {
        Reader reader = new Reader(produced);
        hbase.scan(name, ScanOptions.everything(), reader::add);
        return reader.found();
    }

    /** Fails unless each record is there, in one version, and nothing else. */
    void assertComplete(StockClient hbase) throws IOException {
        assertThat(read(hbase)).isEqualTo(new Found(0, 0, 1));
    }

    private static final class Reader {
        private final int produced;
        private final BitSet numbers = new BitSet();
        private final BitSet paddings = new BitSet();
        private int foreign;
        private int versions;
        private int mostVersions;
        private String last = "";

        Reader(int produced) {
            this.produced = produced;
        }

        void add(ScannedCell cell) {
            String key = text(cell.row());
            String column = text(cell.qualifier());
            String cellName = key + "/" + column;
            versions = cellName.equals(last) ? versions + 1 : 1;
            mostVersions = Math.max(mostVersions, versions);
            last = cellName;
            int number = Integer.parseInt(new StringBuilder(key).reverse().toString());
            String expected = column.equals("n") ? Integer.toString(number) : PADDING;
            boolean right = number < produced
                    && cell.timestamp() == BASE_MILLIS + number
                    && text(cell.value()).equals(expected);
            foreign += right ? 0 : 1;
            (column.equals("n") ? numbers : paddings).set(number, right);
        }

        private static String text(byte[] bytes) {
            return new String(bytes, UTF_8);
        }

        Found found() {
            numbers.and(paddings);
            return new Found(produced - numbers.cardinality(), foreign, mostVersions);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
