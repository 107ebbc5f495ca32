package io.sluice.bench.manyservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.bench.manyservers.ManyMeasured.Loss;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LossMeterTest {
    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void result_putsBeforeAndAfter_areTakenApart() {
        LossMeter meter = new LossMeter(millis(1_000));
        meter.acknowledged(0, false, millis(900));
        for (int i = 0; i < 100; i++) {
            meter.acknowledged(millis(1_000), false, millis(1_010));
        }
        meter.acknowledged(millis(1_000), true, millis(1_010));
        meter.died(millis(2_000));
        for (int i = 0; i < 40; i++) {
            meter.acknowledged(millis(2_480), false, millis(2_500));
        }
        for (int i = 0; i < 95; i++) {
            meter.acknowledged(millis(3_470), false, millis(3_500));
        }
        meter.acknowledged(millis(4_970), false, millis(5_000));
        meter.acknowledged(millis(2_000), true, millis(3_200));

        Loss loss = meter.result();

        assertThat(loss.p99MillisBefore()).isCloseTo(10, within(0.1));
        assertThat(loss.p99MillisSurvivors()).isCloseTo(30, within(0.1));
        assertThat(loss.p99MillisLost()).isCloseTo(1_200, within(2.0));
        assertThat(loss.percentFirstSecond()).isEqualTo(40);
        assertThat(loss.percentSecondSecond()).isEqualTo(95);
    }
}
