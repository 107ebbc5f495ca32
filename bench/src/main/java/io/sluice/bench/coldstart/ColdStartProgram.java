package io.sluice.bench.coldstart;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.gson.Gson;
import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.FlushResult;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.bench.writer.ColdClientsMeasured;
import io.sluice.bench.writer.ColdClientsMeasured.Round;
import io.sluice.client.AsyncConnection;
import io.sluice.client.ConnectionFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Opens clients one after the other in this JVM, starting with the JVM's first, and writes rows with each. */
final class ColdStartProgram {
    private static final byte[] FAMILY = "f".getBytes(US_ASCII);
    private static final byte[] QUALIFIER = "q".getBytes(US_ASCII);
    private static final int VALUE_BYTES = 100;
    private static final long MOST_SECONDS = 60;
    private static final double NANOS_PER_MILLI = 1e6;

    private ColdStartProgram() {}

    /** Arguments: preparation, table, rows, rounds, then the server's settings, keys and values alternating. */
    public static void main(String[] arguments) throws Exception {
        Preparation preparation = Preparation.valueOf(arguments[0]);
        TableName table = TableName.valueOf(arguments[1]);
        int rows = Integer.parseInt(arguments[2]);
        Configuration configuration = new Configuration();
        List<String> settings = Arrays.asList(arguments).subList(4, arguments.length);
        for (int i = 0; i < settings.size(); i += 2) {
            configuration.set(settings.get(i), settings.get(i + 1));
        }
        List<Round> rounds = new ArrayList<>();
        for (int i = Integer.parseInt(arguments[3]); i > 0; i--) {
            rounds.add(round(configuration, preparation, table, rows));
        }
        System.out.println(new Gson().toJson(new ColdClientsMeasured(rounds)));
    }

    private static Round round(Configuration configuration, Preparation preparation, TableName table, int rows)
            throws Exception {
        List<Put> puts = puts(rows);
        long begin = System.nanoTime();
        try (AsyncConnection connection =
                ConnectionFactory.createAsyncConnection(configuration).get(MOST_SECONDS, TimeUnit.SECONDS)) {
            Object unused = preparation.start(connection, table).get(MOST_SECONDS, TimeUnit.SECONDS);
            long prepared = System.nanoTime();
            try (AsyncBufferedMutator mutator = connection.getBufferedMutator(table)) {
                CompletableFuture<Void> firstRow = mutator.mutate(puts.get(0));
                CompletableFuture<Long> first = firstRow.thenApply(nothing -> System.nanoTime());
                for (Put put : puts.subList(1, rows)) {
                    CompletableFuture<Void> ignored = mutator.mutate(put);
                }
                FlushResult flushed = mutator.flushAsync().get(MOST_SECONDS, TimeUnit.SECONDS);
                long end = System.nanoTime();
                if (mutator.state().acknowledged() != rows) {
                    throw new IllegalStateException(
                            mutator.state() + " instead of " + rows + " acknowledged: " + flushed);
                }
                return new Round(
                        (end - begin) / NANOS_PER_MILLI,
                        (end - prepared) / NANOS_PER_MILLI,
                        (first.join() - prepared) / NANOS_PER_MILLI);
            }
        }
    }

    /** Rows spread over all regions; the same in each round. */
    private static List<Put> puts(int rows) {
        byte[] value = new byte[VALUE_BYTES];
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            byte[] row = ByteBuffer.allocate(Integer.BYTES)
                    .putInt(Integer.reverse(i))
                    .array();
            puts.add(new Put(row).addColumn(FAMILY, QUALIFIER, value));
        }
        return puts;
    }
}
