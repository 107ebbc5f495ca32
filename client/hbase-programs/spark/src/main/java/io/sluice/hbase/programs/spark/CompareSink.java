package io.sluice.hbase.programs.spark;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.RowCount;
import io.sluice.hbase.programs.Comparison;
import io.sluice.hbase.programs.HBaseProgram;
import io.sluice.hbase.programs.Way;
import java.io.IOException;
import java.util.List;

/**
 * Writes the same DataFrame by HBase's {@code TableOutputFormat} over HBase's own connection, and by Sluice's sink for
 * Spark, alternately, to one real HBase. Rows per second are those of the job from its submission; CPU time is that of
 * the executor's JVM, including its start and the compiler.
 */
public final class CompareSink {
    private CompareSink() {}

    /**
     * Compares, prints three lines, and fails if the tables differ.
     *
     * @param arguments rows, and rounds; by default 500,000 and 5
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 500_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        try (EmbeddedHBase server = EmbeddedHBase.start()) {
            for (Way way : List.of(Way.STOCK, Way.SLUICE)) {
                server.client()
                        .createTable(table(way), List.of(FamilyOptions.of(SparkJob.FAMILY)), CompareSpark.splits());
            }
            Comparison comparison = new Comparison(rounds);
            comparison.run("Spark, DataFrame", Way.SLUICE, way -> run(server, way, rows));
            comparison.runAlone("noop", Way.NOTHING, way -> run(server, way, rows));
            RowCount stock = server.client().countRows(table(Way.STOCK));
            RowCount sluice = server.client().countRows(table(Way.SLUICE));
            if (stock.rows() != rows || !sluice.equals(stock)) {
                throw new IOException("the tables differ: " + stock + " and " + sluice);
            }
        }
    }

    private static Comparison.Measured run(EmbeddedHBase server, Way way, int rows)
            throws IOException, InterruptedException {
        HBaseProgram.Outcome outcome = SparkProgram.run(
                Way.STOCK, server.settings(), FrameJob.class, List.of(table(way), "" + rows, sink(way)));
        return CompareSpark.measured(outcome, rows);
    }

    private static String sink(Way way) {
        return switch (way) {
            case STOCK -> FrameJob.OUTPUT_FORMAT;
            case NOTHING -> FrameJob.NOTHING;
            default -> FrameJob.SINK;
        };
    }

    private static String table(Way way) {
        return "frame-" + way;
    }
}
