package io.sluice.bench.endtoend;

import io.sluice.bench.Comparison;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.writer.Clients;
import io.sluice.bench.writer.Contender;
import io.sluice.bench.writer.Entrant;
import io.sluice.bench.writer.Metric;
import io.sluice.bench.writer.Outcome.Latencies;
import io.sluice.bench.writer.Pinning;
import io.sluice.bench.writer.Series;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Compares all contenders that write to a real region server. */
public final class EndToEndComparison implements Comparison {
    private static final double TIMES_BEST_RATE = 1.5;
    private static final double TIMES_HBASE = 10;
    private static final double TIMES_ASYNCHBASE_CPU = 3;
    private static final double TIMES_ASYNCHBASE_CPU_LARGE = 2;
    private static final double TIMES_ASYNCHBASE_BYTES = 4;

    private static final List<Contender> CONTENDERS = List.of(
            Contender.SLUICE, Contender.HBASE_ASYNC, Contender.HBASE_SYNC, Contender.ASYNCHBASE, Contender.FLOOR);

    private static final String FLOOR = Contender.FLOOR.title();

    private static final List<Metric> METRICS =
            List.of(Metric.RATE, Metric.CLIENT_CPU, Metric.COLLECTOR_CPU, Metric.BYTES, Metric.SERVER_CPU);

    private static List<Metric> latencies(int lingerMillis) {
        return List.of(
                Metric.latency("p50", lingerMillis, Latencies::p50Micros),
                Metric.latency("p99", lingerMillis, Latencies::p99Micros),
                Metric.latency("p99.9", lingerMillis, Latencies::p999Micros));
    }

    @Override
    public String name() {
        return "end-to-end";
    }

    @Override
    public String question() {
        return """
                Puts to a real HBase, one region server in its own process, a table of 16 regions,
                emptied before each round. Each contender has its own process; building the Put is
                included. Puts/s until the last acknowledgement; CPU of the whole process, including
                collector and compiler; bytes that all its Java threads allocate. Percentiles are from
                the moment a put was due until its future completed, for all at one rate, half of the
                puts/s of the slowest of them, with the same linger for all. Medians of the JVMs.
                "Tuned": with the best settings that a sweep found.
                Differences: hbase-client async and asynchbase have no bound, so they get a window of as
                many puts as our budget has room for, at most 100,000, and a callback on each put that
                counts its outcome. Sluice bounds the bytes in flight, and counts itself. The blocking
                mutator, of which each thread has its own, has no futures, so it has no percentiles.
                The floor is no client: it is told the regions, builds no Put, encodes puts of one form
                into a request of each thread, and sends it. No client should need less CPU; with requests
                of other sizes, the server could.""";
    }

    @Override
    public Map<String, String> settings(Effort effort) {
        Situation.Size size = Situation.Size.of(effort);
        Map<String, String> settings = new TreeMap<>();
        settings.put("client JVM flags", Clients.JVM_FLAGS);
        settings.put(
                "rounds",
                "in each JVM one of each situation, after as many puts that are not measured, and one paced of "
                        + size.pacedSeconds() + " s for each linger; to warm up " + size.warmUpRounds()
                        + " before all, and "
                        + size.pacedWarmUpRounds() + " before the first paced one");
        settings.put("JVMs", size.jvms() + " of each client, in turns");
        settings.put("puts of a round", size.smallRows() + ", half of it with 1,000 bytes, a tenth with 10,000");
        return settings;
    }

    @Override
    public List<Row> measure(JmhSession session) {
        List<Entrant> entrants = Entrant.all(CONTENDERS);
        List<Turn> turns = new ArrayList<>();
        try (RealServer server = RealServer.start(session.effort())) {
            for (int jvm = 0; jvm < Situation.Size.of(session.effort()).jvms(); jvm++) {
                int number = jvm;
                turns.add(session.samples()
                        .get("JVM " + number, Turn.class, () -> turn(server, entrants, session.effort(), number)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<Situation, List<Series>> measured = new LinkedHashMap<>();
        for (Situation situation : Situation.all(session.effort())) {
            measured.put(
                    situation,
                    entrants.stream()
                            .map(entrant -> series(turns, situation, entrant))
                            .toList());
        }
        List<Row> rows = new ArrayList<>();
        for (Metric metric : METRICS) {
            measured.forEach((situation, series) -> rows.add(metric.row(situation.label(), series)));
        }
        for (int lingerMillis : Situation.Size.of(session.effort()).lingersMillis()) {
            for (Metric metric : latencies(lingerMillis)) {
                measured.forEach((situation, series) -> {
                    if (situation.size().lingersMillis().contains(lingerMillis)) {
                        rows.add(metric.row(situation.label(), series));
                    }
                });
            }
        }
        return rows;
    }

    private static Turn turn(RealServer server, List<Entrant> entrants, Effort effort, int jvm) throws IOException {
        List<Turn.Measured> all = new ArrayList<>();
        try (Clients clients = new Clients(entrants, Pinning.none())) {
            for (Situation situation : Situation.all(effort)) {
                System.err.println(situation.label());
                for (Series series : new SituationRun(server, clients, situation, jvm).run()) {
                    all.add(new Turn.Measured(
                            situation.label(), series.entrant().title(), series.rounds()));
                }
            }
        }
        return new Turn(all);
    }

    private static Series series(List<Turn> turns, Situation situation, Entrant entrant) {
        Series series = new Series(entrant);
        for (Turn turn : turns) {
            turn.rounds(situation.label(), entrant.title()).forEach(series::add);
        }
        return series;
    }

    @Override
    public List<Goal> goals(List<Row> rows) {
        List<Goal> goals = new ArrayList<>();
        for (Row row : rows) {
            boolean small = row.label().contains(", " + Situation.SMALL_BYTES + " bytes");
            Row named = withUnit(row);
            if (Metric.RATE.isOf(row)) {
                goals.add(Goal.times(named, TIMES_BEST_RATE, best(row, EndToEndComparison::isPeer), FLOOR));
            } else if (Metric.CLIENT_CPU.isOf(row)) {
                if (small) {
                    goals.add(Goal.times(named, TIMES_HBASE, best(row, EndToEndComparison::isHBase), FLOOR));
                }
                double times = small ? TIMES_ASYNCHBASE_CPU : TIMES_ASYNCHBASE_CPU_LARGE;
                goals.add(Goal.times(named, times, best(row, EndToEndComparison::isAsynchbase), FLOOR));
            } else if (small && Metric.BYTES.isOf(row)) {
                goals.add(Goal.times(named, TIMES_HBASE, best(row, EndToEndComparison::isHBase), FLOOR));
                goals.add(
                        Goal.times(named, TIMES_ASYNCHBASE_BYTES, best(row, EndToEndComparison::isAsynchbase), FLOOR));
            }
        }
        return goals;
    }

    /** Adds the unit to the label, since a situation has several goals, of different units. */
    private static Row withUnit(Row row) {
        return new Row(row.label() + ", " + row.unit(), row.unit(), row.better(), row.figures());
    }

    private static String best(Row row, Predicate<String> contenders) {
        return row.best(contenders).contender();
    }

    private static boolean isPeer(String title) {
        return !Entrant.isOf(Contender.SLUICE, title) && !title.equals(FLOOR);
    }

    /** Returns whether a title is that of HBase's client, in any form and with any settings. */
    private static boolean isHBase(String title) {
        return Entrant.isOf(Contender.HBASE_ASYNC, title) || Entrant.isOf(Contender.HBASE_SYNC, title);
    }

    private static boolean isAsynchbase(String title) {
        return Entrant.isOf(Contender.ASYNCHBASE, title);
    }
}
