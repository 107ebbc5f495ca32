package io.sluice.bench.nullserver;

import io.sluice.bench.Comparison;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.Rotation;
import io.sluice.bench.writer.Clients;
import io.sluice.bench.writer.Contender;
import io.sluice.bench.writer.Entrant;
import io.sluice.bench.writer.Load;
import io.sluice.bench.writer.Metric;
import io.sluice.bench.writer.Order;
import io.sluice.bench.writer.Order.Stage;
import io.sluice.bench.writer.Outcome;
import io.sluice.bench.writer.Pinning;
import io.sluice.bench.writer.Series;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Compares writing to a server that acknowledges at once, so that only the client limits the rate, on one core. */
public final class NullServerComparison implements Comparison {
    private static final List<Contender> CONTENDERS = List.of(Contender.SLUICE, Contender.HBASE_ASYNC);
    private static final List<Metric> METRICS =
            List.of(Metric.RATE, Metric.CLIENT_CPU, Metric.BYTES, Metric.SYSCALLS, Metric.SERVER_CPU);
    private static final int VALUE_BYTES = 100;
    private static final int MANY_THREADS = 8;
    private static final double TIMES_HBASE_RATE = 7;
    private static final int CLIENT_PROCESSOR = 1;
    private static final int SERVER_PROCESSOR = 0;

    /**
     * The amount that is written.
     *
     * @param warmUpRounds unmeasured rounds of each contender
     * @param firstRows puts of the first of them
     * @param seconds approximate duration of all other rounds
     */
    private record Size(int warmUpRounds, long firstRows, double seconds) {
        static Size of(Effort effort) {
            return switch (effort) {
                case FULL -> new Size(4, 200_000, 3);
                case QUICK -> new Size(3, 200_000, 1);
                case SMOKE -> new Size(1, 5_000, 0.1);
            };
        }
    }

    @Override
    public String name() {
        return "null-server";
    }

    @Override
    public String question() {
        return """
                Puts of 100 bytes to a server that acknowledges at once, in its own process and on its
                own core; the client has one core for everything. Building the Put is included. Both
                clients find the server by its RPC registry. System calls are those of all threads of
                the client's process, counted by perf in a separate round.
                Differences: hbase-client async has no bound, so it gets a window of 100,000 puts, and a
                callback on each put that counts its outcome. Sluice bounds the bytes in flight, and
                counts itself.""";
    }

    @Override
    public Map<String, String> settings(Effort effort) {
        Size size = Size.of(effort);
        Map<String, String> settings = new TreeMap<>();
        settings.put("client JVM flags", Clients.JVM_FLAGS);
        settings.put(
                "rounds",
                "in each JVM " + size.warmUpRounds() + " warm-up, 1 measured of about " + size.seconds() + " s");
        settings.put("JVMs", effort.jvms() + " of each client, in turns");
        settings.put(
                "cores",
                Pinning.isPossible()
                        ? "client pinned to processor " + CLIENT_PROCESSOR + ", server to " + SERVER_PROCESSOR
                                + ", by taskset"
                        : "not pinned, since there is no taskset or no second processor");
        return settings;
    }

    @Override
    public List<Row> measure(JmhSession session) {
        Map<String, List<Series>> series = new LinkedHashMap<>();
        Size size = Size.of(session.effort());
        List<Entrant> entrants = Entrant.all(CONTENDERS);
        try (NullServerProcess server = NullServerProcess.start(Pinning.to(SERVER_PROCESSOR))) {
            for (int jvm = 0; jvm < session.effort().jvms(); jvm++) {
                try (Clients clients = new Clients(entrants, Pinning.to(CLIENT_PROCESSOR))) {
                    for (int threads : new int[] {1, MANY_THREADS}) {
                        String label = VALUE_BYTES + " bytes, " + threads + (threads == 1 ? " thread" : " threads");
                        System.err.println(label);
                        List<Series> all = series.computeIfAbsent(
                                label,
                                none -> entrants.stream().map(Series::new).toList());
                        measure(server, clients, new Load(threads, VALUE_BYTES, true), size, all, jvm);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Row> rows = new ArrayList<>();
        for (Metric metric : METRICS) {
            series.forEach((label, all) -> {
                // The row is missing if system calls cannot be counted.
                if (all.stream().allMatch(metric.canBeMeasured())) {
                    rows.add(metric.row(label, all));
                }
            });
        }
        return rows;
    }

    /** Measures one JVM of each client. */
    private static void measure(
            NullServerProcess server, Clients clients, Load load, Size size, List<Series> all, int jvm)
            throws IOException {
        Map<Series, Long> rows = new HashMap<>();
        for (Series series : all) {
            rows.put(series, warmUp(server, clients, series, load, size));
        }
        // System calls are counted in a round that is not timed.
        for (Stage stage : List.of(Stage.PUTS, Stage.SYSCALLS)) {
            for (Series series : Rotation.of(all, jvm)) {
                give(clients, series, order(server, stage, load, Objects.requireNonNull(rows.get(series))));
            }
        }
    }

    /** Returns an order in which as many unmeasured puts come first on the same connection, to fill its pools. */
    private static Order order(NullServerProcess server, Stage stage, Load load, long rows) {
        return Order.unpaced(stage, server.target(), load, rows, rows);
    }

    /** Warms up; returns the number of puts of a round, which is as many as the contender can write in the time. */
    private static long warmUp(NullServerProcess server, Clients clients, Series series, Load load, Size size)
            throws IOException {
        long rows = size.firstRows();
        for (int i = 0; i < size.warmUpRounds() && !series.isFailed(); i++) {
            Order order = order(server, Stage.PUTS, load, rows);
            Outcome outcome = clients.run(series.entrant(), order);
            if (outcome.puts() == null) {
                series.add(order, outcome);
            } else {
                rows = Math.max(1, (long) (outcome.puts().rate() * size.seconds()));
            }
        }
        return rows;
    }

    private static void give(Clients clients, Series series, Order order) throws IOException {
        if (!series.isFailed()) {
            series.add(order, clients.run(series.entrant(), order));
        }
    }

    @Override
    public List<Goal> goals(List<Row> rows) {
        return rows.stream()
                .filter(Metric.RATE::isOf)
                .map(row -> Goal.times(
                        row,
                        TIMES_HBASE_RATE,
                        row.best(title -> Entrant.isOf(Contender.HBASE_ASYNC, title))
                                .contender()))
                .toList();
    }
}
