package io.sluice.bench.metrics;

import io.sluice.bench.Comparison;
import io.sluice.bench.result.Better;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.Measured;
import io.sluice.bench.run.Plan;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Mode;

/** Compares {@code mutate()} of a connection that is bound to a registry with one that is not. */
public final class MetricsComparison implements Comparison {
    private static final int[] THREADS = {1, 10};
    /** Less than 3 % more. */
    private static final double LEAST_RATIO = 1 / 1.03;
    /** Nothing, except for the varying allocation of JMH itself. */
    private static final double MORE_BYTES = 0.5;

    @Override
    public String name() {
        return "metrics";
    }

    @Override
    public String question() {
        return """
                One call of mutate() with a prebuilt Put of 100 bytes of value, a buffer of 2 MiB, and
                the engine of the benchmark "mutator": once with a reader of its numbers, so that times
                and sizes are recorded, and once without. Average time of a call; bytes and CPU of the
                whole JVM per call. The two alternate, each time in a new JVM; the figures are the medians
                of these, with the lowest and the highest in brackets. Reading itself, a few hundred
                numbers per scrape, is not included.""";
    }

    @Override
    public Map<String, String> settings(Effort effort) {
        Map<String, String> settings = new TreeMap<>(effort.described());
        settings.put("JVMs", rounds(effort) + " of each contender, in turns");
        return settings;
    }

    /** JVMs of the same contender differ by up to 10 %, so the median of few says nothing about 3 %. */
    private static int rounds(Effort effort) {
        return switch (effort) {
            case FULL -> 15;
            case QUICK -> 3;
            case SMOKE -> 1;
        };
    }

    @Override
    public List<Row> measure(JmhSession session) {
        List<Row> rows = new ArrayList<>();
        for (int threads : THREADS) {
            Map<MetricsContender, List<Measured>> measured = new EnumMap<>(MetricsContender.class);
            for (int round = 0; round < rounds(session.effort()); round++) {
                for (MetricsContender contender : inTurn(round)) {
                    measured.computeIfAbsent(contender, key -> new ArrayList<>())
                            .add(session.run(plan(contender, threads)));
                }
            }
            String label = threads + (threads == 1 ? " thread" : " threads");
            rows.add(row(label, "ns/call", measured, Measured::score));
            rows.add(row(label, "bytes/call", measured, Measured::bytes));
            rows.add(row(label, "CPU ns/call", measured, Measured::cpuNanos));
        }
        return rows;
    }

    /** Returns the contenders in an order that begins with a different one in each round. */
    private static List<MetricsContender> inTurn(int round) {
        return round % 2 == 0
                ? List.of(MetricsContender.UNBOUND, MetricsContender.BOUND)
                : List.of(MetricsContender.BOUND, MetricsContender.UNBOUND);
    }

    private static Plan plan(MetricsContender contender, int threads) {
        return new Plan(
                MetricsBenchmark.class,
                Mode.AverageTime,
                TimeUnit.NANOSECONDS,
                threads,
                Map.of("contender", contender.name()));
    }

    private static Row row(
            String label,
            String unit,
            Map<MetricsContender, List<Measured>> measured,
            Function<Measured, Measured.Spread> part) {
        List<Figure> figures = new ArrayList<>();
        measured.forEach((contender, runs) -> figures.add(Figure.median(
                contender.title(),
                runs.stream().map(run -> part.apply(run).middle()).toList())));
        return new Row(label, unit, Better.LOWER, figures);
    }

    @Override
    public List<Goal> goals(List<Row> rows) {
        String unbound = MetricsContender.UNBOUND.title();
        List<Goal> goals = new ArrayList<>();
        for (Row row : rows) {
            if (row.unit().equals("ns/call")) {
                goals.add(Goal.times(row, LEAST_RATIO, unbound));
            } else if (row.unit().equals("bytes/call")) {
                goals.add(Goal.atMost(row, row.of(unbound).value() + MORE_BYTES));
            }
        }
        return goals;
    }
}
