package io.sluice.bench.manyservers;

import com.google.gson.Gson;
import io.sluice.bench.Comparison;
import io.sluice.bench.manyservers.ManyMeasured.Loss;
import io.sluice.bench.manyservers.ManyMeasured.Round;
import io.sluice.bench.manyservers.ManyOrder.Length;
import io.sluice.bench.result.Better;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.ChildJvm;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.PeerJars;
import io.sluice.bench.run.Rotation;
import io.sluice.bench.writer.Pinning;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Compares the cost of a client with up to a thousand servers, and its behaviour when a tenth of them die at once. */
public final class ManyServersComparison implements Comparison {
    private static final String SERVER_HEAP = "KiB of heap an idle server";
    private static final String SOCKETS = "sockets a server";
    private static final String THREADS = "threads";
    private static final String CPU = "us of CPU a put";
    private static final String SURVIVORS = "% of before, living servers' puts in the 2nd second";

    private static final double KIBIBYTE = 1 << 10;
    private static final double MOST_SERVER_KIBIBYTES = 64;
    private static final double MOST_SOCKETS = 1;
    private static final double MOST_CPU_GROWTH = 2;
    private static final double LEAST_PERCENT = 90;

    /** The size with which the largest one is compared. */
    private static final int BASE_SERVERS = 10;

    private static final int CLIENT_PROCESSOR = 1;
    private static final Duration MOST = Duration.ofMinutes(6);

    @Override
    public String name() {
        return "many-servers";
    }

    @Override
    public String question() {
        return """
                Up to 1,000 servers that acknowledge at once, each with its own socket, in one process
                and on one processor; the client, in a new JVM for each sample, has another processor
                for everything. A table of 100 regions per server: all regions are looked up and all
                servers connected to before the first put. Then 10,000 mutators of 1,000 tables are
                opened and write a put each; then 8 threads write puts of 100 bytes to random rows as
                fast as possible, 100,000 in flight; then they write 20,000 a second, sent after 100 ms
                at most, and a tenth of the servers die at the same moment: their connections close, new
                ones are refused, and after 1 s their regions are on other servers. Heap is measured
                after a collection; CPU is that of the whole process. Percentiles are from the moment a
                put was due. Medians of the JVMs. Difference: hbase-client has no call that connects, so
                it writes a put to each server.""";
    }

    @Override
    public Map<String, String> settings(Effort effort) {
        Length length = Length.of(effort);
        Map<String, String> settings = new TreeMap<>();
        settings.put("JVMs", length.jvms() + " of each contender at each size, in turns");
        settings.put(
                "writing",
                length.warmUpMillis() + " ms to warm up, then " + length.rounds() + " x " + length.roundMillis()
                        + " ms");
        settings.put(
                "loss",
                length.putsPerSecond() + " puts/s for " + length.beforeMillis() + " ms before and "
                        + length.afterMillis() + " ms after");
        settings.put("mutators", length.mutators() + " of " + length.tables() + " tables");
        settings.put("JVM flags", ChildJvm.flags());
        settings.put(
                "cores",
                Pinning.isPossible()
                        ? "client pinned to processor " + CLIENT_PROCESSOR + ", all servers to "
                                + ManyServersProgram.SERVER_PROCESSOR + ", by taskset"
                        : "not pinned, since there is no taskset or no second processor");
        return settings;
    }

    @Override
    public List<Row> measure(JmhSession session) {
        Length length = Length.of(session.effort());
        Map<Integer, Map<ManyContender, List<ManyMeasured>>> measured = new TreeMap<>();
        List<ManyContender> contenders = List.of(ManyContender.values());
        for (int jvm = 0; jvm < length.jvms(); jvm++) {
            for (int servers : length.servers()) {
                System.err.println(label(servers));
                for (ManyContender contender : Rotation.of(contenders, jvm)) {
                    measured.computeIfAbsent(servers, none -> new EnumMap<>(ManyContender.class))
                            .computeIfAbsent(contender, none -> new ArrayList<>())
                            .addAll(measure(ManyOrder.of(contender, servers, length)));
                }
            }
        }
        return rows(measured);
    }

    /** Measures one JVM. If it fails, returns nothing and prints a message to standard error; the others continue. */
    private static List<ManyMeasured> measure(ManyOrder order) {
        try {
            ManyMeasured measured = new ChildJvm(Pinning.to(CLIENT_PROCESSOR).prefix(), PeerJars.classPath())
                    .run(ManyServersProgram.class, List.of(new Gson().toJson(order)), ManyMeasured.class, MOST);
            System.err.println("  " + order.contender().title() + ": " + measured);
            return List.of(measured);
        } catch (IOException e) {
            System.err.println("  " + order.contender().title() + " failed: " + e.getMessage());
            return List.of();
        }
    }

    private static String label(int servers) {
        return String.format(Locale.ROOT, "%,d %s", servers, servers == 1 ? "server" : "servers");
    }

