package io.sluice.hbase.programs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * An ordinary service: many threads, each of which puts one row after the other into a table and waits for each. Uses
 * only HBase's classes. The first half of the puts is not measured.
 */
final class TablePuts {
    /** The line that it prints. */
    static final String RESULT = "TablePuts: ";

    /** Rows are numbers below this one. */
    static final int ROWS = 10_000_000;

    static final String FAMILY = "f";
    private static final byte[] FAMILY_BYTES = FAMILY.getBytes(StandardCharsets.UTF_8);
    private static final byte[] QUALIFIER = "q".getBytes(StandardCharsets.UTF_8);
    private static final int VALUE_BYTES = 100;

    private TablePuts() {}

    /** @param arguments table, threads, puts of each thread */
    public static void main(String[] arguments) throws Exception {
        int threads = Integer.parseInt(arguments[1]);
        int puts = Integer.parseInt(arguments[2]);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CountDownLatch warm = new CountDownLatch(threads);
        try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create())) {
            var running = IntStream.range(0, threads)
                    .mapToObj(any -> pool.submit(() -> {
                        try (Table table = connection.getTable(TableName.valueOf(arguments[0]))) {
                            put(table, puts / 2);
                            warm.countDown();
                            warm.await();
                            return put(table, puts - puts / 2);
                        }
                    }))
                    .toList();
            warm.await();
            long begun = System.nanoTime();
            long[] all = new long[threads * (puts - puts / 2)];
            int next = 0;
            for (Future<long[]> each : running) {
                long[] nanos = each.get();
                System.arraycopy(nanos, 0, all, next, nanos.length);
                next += nanos.length;
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            Arrays.sort(all);
            System.out.printf(
                    Locale.ROOT,
                    RESULT + "%.0f %.3f %.3f%n",
                    all.length / seconds,
                    all[all.length / 2] / 1e6,
                    all[(int) (all.length * 0.99)] / 1e6);
        } finally {
            pool.shutdown();
        }
    }

    /** Returns the duration of each put. */
    private static long[] put(Table table, int puts) throws Exception {
        long[] nanos = new long[puts];
        byte[] value = new byte[VALUE_BYTES];
        for (int i = 0; i < puts; i++) {
            ThreadLocalRandom.current().nextBytes(value);
            String row = String.format(
                    Locale.ROOT, "%07d", ThreadLocalRandom.current().nextInt(ROWS));
            long begun = System.nanoTime();
            table.put(new Put(row.getBytes(StandardCharsets.UTF_8)).addColumn(FAMILY_BYTES, QUALIFIER, value));
            nanos[i] = System.nanoTime() - begun;
        }
        return nanos;
    }
}
