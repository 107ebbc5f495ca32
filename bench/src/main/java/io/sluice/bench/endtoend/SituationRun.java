package io.sluice.bench.endtoend;

import io.sluice.bench.run.Rotation;
import io.sluice.bench.writer.Clients;
import io.sluice.bench.writer.Entrant;
import io.sluice.bench.writer.Load;
import io.sluice.bench.writer.Order;
import io.sluice.bench.writer.Order.Stage;
import io.sluice.bench.writer.Outcome;
import io.sluice.bench.writer.Series;
import io.sluice.bench.writer.Target;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One situation for all clients, in one JVM of each: rounds in which each client has its turn, in a different order
 * each time.
 */
final class SituationRun {
    /** Divisor of a round's rows before a paced stage, which has its own warm-up. */
    private static final long PACED_PRIMING_DIVISOR = 10;

    /** Fraction of the slowest contender's unpaced rate. */
    private static final double PACE = 0.5;

    /**
     * Length of a warm-up round, based on the rate of the previous one. The compiler counts calls: with equally many
     * puts, a contender that sends large requests would be compiled last. It is not longer, since the server must hold
     * the rows.
     */
    private static final double WARM_UP_SECONDS = 3;

    private final RealServer server;
    private final Situation situation;
    private final Clients clients;
    private final Map<Entrant, Series> series = new HashMap<>();
    private final Map<Entrant, Double> warmUpRates = new HashMap<>();
    private final Map<Entrant, Double> rates = new HashMap<>();
    private int turns;

    /** @param turn number of the JVM */
    SituationRun(RealServer server, Clients clients, Situation situation, int turn) {
        this.server = server;
        this.clients = clients;
        this.situation = situation;
        turns = turn;
    }

    /** Returns the results of each client. */
    Collection<Series> run() throws IOException {
        Situation.Size size = situation.size();
        for (int i = 0; i < size.warmUpRounds(); i++) {
            // Alternates between one thread and many, which take different branches that are compiled separately.
            Load load = situation.load().withThreads(i % 2 == 0 ? Situation.MANY_THREADS : 1);
            for (Entrant entrant : nextTurns()) {
                warmUp(entrant, load);
            }
        }
        for (Entrant entrant : nextTurns()) {
            puts(entrant);
        }
        double rate = PACE * leastRate();
        for (int i = 0; i < size.pacedWarmUpRounds(); i++) {
            for (Entrant entrant : nextTurns()) {
                paced(entrant, rate, size.lingersMillis().get(0), false);
            }
        }
        for (int lingerMillis : size.lingersMillis()) {
            for (Entrant entrant : nextTurns()) {
                paced(entrant, rate, lingerMillis, true);
            }
        }
        return series.values();
    }

    private List<Entrant> nextTurns() {
        return Rotation.of(clients.entrants(), turns++);
    }

    private void warmUp(Entrant entrant, Load load) throws IOException {
        long rows = Math.max(situation.rows(), (long) (WARM_UP_SECONDS * warmUpRates.getOrDefault(entrant, 0.0)));
        Outcome outcome = give(entrant, order(load, rows), false, false);
        if (outcome.puts() != null) {
            warmUpRates.put(entrant, outcome.puts().rate());
        }
    }

    private void puts(Entrant entrant) throws IOException {
        Outcome outcome = give(entrant, order(situation.load(), situation.rows()), true, true);
        if (outcome.puts() != null) {
            rates.put(entrant, outcome.puts().rate());
        }
    }

    /** Returns an order in which, on each new connection, as many unmeasured puts come first. */
    private static Function<Target, Order> order(Load load, long rows) {
        return target -> Order.unpaced(Stage.PUTS, target, load, rows, rows);
    }

    /** The unpaced rate of the slowest contender among those that will be paced, which all of them can sustain. */
    private double leastRate() {
        return rates.entrySet().stream()
                .filter(rate -> rate.getKey().contender().canBePaced())
                .mapToDouble(Map.Entry::getValue)
                .min()
                .orElse(Double.NaN);
    }

    private void paced(Entrant entrant, double rate, int lingerMillis, boolean kept) throws IOException {
        if (!entrant.contender().canBePaced() || Double.isNaN(rate)) {
            return;
        }
        long rows = (long) (rate * situation.size().pacedSeconds());
        Function<Target, Order> order = target -> new Order(
                Stage.PACED,
                target,
                situation.load(),
                rows,
                situation.rows() / PACED_PRIMING_DIVISOR,
                rate,
                lingerMillis);
        Outcome unused = give(entrant, order, kept, false);
    }

    private Outcome give(Entrant entrant, Function<Target, Order> ordered, boolean kept, boolean counted)
            throws IOException {
        Series mine = series.computeIfAbsent(entrant, Series::new);
        if (mine.isFailed()) {
            return Outcome.failed("an earlier round failed");
        }
        Order order = ordered.apply(server.empty());
        Outcome outcome = clients.run(entrant, order);
        if (kept || outcome.error() != null) {
            mine.add(order, outcome);
        }
        if (counted && outcome.error() == null) {
            try {
                server.checkRows(order.writtenRows());
            } catch (IOException e) {
                mine.add(order, Outcome.failed(e.toString()));
            }
        }
        return outcome;
    }
}
