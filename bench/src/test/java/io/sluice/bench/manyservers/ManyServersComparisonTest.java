package io.sluice.bench.manyservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.bench.manyservers.ManyMeasured.Loss;
import io.sluice.bench.manyservers.ManyMeasured.Mutators;
import io.sluice.bench.manyservers.ManyMeasured.Round;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ManyServersComparisonTest {
    private static ManyMeasured jvm(double kibibytes, int threads, double cpuMicros, @Nullable Loss loss) {
        return new ManyMeasured(
                100,
                60,
                50,
                kibibytes * 1_024,
                1,
                threads,
                3,
                new Mutators(500, 900, 0, 4),
                List.of(new Round(1_000, cpuMicros - 1), new Round(3_000, cpuMicros + 1)),
                loss);
    }

    private static Loss loss(double percent) {
        return new Loss(100, 110, 1_200, 50, percent);
    }

    private static List<Row> rows(ManyMeasured one, ManyMeasured ten, List<ManyMeasured> thousand) {
        return ManyServersComparison.rows(new TreeMap<>(Map.of(
                1, Map.of(ManyContender.SLUICE, List.of(one)),
                10, Map.of(ManyContender.SLUICE, List.of(ten)),
                1_000, Map.of(ManyContender.SLUICE, thousand))));
    }

    @Test
    void goals_largestSize_areJudgedBesideTen() {
        List<Row> rows = rows(
                jvm(10, 9, 1, null),
                jvm(10, 9, 2, loss(99)),
                List.of(jvm(64, 9, 4, loss(90)), jvm(64, 9, 4, loss(90))));

        assertThat(new ManyServersComparison().goals(rows))
                .extracting(Goal::row, Goal::actual, Goal::met)
                .containsExactly(
                        tuple("1,000 servers", 64.0, true),
                        tuple("1,000 servers", 1.0, true),
                        tuple("1,000 servers", 1.0, true),
                        tuple("1,000 servers", 0.0, true),
                        tuple("1,000 servers", 2.0, true),
                        tuple("1,000 servers", 90.0, true));
    }

    @Test
    void goals_moreThanAllowed_areMissed() {
        List<Row> rows = rows(jvm(10, 9, 1, null), jvm(10, 9, 2, loss(99)), List.of(jvm(65, 10, 4.1, loss(89))));

        assertThat(new ManyServersComparison().goals(rows))
                .extracting(Goal::met)
                .containsExactly(false, true, false, true, false, false);
    }

    @Test
    void rows_severalJvms_areMediansAndKeepTheSamples() {
        List<Row> rows = rows(
                jvm(10, 9, 1, null),
                jvm(10, 9, 2, loss(99)),
                List.of(jvm(1, 9, 3, loss(99)), jvm(3, 9, 7, loss(99)), jvm(2, 9, 5, loss(99))));

        assertThat(rows.stream().map(row -> row.label() + row.unit())).doesNotHaveDuplicates();
        assertThat(rows.stream()
                        .filter(row -> row.label().equals("1,000 servers")
                                && row.unit().contains("CPU a put")))
                .singleElement()
                .extracting(Row::ours)
                .isEqualTo(new Figure("sluice", 5, 3, 7, List.of(3.0, 7.0, 5.0)));
        assertThat(rows.stream().filter(row -> row.label().equals("1 server")))
                .as("none of its servers dies")
                .noneMatch(row -> row.unit().contains("die"));
    }

    @Test
    void rows_contenderThatFailed_meetsNoGoal() {
        List<Row> rows = rows(jvm(10, 9, 1, null), jvm(10, 9, 2, loss(99)), List.of());

        assertThat(new ManyServersComparison().goals(rows))
                .extracting(Goal::met)
                .containsOnly(false);
    }
}
