package io.sluice.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockTest {

    @Test
    void nanosOf_durationThatFits_isExact() {
        assertThat(Clock.nanosOf(Duration.ofMillis(3))).isEqualTo(3_000_000);
        assertThat(Clock.nanosOf(Duration.ZERO)).isZero();
        assertThat(Clock.nanosOf(Clock.LONGEST.minusNanos(1))).isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void nanosOf_durationTooLong_isTheLongest() {
        assertThat(Clock.nanosOf(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
    }
}
