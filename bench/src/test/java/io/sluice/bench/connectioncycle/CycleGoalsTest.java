package io.sluice.bench.connectioncycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.connectioncycle.CycleContender.Guarantee;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CycleGoalsTest {
    private static final double FAIR_CALLS = 100;
    private static final double UNFAIR_CALLS = 4_000;
    private static final double FAIR_LONGEST = 50;

    private static CycleMeasured measured(double calls, int withoutTurn, double longest) {
        return new CycleMeasured(
                List.of(calls - 10, calls + 10), 0, 5, 9, withoutTurn, List.of(1.0, 2.0, 3.0, 4.0, longest));
    }

    private static Map<CycleContender, List<CycleMeasured>> peersAnd(CycleMeasured ours) {
        Map<CycleContender, List<CycleMeasured>> all = new EnumMap<>(CycleContender.class);
        for (CycleContender contender : CycleContender.values()) {
            boolean fair = contender.guarantee() == Guarantee.NOBODY_STARVES;
            all.put(contender, List.of(measured(fair ? FAIR_CALLS : UNFAIR_CALLS, 0, FAIR_LONGEST)));
        }
        CycleContender.ours().forEach(contender -> all.put(contender, List.of(ours)));
        return all;
    }

    private static List<Goal> goals(CycleMeasured ours) {
        List<Row> rows = new ArrayList<>();
        for (CycleCase situation : CycleCase.values()) {
            rows.addAll(CycleRow.of(situation, peersAnd(ours)));
        }
        return new CycleGoals(rows).all();
    }

    private static List<String> missed(CycleMeasured ours) {
        return goals(ours).stream()
                .filter(goal -> !goal.met())
                .map(goal -> goal.row() + ": " + goal.text())
                .toList();
    }

    @Test
    void all_asFastAsTheBestAndFair_areMet() {
        assertThat(goals(measured(UNFAIR_CALLS, 0, 2 * FAIR_LONGEST)))
                .hasSize(18)
                .allMatch(Goal::met);
    }

    @Test
    void all_slowerThanUnfairPeers_missThoseOfTheUnfairPolicy() {
        assertThat(missed(measured(UNFAIR_CALLS * 0.9, 0, FAIR_LONGEST)))
                .hasSize(4)
                .allMatch(missed -> missed.contains("sluice (unfair)") && missed.contains("promises no turn"));
    }

    @Test
    void all_longWaitAndStarvation_missTheirGoals() {
        assertThat(missed(measured(UNFAIR_CALLS, 1, 2.1 * FAIR_LONGEST)))
                .containsExactly(
                        "(1000,250) check-out, longest: at most 100 us",
                        "(1000,250) threads without a call: at most 0 threads");
    }

    @Test
    void all_lessThan20TimesTheFairSemaphore_missesThat() {
        assertThat(missed(measured(19 * FAIR_CALLS, 0, FAIR_LONGEST)))
                .contains("(1000,250) calls of all threads: at least 20 x fair semaphore");
    }

    @Test
    void best_peerThatFailed_isNotConsidered() {
        Map<CycleContender, List<CycleMeasured>> all = peersAnd(measured(1, 0, 1));
        all.remove(CycleContender.REACTOR);
        all.put(CycleContender.MONGODB_FAIR, List.of(measured(FAIR_CALLS + 1, 0, 1)));
        Row calls = CycleRow.of(CycleCase.FEW, all).get(0);
        assertThat(CycleGoals.best(calls, Guarantee.NOBODY_STARVES)).isEqualTo("mongodb (fair)");
        assertThat(calls.of("reactor-pool").value()).isNaN();
    }

    @Test
    void rows_severalJvms_areMediansWithTheSamples() {
        List<CycleMeasured> jvms = List.of(measured(100, 0, 1), measured(300, 2, 1), measured(200, 1, 1));

        List<Row> rows = CycleRow.of(CycleCase.FEW, Map.of(CycleContender.SLUICE, jvms));

        assertThat(rows.get(0).ours()).isEqualTo(new Figure("sluice", 200, 100, 300, List.of(100.0, 300.0, 200.0)));
        assertThat(rows.get(0).of("HikariCP").value()).isNaN();
    }
}
