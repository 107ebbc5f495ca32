package io.sluice.bench.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.warmup.WarmUpMeasured.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WarmUpComparisonTest {
    private static final Round EVEN = new Round(105, 101.0, 2, 3);

    private static List<Goal> goals(Round... rounds) {
        Map<WarmUpContender, List<Round>> measured = Map.of(WarmUpContender.SLUICE, List.of(rounds));
        List<Row> rows = new ArrayList<>();
        for (int connections : new int[] {10, 100}) {
            rows.addAll(WarmUpComparison.rows(connections, false, measured));
            rows.addAll(WarmUpComparison.rows(connections, true, measured));
        }
        return new WarmUpComparison().goals(rows);
    }

    @Test
    void goals_oneConnectAndEvenLoops_areMet() {
        assertThat(goals(EVEN, EVEN)).hasSize(10).allMatch(Goal::met);
    }

    @Test
    void goals_oneRoundUneven_missesEvenness() {
        assertThat(goals(EVEN, EVEN, new Round(105, 101.0, 1, 3)))
                .filteredOn(goal -> !goal.met())
                .hasSize(4)
                .allMatch(goal -> goal.row().endsWith("most on a loop"));
    }

    @Test
    void goals_waiterNeverServed_missThat() {
        assertThat(goals(new Round(105, null, 2, 3)))
                .filteredOn(goal -> !goal.met())
                .hasSize(4)
                .allMatch(goal -> goal.row().endsWith("first one served"));
    }

    @Test
    void goals_oneAfterTheOther_missTheTime() {
        assertThat(goals(new Round(1_005, 101.0, 2, 3)))
                .filteredOn(goal -> !goal.met())
                .extracting(Goal::row)
                .containsExactly("10 connections, warm-up, all open", "100 connections, warm-up, all open");
    }
}
