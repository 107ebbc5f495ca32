package io.sluice.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.BufferFullException;
import io.sluice.MutatorClosedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChaosLedgerTest {
    private static final ChaosValues VALUES = new ChaosValues(5, 1_000);
    private static final int ROWS = 8;

    private static ChaosLedger ledger(boolean ordered, int begun) {
        ChaosLedger ledger = new ChaosLedger(3, 200, ordered, VALUES);
        for (int number = 0; number < begun; number++) {
            assertThat(ledger.next()).isEqualTo(number);
            ledger.begin(number);
        }
        return ledger;
    }

    /** As {@link #ledger} with order, and all of it acknowledged. */
    private static ChaosLedger acknowledged(int begun) {
        ChaosLedger ledger = ledger(true, begun);
        IntStream.range(0, begun).forEach(number -> ledger.settled(number, null));
        return ledger;
    }

    @Test
    void count_rowsWrittenOnce_countsWhatMustNotBe() {
        ChaosLedger ledger = ledger(false, 6);
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
        assertThat(count.wrong()).isEqualTo(new ChaosLedger.Wrong(1, 1, 1, 0, 0, 1, 0));
        assertThat(count.accepted()).isEqualTo(6);
        assertThat(count.found()).isEqualTo(4);
        assertThat(ledger.missing()).singleElement().asString().contains("numbers 1 to 1");
        assertThat(ledger.wasAccepted(5)).isTrue();
        assertThat(ledger.wasAccepted(6)).isFalse();
        assertThat(new String(ledger.row(2), StandardCharsets.US_ASCII)).endsWith("-3-2");
        assertThat(ChaosLedger.writerOf(ledger.row(2))).isEqualTo(3);
        assertThat(ChaosLedger.writerOf("x".getBytes(StandardCharsets.US_ASCII)))
                .isEqualTo(-1);
    }

    @Test
    void count_handedBack_isWrongWhenAcknowledgedOrFoundThoughNotApplied() {
        ChaosLedger ledger = ledger(false, 4);
        for (int number = 0; number < 4; number++) {
            ledger.settled(number, number == 0 ? null : new MutatorClosedException("closed"));
            ledger.handedBack(number, /* maybeApplied= */ number != 1);
            ledger.found(number);
        }
        assertThat(ledger.count().wrong()).isEqualTo(new ChaosLedger.Wrong(0, 0, 1, 0, 0, 1, 0));
    }

    @Test
    void count_lastOfEachRowFound_isClean() {
        ChaosLedger ledger = acknowledged(8 * ROWS);
        IntStream.range(7 * ROWS, 8 * ROWS).forEach(ledger::found);
        assertThat(ledger.count().wrong()).isEqualTo(ChaosLedger.Wrong.NOTHING);
        assertThat(ledger.row(3)).isEqualTo(ledger.row(3 + 7 * ROWS)).isNotEqualTo(ledger.row(4));
        assertThat(ledger.row(3)).isNotEqualTo(ledger.row(3 + 8 * ROWS));
        assertThat(ledger.value(3)).isNotEqualTo(ledger.value(3 + ROWS));
    }

    @Test
    void count_earlierOneFoundInsteadOfTheLast_isReordered() {
        ChaosLedger ledger = acknowledged(2 * ROWS);
        IntStream.range(ROWS + 1, 2 * ROWS).forEach(ledger::found);
        ledger.found(0);
        assertThat(ledger.count().wrong()).isEqualTo(new ChaosLedger.Wrong(0, 0, 0, 0, 0, 0, 1));
    }

    @Test
    void count_nothingOfARowFound_isMissing() {
        ChaosLedger ledger = acknowledged(2 * ROWS);
        IntStream.range(ROWS + 1, 2 * ROWS).forEach(ledger::found);
        assertThat(ledger.count().wrong()).isEqualTo(new ChaosLedger.Wrong(1, 0, 0, 0, 0, 0, 0));
        assertThat(ledger.missing()).singleElement().asString().contains("numbers " + ROWS + " to " + ROWS);
    }

    @Test
    void count_earlierOneThatTimedOutOrFailedFound_isNotReordered() {
        ChaosLedger ledger = ledger(true, 2 * ROWS);
        ledger.settled(1, new IllegalStateException());
        IntStream.range(2, ROWS).forEach(number -> ledger.settled(number, null));
        // Number 0 was pending then.
        ledger.timedOut();
        ledger.settled(0, null);
        IntStream.range(ROWS, 2 * ROWS).forEach(number -> ledger.settled(number, null));
        IntStream.range(0, 2).forEach(ledger::found);
        IntStream.range(ROWS + 2, 2 * ROWS).forEach(ledger::found);
        assertThat(ledger.count().wrong()).isEqualTo(ChaosLedger.Wrong.NOTHING);
    }

    @Test
    void beginRows_ordered_goesOnWithRowsThatWereNotWritten() {
        ChaosLedger ledger = acknowledged(3);
        IntStream.range(0, 3).forEach(ledger::found);
        ledger.beginRows();
        int next = ledger.next();
        assertThat(IntStream.range(0, next)
                        .mapToObj(ledger::row)
                        .noneMatch(row -> Arrays.equals(row, ledger.row(next))))
                .isTrue();
        assertThat(ledger.wasAccepted(3)).isFalse();
        assertThat(ledger.pending()).isZero();
        assertThat(ledger.count()).isEqualTo(new ChaosLedger.Count(3, 3, 0, 3, ChaosLedger.Wrong.NOTHING));
        ledger.beginRows();
        assertThat(ledger.next()).isEqualTo(next);
    }

    @Test
    void range_ofRows_isInTheirOrder() {
        ChaosLedger ledger = ledger(false, 0);
        List<Integer> byRow = IntStream.range(0, 200)
                .boxed()
                .sorted((one, other) -> Arrays.compareUnsigned(ledger.row(one), ledger.row(other)))
                .map(ledger::range)
                .toList();
        assertThat(byRow).isSorted().allMatch(range -> range >= 0 && range < ChaosLedger.RANGES);
        assertThat(byRow).contains(0, ChaosLedger.RANGES - 1);
    }

    @Test
    void verdict_aboveABound_isNotClean() {
        assertThat(verdict(ChaosRun.BUFFERED_MILLIS, ChaosRun.PASSED_MILLIS, ChaosRun.USED_OVER_BYTES, 0, 1_000)
                        .isClean())
                .isTrue();
        assertThat(verdict(ChaosRun.BUFFERED_MILLIS + 1, 0, 0, 0, 0).broken()).hasSize(1);
        assertThat(verdict(0, ChaosRun.PASSED_MILLIS + 1, 0, 0, 0).broken()).hasSize(1);
        assertThat(verdict(0, 0, ChaosRun.USED_OVER_BYTES + 1, 0, 0).broken()).hasSize(1);
        assertThat(verdict(0, 0, 0, ChaosRun.UNSETTLED_OVER_BYTES + 1, 0).broken())
                .hasSize(1);
        assertThat(verdict(0, 0, 0, 0, 1_001).isClean()).isFalse();
    }

    private static ChaosRun.Verdict verdict(long buffered, long passed, long used, long unsettled, long close) {
        return new ChaosRun.Verdict(
                ChaosLedger.Count.NONE,
                0,
                0,
                0,
                new ChaosWatch.Seen((int) buffered, (int) passed, "", used, unsettled),
                new ChaosRun.Closes(1, 0, close));
    }
}
