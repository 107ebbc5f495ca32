package io.sluice.examples.spark;

import io.sluice.RowSalt;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.RowCount;
import io.sluice.examples.Verification;
import io.sluice.loader.write.Tally;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Writes the 50,000 flights of the main example with a Spark job, all in this JVM, to an embedded HBase, and reads them
 * back with HBase's own client. Then {@link LateFlights} writes some of them without a data source.
 */
public final class Flights {
    private static final String TABLE = "flights";
    private static final int TASKS = 4;

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
        Tally.Numbers expected = ExpectedRows.of(file);
        out.println("Starting HBase in a separate JVM ...");
        try (EmbeddedHBase hbase = EmbeddedHBase.start();
                SparkSession spark = session()) {
            Dataset<Row> flights = spark.read()
                    .option("header", true)
                    .csv(file.toAbsolutePath().toString())
                    .repartition(TASKS);
            return write(flights, expected, hbase, out) & writeLate(flights, hbase, out);
        }
    }

    private static SparkSession session() {
        return SparkSession.builder()
                .appName(TABLE)
                .master("local[2]")
                .config("spark.driver.host", "localhost")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.ui.enabled", false)
                .getOrCreate();
    }

    private static boolean write(Dataset<Row> flights, Tally.Numbers expected, EmbeddedHBase hbase, PrintStream out)
            throws Exception {
        hbase.client()
                .createTable(
                        TABLE, List.of(FamilyOptions.of("d")), RowSalt.of(16).splitKeys());
        out.println("Writing the flights into table '" + TABLE + "' with Spark");
        SENT.set(0);
        long startNanos = System.nanoTime();
        CompletableFuture<Void> job = CompletableFuture.runAsync(() -> save(flights, hbase.settings()));
        show(job, expected.read(), out);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        Verification verification = Verification.of(hbase.client().countRows(TABLE), expected);
        out.printf("  job         %,d flights in %,d ms%n", SENT.get(), millis);
        out.println("  verified    " + verification.text());
        return verification.proven();
    }

    private static void save(Dataset<Row> flights, Map<String, String> cluster) {
        FilterFunction<Row> counting = flight -> {
            SENT.incrementAndGet();
            return true;
        };
        flights.filter(counting)
                .write()
                .format("sluice")
                .mode("append")
                .option("table", TABLE)
                .options(ExpectedRows.MAPPING)
                .options(cluster)
                .save();
    }

    /** Prints the progress every second until the job has ended. */
    private static void show(CompletableFuture<Void> job, long flights, PrintStream out) throws Exception {
        while (true) {
            try {
                job.get(1, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                out.printf("  %,d of %,d flights%n", SENT.get(), flights);
            }
        }
    }

    private static boolean writeLate(Dataset<Row> flights, EmbeddedHBase hbase, PrintStream out) throws Exception {
        hbase.client().createTable(LateFlights.TABLE, List.of(FamilyOptions.of("d")), List.of());
        Dataset<Row> late = flights.filter("CAST(dep_delay AS INT) > 60");
        LateFlights.write(late, hbase.settings());
        RowCount stored = hbase.client().countRows(LateFlights.TABLE);
        long distinct = late.select("carrier", "flight", "time_hour", "origin")
                .distinct()
                .count();
        out.printf("  foreachPartition wrote %,d late flights, %,d were read back%n", distinct, stored.rows());
        return stored.rows() == distinct && stored.cells() == distinct;
    }
}
