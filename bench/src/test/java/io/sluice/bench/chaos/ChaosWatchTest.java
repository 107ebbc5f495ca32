package io.sluice.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Ordering;
import io.sluice.TableName;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChaosWatchTest {
    private static final TableName TABLE = TableName.valueOf("t");

    private final ChaosSlot slot = new ChaosSlot(0, TABLE, Ordering.NONE, /* ownExecutor= */ false);
    private final ChaosSlot other = new ChaosSlot(1, TABLE, Ordering.PER_ROW, /* ownExecutor= */ false);
    private final ChaosWatch watch = new ChaosWatch(List.of(slot, other), 2);
    private final ChaosLedger ledger = new ChaosLedger(0, 10, /* ordered= */ false, new ChaosValues(1, 10));

    /** A mutation is accepted after 2 s, and another one of its range, by another mutator of the table, after 9 s. */
    private void begin() {
        slot.add(ledger);
        ledger.begin(0);
        ledger.accepted(0, 2_000);
        watch.acknowledged(other, ledger.range(0), 9_000);
        watch.scan(9_100);
    }

    @Test
    void scan_pendingWhileALaterOneOfItsRangeWasAcknowledged_saysByHowMuchLater() {
        begin();
        assertThat(watch.seen().passedMillis())
                .as("no news yet of what may explain it")
                .isZero();
        watch.scan(10_200);
        assertThat(watch.seen().passedMillis()).isEqualTo(7_000);
        assertThat(watch.seen().passed()).contains("number 0");
    }

    @Test
    void scan_retriedMeanwhile_countsFromTheRetryOn() {
        begin();
        slot.calmFrom(8_500);
        watch.scan(10_200);
        assertThat(watch.seen().passedMillis()).isEqualTo(500);
    }

    @Test
    void scan_settledMeanwhile_isNotCounted() {
        begin();
        ledger.settled(0, null);
        watch.scan(10_200);
        assertThat(watch.seen().passedMillis()).isZero();
    }

    @Test
    void scan_onlyOtherRangesAcknowledged_isNotCounted() {
        slot.add(ledger);
        ledger.begin(0);
        ledger.accepted(0, 2_000);
        watch.acknowledged(other, (ledger.range(0) + 1) % ChaosLedger.RANGES, 9_000);
        watch.scan(9_100);
        watch.scan(10_200);
        assertThat(watch.seen().passedMillis()).isZero();
    }
}