    /** Returns the rows of each size; a contender none of whose JVMs succeeded has failed. */
    static List<Row> rows(Map<Integer, Map<ManyContender, List<ManyMeasured>>> measured) {
        List<Row> rows = new ArrayList<>();
        measured.forEach((servers, of) -> {
            Of size = new Of(label(servers), of);
            rows.add(size.lower("ms to look up all regions", ManyMeasured::preloadMillis));
            rows.add(size.lower("ms to connect to all servers", ManyMeasured::connectMillis));
            rows.add(size.lower("bytes of heap a region", ManyMeasured::regionBytes));
            rows.add(size.lower(SERVER_HEAP, jvm -> jvm.serverBytes() / KIBIBYTE));
            rows.add(size.lower(SOCKETS, ManyMeasured::serverSockets));
            rows.add(size.lower(THREADS, ManyMeasured::threads));
            rows.add(size.lower("ms of CPU an idle second", ManyMeasured::idleMillis));
            rows.add(size.lower(
                    "bytes of heap a new mutator", jvm -> jvm.mutators().newBytes()));
            rows.add(size.lower(
                    "bytes of heap a used mutator", jvm -> jvm.mutators().usedBytes()));
            rows.add(size.lower("threads of all mutators", jvm -> jvm.mutators().threads()));
            rows.add(size.lower(
                    "ms of CPU an idle second, with the mutators",
                    jvm -> jvm.mutators().idleMillis()));
            rows.add(size.of(CPU, Better.LOWER, jvm -> meanOf(jvm.rounds(), Round::cpuMicros)));
            rows.add(size.of("puts/s", Better.HIGHER, jvm -> meanOf(jvm.rounds(), Round::putsPerSecond)));
            if (ManyOrder.of(ManyContender.SLUICE, servers, Length.of(Effort.FULL))
                            .dying()
                    > 0) {
                rows.add(size.loss("ms, p99 before servers die", Better.LOWER, Loss::p99MillisBefore));
                rows.add(size.loss("ms, p99 of living servers' puts then", Better.LOWER, Loss::p99MillisSurvivors));
                rows.add(size.loss("ms, p99 of dead servers' puts then", Better.LOWER, Loss::p99MillisLost));
                rows.add(size.loss(
                        "% of before, living servers' puts in the 1st second",
                        Better.HIGHER, Loss::percentFirstSecond));
                rows.add(size.loss(SURVIVORS, Better.HIGHER, Loss::percentSecondSecond));
            }
        });
        return rows;
    }

    private static double meanOf(List<Round> rounds, ToDoubleFunction<Round> value) {
        return rounds.stream().mapToDouble(value).average().orElse(Double.NaN);
    }

    /** The JVMs of one size. */
    private record Of(String label, Map<ManyContender, List<ManyMeasured>> jvms) {
        Row lower(String unit, ToDoubleFunction<ManyMeasured> value) {
            return of(unit, Better.LOWER, value);
        }

        Row loss(String unit, Better better, Function<Loss, Double> value) {
            return of(unit, better, jvm -> jvm.loss() == null ? Double.NaN : value.apply(jvm.loss()));
        }

        Row of(String unit, Better better, ToDoubleFunction<ManyMeasured> value) {
            List<Figure> figures = new ArrayList<>();
            jvms.forEach((contender, all) -> figures.add(Figure.median(
                    contender.title(), all.stream().mapToDouble(value).boxed().toList())));
            return new Row(label, unit, better, figures);
        }
    }

    /** Returns the goals for the largest size. */
    @Override
    public List<Goal> goals(List<Row> rows) {
        String largest = rows.get(rows.size() - 1).label();
        String base = label(BASE_SERVERS);
        return List.of(
                Goal.atMost(row(rows, largest, SERVER_HEAP), MOST_SERVER_KIBIBYTES),
                Goal.atMost(row(rows, largest, SOCKETS), MOST_SOCKETS),
                Goal.growth(row(rows, largest, THREADS), 1, row(rows, base, THREADS)),
                Goal.atMost(row(rows, largest, "threads of all mutators"), 0),
                Goal.growth(row(rows, largest, CPU), MOST_CPU_GROWTH, row(rows, base, CPU)),
                Goal.atLeast(row(rows, largest, SURVIVORS), LEAST_PERCENT));
    }

    private static Row row(List<Row> rows, String label, String unit) {
        return rows.stream()
                .filter(row -> row.label().equals(label) && row.unit().equals(unit))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no row '" + label + "', " + unit));
    }

    /** Returns the rows that have a goal. */
    @Override
    public List<Row> plotted(List<Row> rows) {
        return rows.stream()
                .filter(row -> List.of(SERVER_HEAP, THREADS, CPU, SURVIVORS).contains(row.unit()))
                .toList();
    }
}
