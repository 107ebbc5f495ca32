package io.sluice.bench.endtoend;

import io.sluice.bench.Comparison;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.writer.Clients;
import io.sluice.bench.writer.Contender;
import io.sluice.bench.writer.Metric;
import io.sluice.bench.writer.Outcome.Latencies;
import io.sluice.bench.writer.Pinning;
import io.sluice.bench.writer.Series;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A real region server, and all contenders that write to it. */
public final class EndToEndComparison implements Comparison {
    private static final double TIMES_BEST_RATE = 1.5;
    private static final double TIMES_HBASE = 10;
    private static final double TIMES_ASYNCHBASE_CPU = 3;
    private static final double TIMES_ASYNCHBASE_BYTES = 4;

    private static final List<Contender> CONTENDERS =
            List.of(Contender.SLUICE, Contender.HBASE_ASYNC, Contender.HBASE_SYNC, Contender.ASYNCHBASE);

    private static final List<Metric> METRICS = List.of(
            Metric.RATE,
            Metric.CLIENT_CPU,
            Metric.BYTES,
            Metric.SERVER_CPU,
            Metric.latency("p50 us", Latencies::p50Micros),
            Metric.latency("p99 us", Latencies::p99Micros),
            Metric.latency("p99.9 us", Latencies::p999Micros));

    @Override
    public String name() {
        return "end-to-end";
    }

    @Override
    public String question() {
        return """
                Puts to a real HBase, one region server in its own process, a table of 16 regions, emptied before each
                round. Each contender is in its own process; building the Put is counted. Puts/s until the last
                acknowledgement; CPU of the whole process, collector and compiler included; bytes that all its Java threads
                allocate. Percentiles are from the moment a put was due until its future completed, for all at one rate, half
                of the puts/s that the slowest of them reached, with a linger of 10 ms for all.
                Not alike: hbase-client async and asynchbase have no bound, so they get a window of 100,000 puts, and a
                callback on each put that counts what became of it. We bound what is on its way by bytes, and count
                ourselves. The blocking mutator, of
                which each thread has its own, has no futures, so it has no percentiles.""";
    }

    @Override
    public Map<String, String> settings(Effort effort) {
        Situation.Size size = Situation.Size.of(effort);
        Map<String, String> settings = new TreeMap<>();
        settings.put("client JVM flags", Clients.JVM_FLAGS);
        settings.put(
                "rounds",
                size.rounds() + " measured, each after as many puts that are not measured; " + size.pacedRounds()
                        + " paced of " + size.pacedSeconds() + " s; to warm up " + size.warmUpRounds()
                        + " before all, and " + size.pacedWarmUpRounds() + " before the first paced one");
        settings.put("puts of a round", size.smallRows() + ", half of it with 1,000 bytes");
        return settings;
    }

    @Override
    public List<Row> measure(JmhSession session) {
        List<List<Row>> rowsByMetric = new ArrayList<>();
        METRICS.forEach(metric -> rowsByMetric.add(new ArrayList<>()));
        try (RealServer server = RealServer.start();
                Clients clients = new Clients(CONTENDERS, Pinning.none())) {
            for (Situation situation : Situation.all(session.effort())) {
                System.err.println(situation.label());
                List<Series> all = new SituationRun(server, clients, situation).run();
                for (int i = 0; i < METRICS.size(); i++) {
                    rowsByMetric.get(i).add(METRICS.get(i).row(situation.label(), all));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rowsByMetric.stream().flatMap(List::stream).toList();
    }

    @Override
    public List<Goal> goals(List<Row> rows) {
        List<Goal> goals = new ArrayList<>();
        for (Row row : rows) {
            boolean small = row.label().contains(", " + Situation.SMALL_BYTES + " bytes");
            Row named = withUnit(row);
            if (Metric.RATE.isOf(row)) {
                goals.add(Goal.times(named, TIMES_BEST_RATE, bestPeer(row)));
            } else if (small && Metric.CLIENT_CPU.isOf(row)) {
                goals.add(Goal.times(named, TIMES_HBASE, Contender.HBASE_ASYNC.title()));
                goals.add(Goal.times(named, TIMES_ASYNCHBASE_CPU, Contender.ASYNCHBASE.title()));
            } else if (small && Metric.BYTES.isOf(row)) {
                goals.add(Goal.times(named, TIMES_HBASE, Contender.HBASE_ASYNC.title()));
                goals.add(Goal.times(named, TIMES_ASYNCHBASE_BYTES, Contender.ASYNCHBASE.title()));
            }
        }
        return goals;
    }

    /** A situation has several goals, of different units. */
    private static Row withUnit(Row row) {
        return new Row(row.label() + ", " + row.unit(), row.unit(), row.better(), row.figures());
    }

    /** The fastest of those that did not fail. */
    private static String bestPeer(Row row) {
        return row.peers().stream()
                .max(Comparator.comparingDouble(peer -> Double.isNaN(peer.value()) ? 0 : peer.value()))
                .orElseThrow()
                .contender();
    }
}
