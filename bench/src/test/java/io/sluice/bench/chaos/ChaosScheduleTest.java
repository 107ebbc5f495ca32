package io.sluice.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChaosScheduleTest {

    @Test
    void schedule_sameSeed_isTheSame() {
        ChaosSchedule schedule = ChaosSchedule.of(17, Duration.ofMinutes(5));
        assertThat(ChaosSchedule.of(17, Duration.ofMinutes(5))).isEqualTo(schedule);
        assertThat(ChaosSchedule.of(18, Duration.ofMinutes(5))).isNotEqualTo(schedule);
    }

    @Test
    void schedule_longEnough_hasEverything() {
        Set<ChaosAction> actions = EnumSet.noneOf(ChaosAction.class);
        ChaosSchedule.of(1, Duration.ofMinutes(30)).steps().forEach(step -> actions.add(step.action()));
        assertThat(actions).containsExactlyInAnyOrder(ChaosAction.values());
    }

    @Test
    void duration_isReadWithItsUnit() {
        assertThat(Chaos.parse("90s")).isEqualTo(Duration.ofSeconds(90));
        assertThat(Chaos.parse("30m")).isEqualTo(Duration.ofMinutes(30));
        assertThatIllegalArgumentException().isThrownBy(() -> Chaos.parse("30")).withMessageContaining("30");
    }
}
