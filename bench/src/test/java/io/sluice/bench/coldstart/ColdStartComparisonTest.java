package io.sluice.bench.coldstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.coldstart.ColdStartMeasured.Round;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColdStartComparisonTest {
    @Test
    void rows_severalJvms_keepTheirFirstClientsApart() {
        ColdStartMeasured one = new ColdStartMeasured(List.of(new Round(900, 90, 9), new Round(100, 10, 1)));
        ColdStartMeasured other = new ColdStartMeasured(List.of(new Round(700, 70, 7), new Round(300, 30, 3)));

        List<Row> rows = ColdStartComparison.rows(Map.of(Preparation.NONE, List.of(one, other)));

        assertThat(rows.get(0).ours()).isEqualTo(new Figure(Preparation.NONE.title(), 800, 700, 900));
        assertThat(rows.get(5).ours()).isEqualTo(new Figure(Preparation.NONE.title(), 2, 1, 3));
    }
}
