package io.sluice.hbase.programs.flink;

import io.sluice.connectors.flink.SluiceSink;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.connector.hbase.sink.HBaseMutationConverter;
import org.apache.flink.connector.hbase.sink.HBaseSinkFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/**
 * Writes numbered rows, each with a value of 100 bytes, with two tasks and a checkpoint each second: by Apache's sink for
 * HBase, or by Sluice's. The cluster of Flink's is in this JVM. The rows depend on nothing but their number.
 */
public final class FlinkJob {
    /** The line that it prints, with milliseconds from the submission of the job to its end. */
    static final String MILLIS = "FlinkJob milliseconds: ";

    /** The argument for Sluice's sink with its defaults. */
    static final String SLUICE = "sluice";

    /** The argument for Flink's own sink that writes nothing. */
    static final String NOTHING = "nothing";

    /** The argument for {@link BytesSink}, before the port and {@code :} and the rows a second. */
    static final String BYTES = "bytes:";

    /** Rows that Apache's sink collects at most before it flushes, by default: the other values of that argument. */
    static final int APACHES_ROWS = 1_000;

    static final String FAMILY = "f";

    private static final List<String> CLUSTER =
            List.of("hbase.zookeeper.quorum", "hbase.zookeeper.property.clientPort", "zookeeper.znode.parent");
    private static final int PARALLELISM = 2;
    private static final int CHECKPOINT_MILLIS = 1_000;
    private static final int KEY_DIGITS = 8;
    /** A prime, so that no two rows are the same, and rows of all regions are written at any time. */
    private static final long STEP = 7_919;

    private static final long KEYS = 100_000_000;
    private static final int VALUE_BYTES = 100;
    /** Bytes that Apache's sink collects at most, and milliseconds, by default. */
    private static final long APACHES_BYTES = 2 * 1_024 * 1_024;

    private static final long APACHES_MILLIS = 1_000;
    static final byte[] FAMILY_BYTES = FAMILY.getBytes(StandardCharsets.UTF_8);
    static final byte[] QUALIFIER = "value".getBytes(StandardCharsets.UTF_8);

    private FlinkJob() {}

    /**
     * Runs the job.
     *
     * @param arguments table, rows, and {@link #SLUICE}, {@link #NOTHING}, {@link #BYTES} or the rows that Apache's sink
     *     collects
     */
    public static void main(String[] arguments) throws Exception {
        String table = arguments[0];
        Configuration conf = HBaseConfiguration.create();
        var flink = new org.apache.flink.configuration.Configuration();
        flink.setString("rest.port", "0");
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(PARALLELISM, flink);
        environment.enableCheckpointing(CHECKPOINT_MILLIS);
        DataStream<Long> numbers = environment.fromSource(
                new NumberSequenceSource(0, Long.parseLong(arguments[1]) - 1),
                WatermarkStrategy.noWatermarks(),
                "numbers");
        if (arguments[2].equals(SLUICE)) {
            numbers.sinkTo(sluice(table, conf));
        } else if (arguments[2].equals(NOTHING)) {
            numbers.sinkTo(new DiscardingSink<>());
        } else if (arguments[2].startsWith(BYTES)) {
            String[] to = arguments[2].split(":", -1);
            numbers.filter(new Pace(Long.parseLong(to[2]) / PARALLELISM))
                    .sinkTo(new BytesSink(Integer.parseInt(to[1])));
        } else {
            addApache(numbers, table, conf, Long.parseLong(arguments[2]));
        }
        long begun = System.nanoTime();
        environment.execute(table);
        System.out.println(MILLIS + Duration.ofNanos(System.nanoTime() - begun).toMillis());
    }

    private static SluiceSink<Long> sluice(String table, Configuration conf) {
        Map<String, String> cluster = new HashMap<>();
        CLUSTER.forEach(name -> cluster.put(name, conf.get(name)));
        return SluiceSink.<Long>builder()
                .setTable(table)
                .setAll(cluster)
                .setSerializer((number, timestamp) ->
                        new io.sluice.Put(row(number)).addColumn(FAMILY_BYTES, QUALIFIER, value(number)))
                .build();
    }

    @SuppressWarnings("deprecation") // It has no sink of the new kind.
    private static void addApache(DataStream<Long> numbers, String table, Configuration conf, long rows) {
        numbers.addSink(new HBaseSinkFunction<>(table, conf, new ToPut(), APACHES_BYTES, rows, APACHES_MILLIS));
    }

    static byte[] row(long number) {
        byte[] row = new byte[KEY_DIGITS];
        long rest = number * STEP % KEYS;
        for (int i = KEY_DIGITS - 1; i >= 0; i--) {
            row[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return row;
    }

    static byte[] value(long number) {
        ByteBuffer value = ByteBuffer.allocate(VALUE_BYTES);
        for (int i = 0; value.remaining() >= Long.BYTES; i++) {
            value.putLong((number + i) * 0x9E3779B97F4A7C15L);
        }
        return value.array();
    }

    private static final class ToPut implements HBaseMutationConverter<Long> {
        private static final long serialVersionUID = 1;

        @Override
        public void open() {
            // It needs nothing.
        }

        @Override
        public Mutation convertToMutation(Long number) {
            return new Put(row(number)).addColumn(FAMILY_BYTES, QUALIFIER, value(number));
        }
    }
}
