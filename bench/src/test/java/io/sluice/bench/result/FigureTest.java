package io.sluice.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTest {
    @Test
    void median_oddCount_isTheOneInTheMiddle() {
        assertThat(Figure.median("peer", List.of(9.0, 1.0, 2.0)))
                .isEqualTo(new Figure("peer", 2, 1, 9, List.of(9.0, 1.0, 2.0)));
    }

    @Test
    void median_evenCount_isBetweenTheTwoInTheMiddle() {
        assertThat(Figure.median("peer", List.of(9.0, 1.0, 2.0, 4.0)))
                .isEqualTo(new Figure("peer", 3, 1, 9, List.of(9.0, 1.0, 2.0, 4.0)));
    }

    @Test
    void median_nothingMeasured_isFailed() {
        assertThat(Figure.median("peer", List.of())).isEqualTo(Figure.failed("peer"));
        assertThat(Figure.failed("peer").value()).isNaN();
    }

    @Test
    void rangeWithoutItsSamples_isRefused() {
        assertThat(new Figure("peer", 2, 2, 2, List.of()).value()).isEqualTo(2);
        assertThatThrownBy(() -> new Figure("peer", 2, 1, 9, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'peer' has no samples between 1.0 and 9.0");
    }
}
