package io.sluice.hbase.programs.spark;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import io.sluice.hbase.programs.Comparison;
import io.sluice.hbase.programs.HBaseProgram;
import io.sluice.hbase.programs.Way;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Runs a Spark job that writes with {@code TableOutputFormat} over HBase's own connection and over Sluice, alternately,
 * to one real HBase. Rows per second are those of the job from its submission; CPU time is that of the executor's JVM,
 * including its start and the compiler.
 */
public final class CompareSpark {
    private CompareSpark() {}

    /**
     * Compares, and prints three lines.
     *
     * @param arguments rows, and rounds; by default 500,000 and 5
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 500_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        try (EmbeddedHBase server = EmbeddedHBase.start()) {
            for (Way way : List.of(Way.STOCK, Way.SLUICE)) {
                server.client().createTable(table(way), List.of(FamilyOptions.of(SparkJob.FAMILY)), splits());
            }
            new Comparison(rounds).run("Spark, TableOutputFormat", Way.SLUICE, way -> {
                List<String> job = List.of(table(way), "" + rows);
                return measured(SparkProgram.run(way, server.settings(), SparkJob.class, job), rows);
            });
        }
    }

    /** Returns the measurements that a job has printed. */
    static Comparison.Measured measured(HBaseProgram.Outcome outcome, int rows) throws IOException {
        return new Comparison.Measured(
                rows * 1_000.0 / Long.parseLong(outcome.printed(SparkJob.MILLIS)),
                Long.parseLong(outcome.printed(SparkJob.EXECUTORS)) / 1_000.0 / rows,
                Double.NaN,
                Double.NaN);
    }

    /** Returns the splits of tables whose rows begin with a digit. */
    static List<byte[]> splits() {
        return IntStream.range(1, 10)
                .mapToObj(digit -> ("" + digit).getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static String table(Way way) {
        return "compare-" + way;
    }
}
