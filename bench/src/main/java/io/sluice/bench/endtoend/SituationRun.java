package io.sluice.bench.endtoend;

import io.sluice.bench.writer.Clients;
import io.sluice.bench.writer.Contender;
import io.sluice.bench.writer.Load;
import io.sluice.bench.writer.Order;
import io.sluice.bench.writer.Order.Stage;
import io.sluice.bench.writer.Outcome;
import io.sluice.bench.writer.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** One situation for all contenders: rounds in which each has its turn, the order changing from round to round. */
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
    private final Map<Contender, Series> series = new EnumMap<>(Contender.class);
    private final Map<Contender, Double> warmUpRates = new EnumMap<>(Contender.class);
    private int turns;

    SituationRun(RealServer server, Clients clients, Situation situation) {
        this.server = server;
        this.clients = clients;
        this.situation = situation;
        clients.contenders().forEach(contender -> series.put(contender, new Series(contender)));
    }

    /** The results, in the order of the contenders. */
    List<Series> run() throws IOException {
        Situation.Size size = situation.size();
        for (int i = 0; i < size.warmUpRounds(); i++) {
            // Alternates between one thread and many, which take different branches that are compiled separately.
            Load load = situation.load().withThreads(i % 2 == 0 ? Situation.MANY_THREADS : 1);
            for (Contender contender : nextTurns()) {
                warmUp(contender, load);
            }
        }
        for (int i = 0; i < size.rounds(); i++) {
            for (Contender contender : nextTurns()) {
                puts(contender, i == size.rounds() - 1);
            }
        }
        double rate = PACE * leastRate();
        for (int i = 0; i < size.pacedWarmUpRounds() + size.pacedRounds(); i++) {
            for (Contender contender : nextTurns()) {
                paced(contender, rate, i >= size.pacedWarmUpRounds());
            }
        }
        return List.copyOf(series.values());
    }

    /** A different contender begins each time, so that a server that gets slower or faster favours none. */
    private List<Contender> nextTurns() {
        List<Contender> all = clients.contenders();
        int first = turns++ % all.size();
        List<Contender> rotated = new ArrayList<>(all.subList(first, all.size()));
        rotated.addAll(all.subList(0, first));
        return rotated;
    }

    private void warmUp(Contender contender, Load load) throws IOException {
        long rows = Math.max(situation.rows(), (long) (WARM_UP_SECONDS * warmUpRates.getOrDefault(contender, 0.0)));
        Outcome outcome = give(contender, order(load, rows), false, false);
        if (outcome.puts() != null) {
            warmUpRates.put(contender, outcome.puts().rate());
        }
    }

    private void puts(Contender contender, boolean counted) throws IOException {
        Outcome unused = give(contender, order(situation.load(), situation.rows()), true, counted);
    }

    /** On each new connection as many unmeasured puts come first. */
    private Order order(Load load, long rows) {
        return new Order(Stage.PUTS, server.target(), load, rows, rows, 0);
    }

    /** The rate of the slowest contender without a pace, among those that will be paced: all can hold it. */
    private double leastRate() {
        return clients.contenders().stream()
                .filter(Contender::tellsWhenAcknowledged)
                .mapToDouble(contender -> series(contender).rate().value())
                .filter(rate -> !Double.isNaN(rate))
                .min()
                .orElse(Double.NaN);
    }

    private void paced(Contender contender, double rate, boolean kept) throws IOException {
        if (!contender.tellsWhenAcknowledged() || Double.isNaN(rate)) {
            return;
        }
        long rows = (long) (rate * situation.size().pacedSeconds());
        Order order = new Order(
                Stage.PACED, server.target(), situation.load(), rows, situation.rows() / PACED_PRIMING_DIVISOR, rate);
        Outcome unused = give(contender, order, kept, false);
    }

    private Series series(Contender contender) {
        return series.computeIfAbsent(contender, Series::new);
    }

    private Outcome give(Contender contender, Order order, boolean kept, boolean counted) throws IOException {
        Series mine = series(contender);
        if (mine.isFailed()) {
            return Outcome.failed("an earlier round failed");
        }
        server.empty();
        Outcome outcome = clients.run(contender, order);
        if (kept || outcome.error() != null) {
            mine.add(order, outcome);
        }
        if (counted && outcome.error() == null) {
            try {
                server.checkRows(order.writtenRows());
            } catch (IOException e) {
                mine.fail(e.toString());
            }
        }
        return outcome;
    }
}
