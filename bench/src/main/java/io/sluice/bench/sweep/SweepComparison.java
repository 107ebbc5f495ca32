package io.sluice.bench.sweep;

import io.sluice.bench.Comparison;
import io.sluice.bench.endtoend.RealServer;
import io.sluice.bench.result.Better;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.Rotation;
import io.sluice.bench.writer.Clients;
import io.sluice.bench.writer.Contender;
import io.sluice.bench.writer.Entrant;
import io.sluice.bench.writer.Load;
import io.sluice.bench.writer.Order;
import io.sluice.bench.writer.Order.Stage;
import io.sluice.bench.writer.Outcome;
import io.sluice.bench.writer.Pinning;
import io.sluice.bench.writer.Series;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Measures each peer with other settings than its defaults, to find the fastest. */
public final class SweepComparison implements Comparison {
    private static final List<Contender> PEERS =
            List.of(Contender.HBASE_ASYNC, Contender.HBASE_SYNC, Contender.ASYNCHBASE);
    private static final Load LOAD = new Load(8, 100, true);

    static final String SWEPT = "with these settings";
    static final String DEFAULTS = "defaults";
    static final String BEST = ", the best";

    /**
     * The extent of the measurement.
     *
     * @param warmUpRounds unmeasured rounds of each JVM
     * @param rows puts of a round
     * @param settings how many settings of each peer
     * @param values how many values of each setting
     */
    private record Size(int warmUpRounds, long rows, int settings, int values) {
        static Size of(Effort effort) {
            return switch (effort) {
                case FULL -> new Size(3, 200_000, Integer.MAX_VALUE, Integer.MAX_VALUE);
                case QUICK -> new Size(2, 200_000, Integer.MAX_VALUE, Integer.MAX_VALUE);
                case SMOKE -> new Size(0, 2_000, 1, 1);
            };
        }
    }

    @Override
    public String name() {
        return "sweep";
    }

    @Override
    public String question() {
        return """
                Puts of 100 bytes, SKIP_WAL, 8 threads, to a real HBase in its own process, a table of
                16 regions, emptied before each round. Each value of each setting alone, in one JVM. Then
                the fastest of them, the best values together, and the defaults of the same peer, in more
                JVMs, in turns. Medians of the JVMs.
                The other comparisons call the fastest "tuned", once its settings are in
                best-settings.properties.""";
    }

    @Override
    public Map<String, String> settings(Effort effort) {
        Size size = Size.of(effort);
        return Map.of(
                "JVMs", "1 of each value alone, " + effort.jvms() + " more of the fastest",
                "rounds of a JVM", size.warmUpRounds() + " to warm up, 1 measured, of 2 x " + size.rows() + " puts",
                "client JVM flags", Clients.JVM_FLAGS);
    }

    @Override
    public List<Row> measure(JmhSession session) {
        Size size = Size.of(session.effort());
        List<Row> rows = new ArrayList<>();
        try (RealServer server = RealServer.start(session.effort())) {
            for (Contender peer : PEERS) {
                List<SweptSetting> settings = SweptSetting.of(peer).stream()
                        .limit(size.settings())
                        .map(setting -> setting.withFirst(size.values()))
                        .toList();
                PeerSweep sweep = new PeerSweep(peer, settings);
                Map<Entrant, Series> measured = new LinkedHashMap<>();
                ToDoubleFunction<Entrant> rate = entrant ->
                        measured.computeIfAbsent(entrant, Series::new).rate().value();
                measure(server, sweep.alone(), 1, size, measured);
                List<Entrant> finalists = sweep.finalists(rate);
                measure(server, finalists, session.effort().jvms(), size, measured);
                Entrant best = PeerSweep.best(finalists, rate);
                rows.addAll(rows(measured, best));
                System.err.println(PeerSweep.label(best) + BEST + "\n" + PeerSweep.properties(best));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    private static void measure(
            RealServer server, List<Entrant> entrants, int jvms, Size size, Map<Entrant, Series> measured)
            throws IOException {
        for (int jvm = 0; jvm < jvms; jvm++) {
            for (Entrant entrant : Rotation.of(entrants, jvm)) {
                System.err.println(PeerSweep.label(entrant));
                measure(server, measured.computeIfAbsent(entrant, Series::new), size);
            }
        }
    }

    /** Measures one JVM. */
    private static void measure(RealServer server, Series series, Size size) throws IOException {
        Entrant entrant = series.entrant();
        try (Clients clients = new Clients(List.of(entrant), Pinning.none())) {
            for (int round = 0; round <= size.warmUpRounds() && !series.isFailed(); round++) {
                Order order = Order.unpaced(Stage.PUTS, server.empty(), LOAD, size.rows(), size.rows());
                Outcome outcome = clients.run(entrant, order);
                if (round == size.warmUpRounds() || outcome.error() != null) {
                    series.add(order, outcome);
                }
            }
        }
    }

    /** Returns each entrant beside the defaults, which come first; the last rows show the best. */
    static List<Row> rows(Map<Entrant, Series> measured, Entrant best) {
        List<Entrant> all = List.copyOf(measured.keySet());
        Series defaults = measured.computeIfAbsent(all.get(0), Series::new);
        List<Row> rows = new ArrayList<>();
        for (Entrant entrant : all.subList(1, all.size())) {
            rows.addAll(rows(PeerSweep.label(entrant), measured.computeIfAbsent(entrant, Series::new), defaults));
        }
        rows.addAll(rows(PeerSweep.label(best) + BEST, measured.computeIfAbsent(best, Series::new), defaults));
        return rows;
    }

    private static List<Row> rows(String label, Series swept, Series defaults) {
        return List.of(
                new Row(
                        label,
                        "puts/s",
                        Better.HIGHER,
                        List.of(named(SWEPT, swept.rate()), named(DEFAULTS, defaults.rate()))),
                new Row(
                        label,
                        "client CPU us/put",
                        Better.LOWER,
                        List.of(named(SWEPT, swept.clientCpuMicros()), named(DEFAULTS, defaults.clientCpuMicros()))));
    }

    private static Figure named(String name, Figure figure) {
        return new Figure(name, figure.value(), figure.low(), figure.high(), figure.samples());
    }

    /** Returns none, since the sweep only looks for settings. */
    @Override
    public List<Goal> goals(List<Row> rows) {
        return List.of();
    }

    @Override
    public List<Row> plotted(List<Row> rows) {
        return rows.stream().filter(row -> row.label().endsWith(BEST)).toList();
    }
}
