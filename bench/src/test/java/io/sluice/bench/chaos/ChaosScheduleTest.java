package io.sluice.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.BufferFullException;
import java.nio.charset.StandardCharsets;
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

    @Test
    void ledger_countsWhatMustNotBe() {
        ChaosLedger ledger = new ChaosLedger(3, 10);
        for (int number = 0; number < 6; number++) {
            assertThat(ledger.next()).isEqualTo(number);
            ledger.accepted(number);
        }
        ledger.settled(0, null);
        ledger.found(0);
        ledger.settled(1, null);
        ledger.settled(2, null);
        ledger.settled(2, new IllegalStateException());
        ledger.found(2);
        ledger.settled(3, new IllegalStateException());
        ledger.found(4);
        ledger.settled(5, new BufferFullException("no room"));
        ledger.found(5);
        ChaosLedger.Count count = ledger.count();
        assertThat(count.wrong()).isEqualTo(new ChaosLedger.Wrong(1, 1, 1, 0, 0, 1));
        assertThat(count.accepted()).isEqualTo(6);
        assertThat(count.found()).isEqualTo(4);
        assertThat(ledger.wasAccepted(5)).isTrue();
        assertThat(ledger.wasAccepted(6)).isFalse();
        assertThat(new String(ledger.row(2), StandardCharsets.US_ASCII)).endsWith("-3-2");
    }
}
