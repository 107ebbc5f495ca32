package io.sluice.hbase.programs.spark;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableOutputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.api.java.function.PairFunction;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/**
 * Writes the rows of a DataFrame, each with a number and a value of 100 bytes: by HBase's {@code TableOutputFormat}, by
 * Sluice's sink for Spark, or to nowhere. The rows depend only on their number.
 */
public final class FrameJob {
    /** The argument for {@code TableOutputFormat}. */
    static final String OUTPUT_FORMAT = "output-format";

    /** The argument for Sluice's sink. */
    static final String SINK = "sink";

    /** The argument for Spark's own sink that writes nothing. */
    static final String NOTHING = "noop";

    private static final List<String> CLUSTER =
            List.of("hbase.zookeeper.quorum", "hbase.zookeeper.property.clientPort", "zookeeper.znode.parent");
    private static final byte[] FAMILY = SparkJob.FAMILY.getBytes(StandardCharsets.UTF_8);
    private static final byte[] NUMBER = "number".getBytes(StandardCharsets.UTF_8);
    private static final byte[] VALUE = "value".getBytes(StandardCharsets.UTF_8);

    private FrameJob() {}

    /**
     * Runs the job.
     *
     * @param arguments table, rows, and how to write
     */
    public static void main(String[] arguments) throws Exception {
        String table = arguments[0];
        Configuration conf = HBaseConfiguration.create();
        try (SparkSession spark =
                SparkSession.builder().appName(FrameJob.class.getName()).getOrCreate()) {
            Dataset<Row> rows = spark.range(0, Long.parseLong(arguments[1]), 1, SparkJob.PARTITIONS)
                    .selectExpr(
                            "lpad(id * " + SparkJob.STEP + " % " + SparkJob.ROWS + ", 7, '0') AS key",
                            "CAST(id AS STRING) AS number",
                            "rpad(CAST(id * 1234567891 AS STRING), 100, 'v') AS value");
            long begun = System.nanoTime();
            if (arguments[2].equals(SINK)) {
                writeBySink(rows, table, conf);
            } else if (arguments[2].equals(NOTHING)) {
                rows.write().format(NOTHING).mode("overwrite").save();
            } else {
                writeByOutputFormat(rows, table, conf);
            }
            System.out.println(SparkJob.MILLIS
                    + Duration.ofNanos(System.nanoTime() - begun).toMillis());
            System.out.println(SparkJob.EXECUTORS + SparkJob.childrenCpu().toNanos());
        }
    }

    private static void writeBySink(Dataset<Row> rows, String table, Configuration conf) {
        DataFrameWriter<Row> writer = rows.write()
                .format("sluice")
                .mode("append")
                .option("table", table)
                .option("row.key", "{key}")
                .option("map", "number=f,value=f");
        CLUSTER.forEach(name -> writer.option(name, conf.get(name)));
        writer.save();
    }

    private static void writeByOutputFormat(Dataset<Row> rows, String table, Configuration conf) throws Exception {
        conf.set(TableOutputFormat.OUTPUT_TABLE, table);
        Job job = Job.getInstance(conf);
        job.setOutputFormatClass(TableOutputFormat.class);
        PairFunction<Row, ImmutableBytesWritable, Put> put = row -> {
            byte[] key = bytes(row, 0);
            return new Tuple2<>(
                    new ImmutableBytesWritable(key),
                    new Put(key).addColumn(FAMILY, NUMBER, bytes(row, 1)).addColumn(FAMILY, VALUE, bytes(row, 2)));
        };
        rows.javaRDD().mapToPair(put).saveAsNewAPIHadoopDataset(job.getConfiguration());
    }

    private static byte[] bytes(Row row, int index) {
        return row.getString(index).getBytes(StandardCharsets.UTF_8);
    }
}
