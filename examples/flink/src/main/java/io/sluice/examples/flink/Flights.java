package io.sluice.examples.flink;

import io.sluice.Cell;
import io.sluice.CellUtil;
import io.sluice.Put;
import io.sluice.RowSalt;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.ConnectorSettings;
import io.sluice.connectors.RowMapping;
import io.sluice.connectors.flink.MappedSerializer;
import io.sluice.connectors.flink.SluiceSink;
import io.sluice.embedded.CellChecksum;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import io.sluice.examples.Verification;
import io.sluice.loader.write.Tally;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Writes the 50,000 flights of the main example with a Flink job, all in this JVM, to an embedded HBase, and reads them
 * back with HBase's own client.
 */
public final class Flights {
    private static final String TABLE = "flights";
    private static final int PARALLELISM = 2;
    private static final int CHECKPOINT_MILLIS = 500;

    /**
     * Number of flights that the sink has received, repetitions included. Static, since its tasks are threads of this
     * JVM.
     */
    private static final AtomicLong SENT = new AtomicLong();

    private Flights() {}

    /** Runs the example; the exit code is 0 if all flights were read back, else 1. */
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args.length > 0 ? args[0] : "examples/data/flights-2013.csv.gz");
        System.exit(run(file, System.out) ? 0 : 1);
    }

    /** Writes the flights of a file; returns whether all were read back. */
    static boolean run(Path file, PrintStream out) throws Exception {
        Tally.Numbers expected = expected(file);
        out.println("Starting HBase in a separate JVM ...");
        try (EmbeddedHBase hbase = EmbeddedHBase.start()) {
            hbase.client()
                    .createTable(
                            TABLE,
                            List.of(FamilyOptions.of("d")),
                            RowSalt.of(16).splitKeys());
            out.println("Writing " + file.getFileName() + " into table '" + TABLE + "' with Flink");
            SENT.set(0);
            long startNanos = System.nanoTime();
            show(start(file, hbase.settings()), expected.read(), out);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
            Verification verification = Verification.of(hbase.client().countRows(TABLE), expected);
            out.printf("  job         %,d flights in %,d ms, including the start of Flink%n", SENT.get(), millis);
            out.println("  verified    " + verification.text());
            return verification.proven();
        }
    }

    private static JobClient start(Path file, Map<String, String> cluster) throws Exception {
        Configuration configuration = new Configuration();
        configuration.setString("rest.port", "0");
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(PARALLELISM, configuration);
        environment.enableCheckpointing(CHECKPOINT_MILLIS);
        environment
                .fromSource(
                        FileSource.forRecordStreamFormat(
                                        new TextLineInputFormat(),
                                        new org.apache.flink.core.fs.Path(
                                                file.toAbsolutePath().toUri()))
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        "flights")
                .filter(FlightLines::isFlight)
                .assignTimestampsAndWatermarks(WatermarkStrategy.<String>noWatermarks()
                        .withTimestampAssigner((line, timestamp) -> FlightLines.departureMillis(line)))
                .map(new Counting())
                .rebalance()
                .sinkTo(SluiceSink.<String>builder()
                        .setTable(TABLE)
                        .setAll(cluster)
                        .setSerializer(MappedSerializer.of(FlightLines.MAPPING, FlightLines::fields))
                        .build());
        return environment.executeAsync("flights");
    }

    /** Prints the progress every second until the job has ended. */
    private static void show(JobClient job, long flights, PrintStream out) throws Exception {
        while (true) {
            try {
                job.getJobExecutionResult().get(1, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                out.printf("  %,d of %,d flights%n", SENT.get(), flights);
            }
        }
    }

    /** Returns the numbers of what must be stored: the row and cells of each flight, by the mapping. */
    private static Tally.Numbers expected(Path file) throws IOException {
        RowMapping mapping = new ConnectorSettings(FlightLines.MAPPING).mapping();
        Tally tally = new Tally();
        FlightLines.read(file, line -> {
            try {
                Put put = mapping.put(FlightLines.recordOf(line));
                tally.read(1);
                tally.sent();
                tally.acknowledged(put.encodedSize(), put.size(), checksum(put));
            } catch (BadRecordException e) {
                throw new IllegalArgumentException(line + ": " + e.getMessage(), e);
            }
        });
        return tally.numbers();
    }

    private static long checksum(Put put) {
        CellChecksum checksum = new CellChecksum();
        for (List<Cell> cells : put.getFamilyCellMap().values()) {
            for (Cell cell : cells) {
                checksum.add(
                        put.getRow(),
                        CellUtil.cloneFamily(cell),
                        CellUtil.cloneQualifier(cell),
                        CellUtil.cloneValue(cell));
            }
        }
        return checksum.sum();
    }

    private static final class Counting implements MapFunction<String, String> {
        private static final long serialVersionUID = 1;

        @Override
        public String map(String line) {
            SENT.incrementAndGet();
            return line;
        }
    }
}
