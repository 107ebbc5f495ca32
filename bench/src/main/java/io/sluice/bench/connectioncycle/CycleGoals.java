package io.sluice.bench.connectioncycle;

import io.sluice.bench.connectioncycle.CycleContender.Guarantee;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The goals for the rows of all cases. */
final class CycleGoals {
    private static final double OF_UNFAIR_SEMAPHORE = 0.8;
    private static final double TIMES_FAIR_SEMAPHORE = 20;
    private static final double LONGEST_OF_FAIR_SEMAPHORE = 2;

    /** Less than one object of the smallest size in a thousand calls, which the JVM itself occasionally allocates. */
    private static final double NO_BYTES = 0.016;

    private final List<Row> rows;

    CycleGoals(List<Row> rows) {
        this.rows = rows;
    }

    List<Goal> all() {
        List<Goal> goals = new ArrayList<>();
        for (CycleCase situation : CycleCase.values()) {
            Row calls = row(situation, CycleRow.THROUGHPUT);
            for (CycleContender ours : CycleContender.ours()) {
                goals.add(times(calls, ours, 1, best(calls, ours.guarantee())));
            }
        }
        for (CycleCase situation : List.of(CycleCase.FEW, CycleCase.ALONE)) {
            Row calls = row(situation, CycleRow.THROUGHPUT);
            goals.add(Goal.times(calls, OF_UNFAIR_SEMAPHORE, CycleContender.SEMAPHORE_UNFAIR.title()));
        }
        goals.add(Goal.times(
                row(CycleCase.CONTENDED, CycleRow.THROUGHPUT),
                TIMES_FAIR_SEMAPHORE,
                CycleContender.SEMAPHORE_FAIR.title()));
        Row longest = row(CycleCase.CONTENDED, CycleRow.what(Latency.MAX));
        goals.add(Goal.atMost(
                longest,
                LONGEST_OF_FAIR_SEMAPHORE
                        * longest.of(CycleContender.SEMAPHORE_FAIR.title()).value()));
        goals.add(Goal.atMost(row(CycleCase.CONTENDED, CycleRow.WITHOUT_TURN), 0));
        goals.add(Goal.atMost(row(CycleCase.ALONE, CycleRow.BYTES), NO_BYTES));
        return goals;
    }

    /** The fastest peer with the same guarantee; a failed one does not count. */
    static String best(Row calls, Guarantee guarantee) {
        return Arrays.stream(CycleContender.values())
                .filter(peer -> !CycleContender.ours().contains(peer) && peer.guarantee() == guarantee)
                .map(peer -> calls.of(peer.title()))
                .filter(figure -> !Double.isNaN(figure.value()))
                .max(Comparator.comparingDouble(Figure::value))
                .map(Figure::contender)
                .orElse(CycleContender.SEMAPHORE_FAIR.title());
    }

    private static Goal times(Row calls, CycleContender ours, double factor, String peer) {
        double actual = calls.of(ours.title()).value() / calls.of(peer).value();
        String label = calls.label() + ", " + ours.title();
        Goal goal = new Goal(
                label,
                "at least 1 x " + peer + ", the best that " + ours.guarantee().text(),
                actual,
                actual >= factor);
        // What turns alone cost: a change of threads for each.
        return ours == CycleContender.SLUICE_FAIR
                ? goal.withFloor(calls.ratio(CycleContender.SEMAPHORE_FAIR.title(), peer))
                : goal;
    }

    private Row row(CycleCase situation, String what) {
        String label = CycleRow.label(situation, what);
        return rows.stream()
                .filter(row -> row.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no row '" + label + "'"));
    }
}
