package io.sluice.bench.coldstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Row;
import io.sluice.bench.writer.ColdClientsMeasured;
import io.sluice.bench.writer.ColdClientsMeasured.Round;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColdStartComparisonTest {
    @Test
    void rows_severalJvms_keepTheirFirstClientsApart() {
        ColdClientsMeasured one = new ColdClientsMeasured(List.of(new Round(900, 90, 9.0), new Round(100, 10, 1.0)));
        ColdClientsMeasured other = new ColdClientsMeasured(List.of(new Round(700, 70, 7.0), new Round(300, 30, 3.0)));

        List<Row> rows = ColdStartComparison.rows(Map.of("sluice", List.of(one, other)));

        assertThat(rows.get(0).ours()).isEqualTo(new Figure("sluice", 800, 700, 900, List.of(900.0, 700.0)));
        assertThat(rows.get(5).ours()).isEqualTo(new Figure("sluice", 2, 1, 3, List.of(1.0, 3.0)));
    }

    @Test
    void rows_clientThatDoesNotTell_isNotInTheRowOfTheFirstAcknowledgement() {
        ColdClientsMeasured silent = new ColdClientsMeasured(List.of(new Round(900, 90, null)));

        List<Row> rows = ColdStartComparison.rows(Map.of("silent", List.of(silent)));

        assertThat(rows.get(1).ours().value()).isEqualTo(90);
        assertThat(rows.get(2).figures()).isEmpty();
    }
}
