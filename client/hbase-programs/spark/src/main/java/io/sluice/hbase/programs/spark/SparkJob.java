package io.sluice.hbase.programs.spark;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableOutputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * An ordinary job: each task makes rows and writes them to a table. Uses only HBase's and Spark's classes. The rows
 * depend only on the arguments.
 */
public final class SparkJob {
    /** The line that it prints, with milliseconds from the start of the tasks to their end. */
    static final String MILLIS = "SparkJob milliseconds: ";

    /** The line that it prints, with the CPU time of the executors' JVMs. */
    static final String EXECUTORS = "SparkJob CPU nanoseconds of the executors: ";

    static final String FAMILY = "f";

    /** Rows are numbers below this one. */
    static final int ROWS = 10_000_000;

    private static final byte[] FAMILY_BYTES = FAMILY.getBytes(StandardCharsets.UTF_8);
    private static final byte[] NUMBER = "number".getBytes(StandardCharsets.UTF_8);
    private static final byte[] VALUE = "value".getBytes(StandardCharsets.UTF_8);
    private static final long TIMESTAMP = 1_000;
    static final int PARTITIONS = 4;
    private static final int SMALL_BYTES = 100;
    private static final int LARGE_BYTES = 100_000;
    /** One in so many rows has a large value, and one in so many an empty one. */
    private static final int SELDOM = 1_000;
    /** A prime, so that no two rows are the same. */
    static final long STEP = 7_919;

    private SparkJob() {}

    /**
     * Runs the job.
     *
     * @param arguments table, rows
     */
    public static void main(String[] arguments) throws Exception {
        int rows = Integer.parseInt(arguments[1]);
        Configuration conf = HBaseConfiguration.create();
        conf.set(TableOutputFormat.OUTPUT_TABLE, arguments[0]);
        Job job = Job.getInstance(conf);
        job.setOutputFormatClass(TableOutputFormat.class);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName(SparkJob.class.getName()))) {
            long begun = System.nanoTime();
            spark.parallelize(IntStream.range(0, PARTITIONS).boxed().toList(), PARTITIONS)
                    .flatMapToPair(partition -> puts(partition, rows))
                    .saveAsNewAPIHadoopDataset(job.getConfiguration());
            System.out.println(
                    MILLIS + Duration.ofNanos(System.nanoTime() - begun).toMillis());
            System.out.println(EXECUTORS + childrenCpu().toNanos());
        }
    }

    private static Iterator<Tuple2<ImmutableBytesWritable, Put>> puts(int partition, int rows) {
        return IntStream.range(0, rows)
                .filter(number -> number % PARTITIONS == partition)
                .mapToObj(number -> {
                    Put put = put(number);
                    return new Tuple2<>(new ImmutableBytesWritable(put.getRow()), put);
                })
                .iterator();
    }

    private static Put put(int number) {
        Random random = new Random(number);
        byte[] value = new byte
                [switch (number % SELDOM) {
                    case 0 -> LARGE_BYTES;
                    case 1 -> 0;
                    default -> SMALL_BYTES;
                }];
        random.nextBytes(value);
        String row = String.format(Locale.ROOT, "%07d", number * STEP % ROWS);
        return new Put(row.getBytes(StandardCharsets.UTF_8), TIMESTAMP)
                .addColumn(FAMILY_BYTES, NUMBER, ("" + number).getBytes(StandardCharsets.UTF_8))
                .addColumn(FAMILY_BYTES, VALUE, value);
    }

    /** The executors are the only children. */
    static Duration childrenCpu() {
        return ProcessHandle.current()
                .children()
                .map(child -> child.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
