package io.sluice.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.bench.result.Better;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.Effort;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndToEndComparisonTest {
    private static Row row(String unit, double ours, double hbase, double asynchbase) {
        return row("SKIP_WAL, 100 bytes, 1 thread", unit, ours, hbase, asynchbase);
    }

    private static Row row(String label, String unit, double ours, double hbase, double asynchbase) {
        return new Row(
                label,
                unit,
                unit.equals("puts/s") ? Better.HIGHER : Better.LOWER,
                List.of(figure("sluice", ours), figure("hbase-client async", hbase), figure("asynchbase", asynchbase)));
    }

    private static Figure figure(String contender, double value) {
        return Figure.median(contender, List.of(value));
    }

    private static List<Goal> goals(Row row) {
        return new EndToEndComparison().goals(List.of(row));
    }

    @Test
    void goals_rate_isJudgedBesideTheBestPeer() {
        assertThat(goals(row("puts/s", 150, 80, 100)))
                .containsExactly(
                        new Goal("SKIP_WAL, 100 bytes, 1 thread, puts/s", "at least 1.5 x asynchbase", 1.5, true));
        assertThat(goals(row("puts/s", 150, 101, Double.NaN)))
                .extracting(Goal::text, Goal::met)
                .containsExactly(tuple("at least 1.5 x hbase-client async", false));
    }

    @Test
    void goals_cpuAndBytes_areJudgedBesideBoth() {
        assertThat(goals(row("client CPU us/put", 1, 10, 2.9)))
                .extracting(Goal::met)
                .containsExactly(true, false);
        assertThat(goals(row("bytes/put", 100, 999, 400))).extracting(Goal::met).containsExactly(false, true);
    }

    @Test
    void goals_largeValues_areForTheRateAndTheCpuBesideAsynchbase() {
        for (String bytes : List.of("1000", "10000")) {
            String label = "SKIP_WAL, " + bytes + " bytes, 8 threads";
            assertThat(goals(row(label, "bytes/put", 100, 999, 400))).isEmpty();
            assertThat(goals(row(label, "puts/s", 2, 1, 1))).hasSize(1);
            assertThat(goals(row(label, "client CPU us/put", 1, 1, 2)))
                    .extracting(Goal::text, Goal::met)
                    .containsExactly(tuple("at least 2 x asynchbase", true));
        }
    }

    @Test
    void situations_full_areEightAndTwoOfTheLargestValues() {
        assertThat(Situation.all(Effort.FULL))
                .extracting(Situation::label)
                .doesNotHaveDuplicates()
                .hasSize(10)
                .contains("SKIP_WAL, 100 bytes, 1 thread", "default durability, 1000 bytes, 8 threads")
                .endsWith("SKIP_WAL, 10000 bytes, 1 thread", "SKIP_WAL, 10000 bytes, 8 threads");
    }

    @Test
    void situations_full_writeFewerPutsTheLargerTheyAre() {
        assertThat(Situation.all(Effort.FULL))
                .extracting(situation -> situation.load().valueBytes(), Situation::rows)
                .contains(tuple(100, 500_000L), tuple(1_000, 250_000L), tuple(10_000, 50_000L));
    }

    @Test
    void situations_full_arePacedExceptForTheLargestValues() {
        assertThat(Situation.all(Effort.FULL))
                .allSatisfy(
                        situation -> assertThat(situation.size().lingersMillis().isEmpty())
                                .isEqualTo(situation.load().valueBytes() == 10_000));
    }

    @Test
    void goals_severalFormsOfHBase_areJudgedBesideTheCheapest() {
        Row row = new Row(
                "SKIP_WAL, 100 bytes, 8 threads",
                "client CPU us/put",
                Better.LOWER,
                List.of(
                        figure("sluice", 1),
                        figure("hbase-client async", 20),
                        figure("hbase-client async, tuned", 15),
                        figure("hbase-client sync", 8),
                        figure("asynchbase", 3),
                        figure("asynchbase, tuned", Double.NaN)));

        assertThat(goals(row))
                .extracting(Goal::text, Goal::met)
                .containsExactly(
                        tuple("at least 10 x hbase-client sync", false), tuple("at least 3 x asynchbase", true));
    }

    @Test
    void goals_floor_isNoPeer() {
        Row row = new Row(
                "SKIP_WAL, 100 bytes, 8 threads",
                "puts/s",
                Better.HIGHER,
                List.of(figure("sluice", 130), figure("asynchbase", 100), figure("floor", 140)));

        assertThat(goals(row))
                .extracting(Goal::text, Goal::actual)
                .containsExactly(tuple("at least 1.5 x asynchbase (floor: 1.4)", 1.3));
    }
}
