package io.sluice.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class FigureTest {
    @Test
    void median_oddCount_isTheOneInTheMiddle() {
        assertThat(Figure.median("peer", DoubleStream.of(9, 1, 2))).isEqualTo(new Figure("peer", 2, 1, 9));
    }

    @Test
    void median_evenCount_isBetweenTheTwoInTheMiddle() {
        assertThat(Figure.median("peer", DoubleStream.of(9, 1, 2, 4))).isEqualTo(new Figure("peer", 3, 1, 9));
    }

    @Test
    void median_nothingMeasured_isFailed() {
        assertThat(Figure.median("peer", DoubleStream.empty())).isEqualTo(Figure.failed("peer"));
        assertThat(Figure.failed("peer").value()).isNaN();
    }
}
