package io.sluice.hbase.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Runs programs over HBase's own connection and over Sluice, alternately, and prints for each program the medians, and
 * how many times Sluice is better.
 *
 * @param rounds how often each runs
 */
public record Comparison(int rounds) {
    /** Prints the names of the columns. */
    public static void printHeader() {
        System.out.printf(
                "%-38s %-6s %12s %12s %10s %10s%n", "medians", "", "rows/s", "CPU us/row", "p50 ms", "p99 ms");
    }

    /** A program to compare. */
    @FunctionalInterface
    public interface Program {
        /** Runs it once. */
        Measured run(Way way) throws IOException, InterruptedException;
    }

    /**
     * Runs the program once in each round and prints the medians.
     *
     * @param what the name of its line
     */
    public void runAlone(String what, Way way, Program program) throws IOException, InterruptedException {
        List<Measured> measured = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            measured.add(program.run(way));
        }
        print("", what, Measured.median(measured));
    }

    /** Runs both alternately, each of them first in every other round, and prints three lines. */
    public void run(String label, Way ours, Program program) throws IOException, InterruptedException {
        Map<Way, List<Measured>> measured = new EnumMap<>(Way.class);
        for (int round = 0; round < rounds; round++) {
            List<Way> order = round % 2 == 0 ? List.of(Way.STOCK, ours) : List.of(ours, Way.STOCK);
            for (Way way : order) {
                measured.computeIfAbsent(way, none -> new ArrayList<>()).add(program.run(way));
            }
        }
        Measured stock = Measured.median(measured.getOrDefault(Way.STOCK, List.of()));
        Measured sluice = Measured.median(measured.getOrDefault(ours, List.of()));
        print(label, "stock", stock);
        print("", "Sluice", sluice);
        print("", "ratio", sluice.timesBetterThan(stock));
    }

    private static void print(String label, String what, Measured measured) {
        System.out.printf(
                Locale.ROOT,
                "%-38s %-6s %,12.2f %12.2f %10.2f %10.2f%n",
                label,
                what,
                measured.rowsPerSecond(),
                measured.cpuMicros(),
                measured.medianMillis(),
                measured.p99Millis());
    }

    /**
     * One run, or the medians of some.
     *
     * @param rowsPerSecond of all threads
     * @param cpuMicros for each row
     * @param medianMillis of a call; NaN if the program does not report it
     * @param p99Millis of a call; NaN if the program does not report it
     */
    public record Measured(double rowsPerSecond, double cpuMicros, double medianMillis, double p99Millis) {
        private static Measured median(List<Measured> all) {
            return new Measured(
                    median(all, Measured::rowsPerSecond),
                    median(all, Measured::cpuMicros),
                    median(all, Measured::medianMillis),
                    median(all, Measured::p99Millis));
        }

        private static double median(List<Measured> all, ToDoubleFunction<Measured> value) {
            double[] sorted = all.stream().mapToDouble(value).sorted().toArray();
            return (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
        }

        private Measured timesBetterThan(Measured other) {
            return new Measured(
                    rowsPerSecond / other.rowsPerSecond,
                    other.cpuMicros / cpuMicros,
                    other.medianMillis / medianMillis,
                    other.p99Millis / p99Millis);
        }
    }
}
