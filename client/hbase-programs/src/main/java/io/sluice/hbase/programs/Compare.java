package io.sluice.hbase.programs;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import io.sluice.hbase.programs.Comparison.Measured;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs HBase's {@code PerformanceEvaluation}, and a hundred threads that call {@code Table.put}, over HBase's own
 * connection and over Sluice, alternately, against one real HBase, and prints medians and how many times Sluice is
 * better. "Nothing" is the evaluation over a connection that loses all mutations: what the program takes without a client;
 * and lists of rows show what this server can take when no thread is woken for each row. Rows per second are those that the program itself reports; CPU time is that of its whole JVM, including its
 * start and the compiler.
 */
public final class Compare {
    private static final String EVALUATION = "org.apache.hadoop.hbase.PerformanceEvaluation";
    private static final Pattern MILLIS = Pattern.compile(".*Summary of timings \\(ms\\): \\[([0-9, ]+)].*");
    private static final Duration MOST = Duration.ofMinutes(10);
    private static final int REGIONS = 16;
    private static final String PUTS = "puts";
    private static final int PUT_THREADS = 100;

    /** Rows of each call where no thread is woken for each row, with as many rows in flight. */
    private static final int LIST_ROWS = 50;

    private Compare() {}

    /** @param arguments rows of each client, and rounds; by default 500,000 and 5 */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 500_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        Comparison comparison = new Comparison(rounds);
        Comparison.printHeader();
        try (EmbeddedHBase server = EmbeddedHBase.start()) {
            for (String command : List.of("sequentialWrite", "randomWrite")) {
                for (int clients : new int[] {1, 4}) {
                    Comparison.Program program = way -> evaluate(server, way, command, clients, rows);
                    comparison.run("PerformanceEvaluation " + command + " " + clients, Way.SLUICE, program);
                    comparison.runAlone("nothing", Way.NOTHING, program);
                }
            }
            server.client().createTable(PUTS, List.of(FamilyOptions.of(TablePuts.FAMILY)), splits());
            comparison.run(
                    "Table.put, " + PUT_THREADS + " threads",
                    Way.SLUICE_TABLES,
                    way -> putByTable(server, way, PUT_THREADS, rows / PUT_THREADS, 1));
            int threads = PUT_THREADS / LIST_ROWS;
            comparison.run(
                    "Table.put of " + LIST_ROWS + " rows, " + threads + " threads",
                    Way.SLUICE_TABLES,
                    way -> putByTable(server, way, threads, rows / PUT_THREADS, LIST_ROWS));
        }
    }

    private static List<byte[]> splits() {
        List<byte[]> splits = new ArrayList<>();
        for (int region = 1; region < REGIONS; region++) {
            int first = (int) ((long) TablePuts.ROWS * region / REGIONS);
            splits.add(String.format(Locale.ROOT, "%07d", first).getBytes(StandardCharsets.UTF_8));
        }
        return splits;
    }

    private static Measured evaluate(EmbeddedHBase server, Way way, String command, int clients, int rows)
            throws IOException, InterruptedException {
        HBaseProgram.Outcome outcome = run(
                server,
                way,
                EVALUATION,
                List.of(
                        "--nomapred",
                        "--rows=" + rows,
                        "--presplit=" + REGIONS,
                        "--table=pe",
                        "--valueSize=100",
                        command,
                        "" + clients));
        double all = (double) rows * clients;
        return new Measured(
                all * 1_000 / slowestMillis(outcome), outcome.cpu().toNanos() / 1_000.0 / all, Double.NaN, Double.NaN);
    }

    private static Measured putByTable(EmbeddedHBase server, Way way, int threads, int calls, int rows)
            throws IOException, InterruptedException {
        HBaseProgram.Outcome outcome =
                run(server, way, TablePuts.class.getName(), List.of(PUTS, "" + threads, "" + calls, "" + rows));
        String[] numbers = outcome.printed(TablePuts.RESULT).split(" ", -1);
        return new Measured(
                Double.parseDouble(numbers[0]),
                outcome.cpu().toNanos() / 1_000.0 / calls / threads / rows,
                Double.parseDouble(numbers[1]),
                Double.parseDouble(numbers[2]));
    }

    private static HBaseProgram.Outcome run(EmbeddedHBase server, Way way, String main, List<String> arguments)
            throws IOException, InterruptedException {
        Path folder = Path.of("target", "compare", main.substring(main.lastIndexOf('.') + 1) + "-" + way);
        try (HBaseProgram program =
                HBaseProgram.start(folder, Platform.hbase(), way, server.settings(), main, arguments)) {
            return program.end(MOST).orFail();
        }
    }

    /** Returns the time of the slowest client, since all clients begin together. */
    private static long slowestMillis(HBaseProgram.Outcome outcome) throws IOException {
        for (String line : outcome.lines()) {
            Matcher matcher = MILLIS.matcher(line);
            if (matcher.matches()) {
                long slowest = 0;
                for (String millis : matcher.group(1).split(", *", -1)) {
                    slowest = Math.max(slowest, Long.parseLong(millis.trim()));
                }
                return slowest;
            }
        }
        throw new IOException("no line with timings in " + outcome.folder());
    }
}
