package io.sluice.bench.outage;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.writer.Rows;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutageComparisonTest {
    private static final String OURS = OutageContender.SLUICE.title();
    private static final String PEER = OutageContender.HBASE_ASYNC.title();
    private static final OutageSituation BOUND = new OutageSituation(true, OutageDriver.FUTURES, 8, 100);
    private static final OutageSituation RANDOM = new OutageSituation(false, OutageDriver.FUTURES, 8, 100);

    private static List<Row> rows(OutageSituation situation, List<OutageMeasured> ours, List<OutageMeasured> peers) {
        return OutageComparison.rows(
                Map.of(situation, Map.of(OutageContender.SLUICE, ours, OutageContender.HBASE_ASYNC, peers)));
    }

    private static Row row(List<Row> rows, String unit) {
        return rows.stream().filter(row -> row.unit().equals(unit)).findFirst().orElseThrow();
    }

    @Test
    void rows_severalRounds_leastSecondIsOfTheRateOfItsOwnRound() {
        List<OutageMeasured> twoRounds = List.of(
                new OutageMeasured(List.of(), List.of(90.0, 110.0), List.of(80.0, 120.0)),
                new OutageMeasured(List.of(), List.of(1_000.0), List.of(900.0, 700.0)));
        List<Row> rows =
                rows(BOUND, twoRounds, List.of(new OutageMeasured(List.of(), List.of(50.0), List.of(0.0, 10.0))));

        assertThat(row(rows, OutageComparison.LEAST).of(OURS))
                .isEqualTo(new Figure(OURS, 70, 70, 120, List.of(80.0, 120.0, 90.0, 70.0)));
        assertThat(row(rows, OutageComparison.LEAST).of(PEER).value()).isZero();
        assertThat(row(rows, OutageComparison.BEFORE).of(OURS))
                .isEqualTo(new Figure(OURS, 400, 90, 1_000, List.of(90.0, 110.0, 1_000.0)));
        assertThat(row(rows, OutageComparison.SILENCE).of(PEER).samples()).containsExactly(0.0, 10.0);
    }

    @Test
    void goals_threadsWithAServerEach_areAskedOfBothClients() {
        List<OutageMeasured> kept = List.of(new OutageMeasured(List.of(), List.of(100.0), List.of(99.0, 70.0)));
        List<OutageMeasured> lost = List.of(new OutageMeasured(List.of(), List.of(100.0), List.of(99.0, 69.0)));

        assertThat(new OutageComparison().goals(rows(BOUND, kept, lost)))
                .extracting(Goal::text, Goal::met)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(OURS + " at least 70 % of before, least second", true),
                        org.assertj.core.groups.Tuple.tuple(PEER + " at least 70 % of before, least second", false));
        assertThat(new OutageComparison().goals(rows(RANDOM, kept, lost))).isEmpty();
    }

    @Test
    void rows_aRoundThatFailed_hasNoFigureAndMeetsNoGoal() {
        List<OutageMeasured> failed =
                List.of(new OutageMeasured(List.of(), List.of(100.0), List.of(100.0)), OutageMeasured.FAILED);
        List<Row> rows = rows(BOUND, failed, failed);

        assertThat(rows).flatExtracting(Row::figures).allMatch(figure -> Double.isNaN(figure.value()));
        assertThat(new OutageComparison().goals(rows)).extracting(Goal::met).containsOnly(false);
    }

    @Test
    void situations_ofEveryEffort_haveLabelsOfTheirOwn() {
        for (var effort : io.sluice.bench.run.Effort.values()) {
            assertThat(OutageSituation.all(effort))
                    .extracting(OutageSituation::label)
                    .doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void row_ofAServer_isInOneOfItsRegions(int server) {
        SplittableRandom random = new SplittableRandom(7);
        Set<Integer> regions = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            byte[] row = OutageWriter.row(random, server);
            // Regions begin at the split keys; the first one before them.
            int region = (int) Rows.splitKeys().stream()
                    .filter(key -> Arrays.compareUnsigned(key, row) <= 0)
                    .count();
            assertThat(region % OutageSituation.SERVERS).isEqualTo(server);
            regions.add(region);
        }
        assertThat(regions).hasSize(Rows.REGIONS / OutageSituation.SERVERS);
    }
}
