package io.sluice.hbase.programs;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 * An ordinary service: many threads, each of which puts one row, or a list of rows, after the other into a table and waits
 * for each. Uses
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

    /** @param arguments table, threads, calls of each thread, rows of each call */
    public static void main(String[] arguments) throws Exception {
        int threads = Integer.parseInt(arguments[1]);
        int calls = Integer.parseInt(arguments[2]);
        int rows = Integer.parseInt(arguments[3]);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CountDownLatch warm = new CountDownLatch(threads);
        try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create())) {
            var running = IntStream.range(0, threads)
                    .mapToObj(any -> pool.submit(() -> {
                        try (Table table = connection.getTable(TableName.valueOf(arguments[0]))) {
                            put(table, calls / 2, rows);
                            warm.countDown();
                            warm.await();
                            return put(table, calls - calls / 2, rows);
                        }
                    }))
                    .toList();
            warm.await();
            long begun = System.nanoTime();
            long[] all = new long[threads * (calls - calls / 2)];
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
                    (double) rows * all.length / seconds,
                    all[all.length / 2] / 1e6,
                    all[(int) (all.length * 0.99)] / 1e6);
        } finally {
            pool.shutdown();
        }
    }

    /** Returns the duration of each call. */
    private static long[] put(Table table, int calls, int rows) throws Exception {
        long[] nanos = new long[calls];
        for (int i = 0; i < calls; i++) {
            List<Put> puts =
                    IntStream.range(0, rows).mapToObj(any -> randomPut()).toList();
            long begun = System.nanoTime();
            if (rows == 1) {
                table.put(puts.get(0));
            } else {
                table.put(new ArrayList<>(puts));
            }
            nanos[i] = System.nanoTime() - begun;
        }
        return nanos;
    }

    private static Put randomPut() {
        byte[] value = new byte[VALUE_BYTES];
        ThreadLocalRandom.current().nextBytes(value);
        String row =
                String.format(Locale.ROOT, "%07d", ThreadLocalRandom.current().nextInt(ROWS));
        return new Put(row.getBytes(StandardCharsets.UTF_8)).addColumn(FAMILY_BYTES, QUALIFIER, value);
    }
}
