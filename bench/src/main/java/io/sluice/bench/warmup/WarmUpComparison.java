package io.sluice.bench.warmup;

import io.sluice.bench.Comparison;
import io.sluice.bench.result.Better;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.ChildJvm;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.Rotation;
import io.sluice.bench.warmup.WarmUpMeasured.Round;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares Sluice's pool with reactor-pool by opening connections. */
public final class WarmUpComparison implements Comparison {
    private static final int[] CONNECTIONS = {10, 100};
    private static final long CONNECT_MILLIS = 100;
    private static final double TIMES_CONNECT = 1.1;
    private static final Duration MARGIN = Duration.ofSeconds(60);

    private static final String OPEN = "all open";
    private static final String SERVED = "first one served";
    private static final String FEWEST = "fewest on a loop";
    private static final String MOST = "most on a loop";

    @Override
    public String name() {
        return "warm-up";
    }

    @Override
    public String question() {
        return "Connections that take " + CONNECT_MILLIS + " ms each to open, by a timer, on 4 event loops. Warm-up:"
                + " all connections are requested, at once if the pool can do so, and one is taken immediately. First"
                + " acquire: the pool is configured to hold as many, and one is taken, nothing else. Median of the"
                + " rounds, each with a new pool, after an uncounted one in each JVM. A connection that is"
                + " requested on a loop is opened there, as Netty clients do; our pool chooses the loop itself."
                + " Failed: not served within 2 s after all were open.";
    }

    @Override
    public Map<String, String> settings(Effort effort) {
        return Map.of(
                "JVMs",
                effort.jvms() + " of each contender, in turns",
                "rounds of a JVM",
                "" + effort.iterations(),
                "JVM flags",
                ChildJvm.flags());
    }

    @Override
    public List<Row> measure(JmhSession session) {
        List<Row> rows = new ArrayList<>();
        for (int connections : CONNECTIONS) {
            for (boolean atFirstAcquire : new boolean[] {false, true}) {
                System.err.println(name() + " " + label(connections, atFirstAcquire, ""));
                rows.addAll(rows(connections, atFirstAcquire, measure(connections, atFirstAcquire, session.effort())));
            }
        }
        return rows;
    }

    /** Returns the rounds of all JVMs of each contender; no rounds if one of its JVMs failed. */
    private static Map<WarmUpContender, List<Round>> measure(int connections, boolean atFirstAcquire, Effort effort) {
        List<WarmUpContender> contenders = contenders(atFirstAcquire);
        Map<WarmUpContender, List<List<Round>>> jvms = new EnumMap<>(WarmUpContender.class);
        for (int jvm = 0; jvm < effort.jvms(); jvm++) {
            for (WarmUpContender contender : Rotation.of(contenders, jvm)) {
                jvms.computeIfAbsent(contender, none -> new ArrayList<>())
                        .add(measure(new WarmUpPlan(
                                contender, connections, atFirstAcquire, CONNECT_MILLIS, effort.iterations())));
            }
        }
        Map<WarmUpContender, List<Round>> measured = new EnumMap<>(WarmUpContender.class);
        jvms.forEach((contender, all) -> measured.put(
                contender,
                all.contains(List.of())
                        ? List.of()
                        : all.stream().flatMap(List::stream).toList()));
        return measured;
    }

    /** Without a pool, taking one connection opens no others. */
    private static List<WarmUpContender> contenders(boolean atFirstAcquire) {
        return Stream.of(WarmUpContender.values())
                .filter(contender -> !atFirstAcquire || contender != WarmUpContender.NO_POOL)
                .toList();
    }

    /** Returns no rounds, and prints a message to standard error, if the child fails; the others continue. */
    private static List<Round> measure(WarmUpPlan plan) {
        try {
            return run(plan).rounds();
        } catch (IOException e) {
            System.err.println(plan.contender().title() + " failed: " + e.getMessage());
            return List.of();
        }
    }

    static WarmUpMeasured run(WarmUpPlan plan) throws IOException {
        Duration most = MARGIN.plusMillis(2L * plan.rounds() * plan.connections() * plan.connectMillis());
        return new ChildJvm(plan.contender().classPath())
                .run(WarmUpProgram.class, plan.arguments(), WarmUpMeasured.class, most);
    }

    private static String label(int connections, boolean atFirstAcquire, String what) {
        return connections + (atFirstAcquire ? " connections, first acquire, " : " connections, warm-up, ") + what;
    }

    static List<Row> rows(int connections, boolean atFirstAcquire, Map<WarmUpContender, List<Round>> measured) {
        return List.of(
                row(label(connections, atFirstAcquire, OPEN), "ms", Better.LOWER, measured, Round::allOpenMillis),
                row(label(connections, atFirstAcquire, SERVED), "ms", Better.LOWER, measured, Round::servedMillis),
                row(label(connections, atFirstAcquire, FEWEST), "connections", Better.HIGHER, measured, Round::fewest),
                row(label(connections, atFirstAcquire, MOST), "connections", Better.LOWER, measured, Round::most));
    }

    private static Row row(
            String label,
            String unit,
            Better better,
            Map<WarmUpContender, List<Round>> measured,
            Function<Round, ? extends @Nullable Number> value) {
        List<Figure> figures = measured.entrySet().stream()
                .map(one -> Figure.median(
                        one.getKey().title(),
                        one.getValue().stream()
                                .map(value)
                                .filter(Objects::nonNull)
                                .map(Number::doubleValue)
                                .toList()))
                .toList();
        return new Row(label, unit, better, figures);
    }

    @Override
    public List<Goal> goals(List<Row> rows) {
        List<Goal> goals = new ArrayList<>();
        double most = TIMES_CONNECT * CONNECT_MILLIS;
        for (int connections : CONNECTIONS) {
            goals.add(Goal.atMost(row(rows, label(connections, false, OPEN)), most));
            for (boolean atFirstAcquire : new boolean[] {false, true}) {
                goals.add(Goal.atMost(row(rows, label(connections, atFirstAcquire, SERVED)), most));
                goals.add(even(
                        row(rows, label(connections, atFirstAcquire, FEWEST)),
                        row(rows, label(connections, atFirstAcquire, MOST))));
            }
        }
        return goals;
    }

    /** Returns the goal that in each round the fewest and the most connections of a loop differ by at most one. */
    private static Goal even(Row fewest, Row most) {
        double difference = most.ours().high() - fewest.ours().low();
        return new Goal(most.label(), "at most 1 more than fewest", difference, difference <= 1);
    }

    private static Row row(List<Row> rows, String label) {
        return rows.stream()
                .filter(row -> row.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no row '" + label + "'"));
    }
}
