package io.sluice.bench.outage;

import com.google.gson.Gson;
import io.sluice.bench.Comparison;
import io.sluice.bench.nullserver.NullServerProcess;
import io.sluice.bench.outage.OutageOrder.Length;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Compares the rates of the servers that answer while one of four does not. */
public final class OutageComparison implements Comparison {
    static final String BEFORE = "puts/s before";
    static final String SILENCE = "puts/s in the silence";
    static final String LEAST = "% of before, least second";

    private static final double GOAL_PERCENT = 70;
    private static final Duration MOST = Duration.ofMinutes(4);
    private static final int CLIENT_PROCESSOR = 1;
    private static final int SERVER_PROCESSOR = 0;

    @Override
    public String name() {
        return "outage";
    }

    @Override
    public String question() {
        return """
                Puts of 100 bytes to four servers that acknowledge at once, in separate processes, one
                of which is then stopped (SIGSTOP): puts acknowledged by the other three in each second,
                before and during the silence, which ends before any request times out. Clients have
                their defaults, except that hbase-client also gets a periodic flush of 1 s, our default.
                Threads write as fast as possible, each to rows of one server, or each to rows of all
                servers in random order. Futures: each thread has its own window, 100,000 puts in total;
                blocking mutate: only the client's own bound. The goal is about threads that write to
                one server each; see METHOD.md.""";
    }

    @Override
    public Map<String, String> settings(Effort effort) {
        Length length = Length.of(effort);
        return Map.of(
                "rounds",
                effort.jvms() + ", each in its own JVM, of " + length.warmUp() + " samples to warm up, "
                        + length.before() + " before and " + length.silence() + " in the silence, of "
                        + length.sampleMillis() + " ms",
                "JVM flags",
                ChildJvm.flags(),
                "cores",
                Pinning.isPossible()
                        ? "client pinned to processor " + CLIENT_PROCESSOR + ", all servers to " + SERVER_PROCESSOR
                                + ", by taskset"
                        : "not pinned, since there is no taskset or no second processor");
    }

    @Override
    public List<Row> measure(JmhSession session) {
        Length length = Length.of(session.effort());
        Map<OutageSituation, Map<OutageContender, List<OutageMeasured>>> measured = new LinkedHashMap<>();
        for (int round = 0; round < session.effort().jvms(); round++) {
            for (OutageSituation situation : OutageSituation.all(session.effort())) {
                System.err.println(situation.label());
                for (OutageContender contender : Rotation.of(situation.driver().contenders(), round)) {
                    measured.computeIfAbsent(situation, none -> new EnumMap<>(OutageContender.class))
                            .computeIfAbsent(contender, none -> new ArrayList<>())
                            .add(measure(contender, situation, length));
                }
            }
        }
        return rows(measured);
    }

    /**
     * Returns {@link OutageMeasured#FAILED}, and prints a message to standard error, if the child fails; the others
     * continue.
     */
    private static OutageMeasured measure(OutageContender contender, OutageSituation situation, Length length) {
        List<NullServerProcess> servers = List.of();
        try {
            servers = NullServerProcess.startCluster(
                    OutageSituation.SERVERS, situation.tables(), Pinning.to(SERVER_PROCESSOR));
            OutageOrder order = new OutageOrder(
                    contender,
                    situation,
                    servers.get(0).target().settings(),
                    servers.get(OutageSituation.SERVERS - 1).pid(),
                    length);
            OutageMeasured measured = new ChildJvm(Pinning.to(CLIENT_PROCESSOR).prefix(), PeerJars.classPath())
                    .run(OutageProgram.class, List.of(new Gson().toJson(order)), OutageMeasured.class, MOST);
            System.err.println("  " + contender.title() + ": " + measured);
            return measured;
        } catch (IOException e) {
            System.err.println("  " + contender.title() + " failed: " + e.getMessage());
            return OutageMeasured.FAILED;
        } finally {
            servers.forEach(NullServerProcess::close);
        }
    }

    /** Returns a row of each kind for each situation. A contender that failed in one round has no figures. */
    static List<Row> rows(Map<OutageSituation, Map<OutageContender, List<OutageMeasured>>> measured) {
        List<Row> rows = new ArrayList<>();
        measured.forEach(
                (situation, of) -> rows.add(row(situation, LEAST, of, OutageMeasured::percentOfBefore, Figure::least)));
        measured.forEach((situation, of) -> rows.add(row(situation, BEFORE, of, OutageMeasured::before, Figure::mean)));
        measured.forEach(
                (situation, of) -> rows.add(row(situation, SILENCE, of, OutageMeasured::silence, Figure::mean)));
        return rows;
    }

    /** Computes a contender's figure from its samples. */
    private interface Summary {
        Figure of(String contender, List<Double> samples);
    }

    private static Row row(
            OutageSituation situation,
            String unit,
            Map<OutageContender, List<OutageMeasured>> measured,
            Function<OutageMeasured, List<Double>> samples,
            Summary summary) {
        List<Figure> figures = new ArrayList<>();
        measured.forEach((contender, rounds) -> figures.add(
                rounds.contains(OutageMeasured.FAILED)
                        ? Figure.failed(contender.title())
                        : summary.of(
                                contender.title(),
                                rounds.stream()
                                        .flatMap(round -> samples.apply(round).stream())
                                        .toList())));
        return new Row(situation.label(), unit, Better.HIGHER, figures);
    }

    /** Returns the goal for each client, in the situations in which a thread can continue without the silent server. */
    @Override
    public List<Goal> goals(List<Row> rows) {
        List<Goal> goals = new ArrayList<>();
        plotted(rows).stream()
                .filter(row -> row.label().startsWith(OutageSituation.BOUND))
                .forEach(row -> row.figures()
                        .forEach(figure -> goals.add(Goal.atLeast(row, figure.contender(), GOAL_PERCENT))));
        return goals;
    }

    @Override
    public List<Row> plotted(List<Row> rows) {
        return rows.stream().filter(row -> row.unit().equals(LEAST)).toList();
    }
}
