package io.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.endtoend.EndToEndComparison;
import io.sluice.bench.firstmillion.FirstMillionComparison;
import io.sluice.bench.manyservers.ManyServersComparison;
import io.sluice.bench.metrics.MetricsComparison;
import io.sluice.bench.nullserver.NullServerComparison;
import io.sluice.bench.outage.OutageComparison;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.Samples;
import io.sluice.bench.sweep.SweepComparison;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Runs comparisons of several processes with few puts: that every contender gives figures, not which. Those that take most of
 * a minute run with {@code -Pthorough} only.
 */
class ComparisonSmokeIT {
    private static final String LONG_FORM = "long-form";
    private static final String THOROUGH = "sluice.thorough";

    @Test
    @Tag(LONG_FORM)
    @EnabledIfSystemProperty(named = THOROUGH, matches = "true")
    void endToEnd_fewPuts_everyContenderGivesFigures() {
        assertGivesFigures(new EndToEndComparison());
    }

    @Test
    @Tag(LONG_FORM)
    @EnabledIfSystemProperty(named = THOROUGH, matches = "true")
    void firstMillion_fewPuts_everyContenderGivesFigures() {
        assertGivesFigures(new FirstMillionComparison());
    }

    @Test
    void nullServer_fewPuts_everyContenderGivesFigures() {
        assertGivesFigures(new NullServerComparison());
    }

    @Test
    void metrics_boundAndUnbound_giveFigures() {
        assertGivesFigures(new MetricsComparison());
    }

    @Test
    @Tag(LONG_FORM)
    @EnabledIfSystemProperty(named = THOROUGH, matches = "true")
    void outage_shortSilence_bothClientsGiveFigures() {
        assertGivesFigures(new OutageComparison());
    }

    @Test
    void manyServers_tenOfWhichOneDies_bothClientsGiveFigures() {
        assertGivesFigures(new ManyServersComparison());
    }

    @Test
    @Tag(LONG_FORM)
    @EnabledIfSystemProperty(named = THOROUGH, matches = "true")
    void sweep_oneValueOfOneSettingOfEachPeer_givesFigures() {
        assertThat(figuresOf(new SweepComparison())).isNotEmpty();
    }

    private static void assertGivesFigures(Comparison comparison) {
        assertThat(comparison.goals(figuresOf(comparison))).isNotEmpty();
    }

    private static List<Row> figuresOf(Comparison comparison) {
        List<Row> rows = comparison.measure(new JmhSession(Effort.SMOKE, Samples.notKept()));
        assertThat(rows).isNotEmpty();
        assertThat(rows)
                .flatExtracting(Row::figures)
                .as("not a number stands for a failed run")
                .noneMatch(figure -> Double.isNaN(figure.value()));
        return rows;
    }
}
