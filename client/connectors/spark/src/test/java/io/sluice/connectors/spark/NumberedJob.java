package io.sluice.connectors.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.Bytes;
import io.sluice.embedded.CellChecksum;
import io.sluice.embedded.RowCount;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;

/**
 * A job that writes numbered rows, and what HBase must have stored afterwards.
 *
 * @param table its table
 * @param rows numbered from 0
 * @param tasks between which they are divided
 * @param timestamp the option
 */
record NumberedJob(String table, long rows, int tasks, String timestamp) {
    static final String FAMILY = "f";
    static final long JOB_MILLIS = 1_234_567_890_123L;

    /**
     * Runs a job in a driver of its own.
     *
     * @param arguments the components of the job; the fault, the number of tasks that fail and the folder for their
     *     failures; settings of the client
     */
    public static void main(String[] arguments) {
        NumberedJob job = new NumberedJob(
                arguments[0], Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]), arguments[3]);
        FaultySource.arm(
                FaultySource.Fault.valueOf(arguments[4]), Integer.parseInt(arguments[5]), Path.of(arguments[6]));
        Map<String, String> client = new TreeMap<>();
        for (int i = 7; i < arguments.length; i++) {
            String[] setting = arguments[i].split("=", 2);
            client.put(setting[0], setting[1]);
        }
        try (SparkSession spark = SparkSession.builder().appName(job.table()).getOrCreate()) {
            job.run(spark, client);
        }
    }

    void run(SparkSession spark, Map<String, String> client) {
        spark.range(0, rows, 1, tasks)
                .selectExpr("id AS n", "concat('row ', id) AS t")
                .write()
                .format(FaultySource.class.getName())
                .mode("append")
                .option("table", table)
                .option("row.key", "{n|pad:9|reverse}")
                .option("map", "n=f:n:long,t=f")
                .option("timestamp", timestamp)
                .option("job.timestamp", JOB_MILLIS)
                // Nothing but a flush, or a full buffer, sends.
                .option("hbase.client.write.buffer.periodicflush.timeout.ms", 0)
                .options(client)
                .save();
    }

    /** Returns what must be stored: each row, and nothing else. */
    RowCount stored() {
        CellChecksum checksum = new CellChecksum();
        byte[] family = FAMILY.getBytes(UTF_8);
        for (long n = 0; n < rows; n++) {
            byte[] row = new StringBuilder(String.format(Locale.ROOT, "%09d", n))
                    .reverse()
                    .toString()
                    .getBytes(UTF_8);
            checksum.add(row, family, "n".getBytes(UTF_8), Bytes.toBytes(n));
            checksum.add(row, family, "t".getBytes(UTF_8), ("row " + n).getBytes(UTF_8));
        }
        return new RowCount(rows, 2 * rows, checksum.sum());
    }
}
