package io.sluice.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.examples.Summary.Ending;
import io.sluice.loader.write.FailureCounts;
import io.sluice.loader.write.FailureCounts.Count;
import io.sluice.loader.write.ProgressLine.Moment;
import io.sluice.loader.write.Tally;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final Ending DONE = new Ending(Summary.OK, "done");
    private static final Verification PROVEN = new Verification(true, "fine");

    @Test
    void exitCode_allRowsThere_zero() {
        assertThat(summary(DONE, numbers(5, 5, 5, 0, 0), PROVEN).exitCode(true)).isZero();
    }

    @Test
    void exitCode_oneRowNotThere_one() {
        assertThat(summary(DONE, numbers(5, 5, 4, 1, 0), PROVEN).exitCode(true)).isEqualTo(1);
        assertThat(summary(DONE, numbers(5, 5, 4, 0, 1), PROVEN).exitCode(true)).isEqualTo(1);
        assertThat(summary(DONE, numbers(5, 4, 4, 0, 0), PROVEN).exitCode(true)).isEqualTo(1);
    }

    @Test
    void exitCode_notProven_oneUnlessSwitchedOff() {
        Summary summary = summary(DONE, numbers(5, 5, 5, 0, 0), Verification.none("x"));
        assertThat(summary.exitCode(true)).isEqualTo(1);
        assertThat(summary.exitCode(false)).isZero();
    }

    @Test
    void exitCode_endedBeforeItsTime_saysWhy() {
        Tally.Numbers all = numbers(5, 5, 5, 0, 0);
        assertThat(summary(new Ending(Summary.INTERRUPTED, "x"), all, PROVEN).exitCode(true))
                .isEqualTo(130);
        assertThat(summary(new Ending(Summary.USAGE, "x"), all, PROVEN).exitCode(true))
                .isEqualTo(2);
    }

    @Test
    void lines_everyFate_isShown() {
        Summary summary = summary(new Ending(Summary.INTERRUPTED, "INTERRUPTED"), numbers(9, 8, 4, 1, 2), PROVEN);
        assertThat(summary.lines())
                .contains(
                        "x into table 't': INTERRUPTED",
                        "  rows read         9  (and 7 bad lines skipped)",
                        "  acknowledged      4",
                        "  failed            1",
                        "  not acknowledged  3  (each may or may not be there)",
                        "  never sent        1",
                        "  verification      fine",
                        "  table             here",
                        "  2 x IOException, the first:",
                        "    no luck");
    }

    @Test
    void failureCounts_manyOfOneType_keepTheFirstText() {
        FailureCounts counts = new FailureCounts();
        counts.add(new IllegalStateException("a"));
        counts.add(new IllegalArgumentException("first"));
        counts.add(new IllegalArgumentException("second"));
        assertThat(counts.all())
                .containsExactly(
                        new Count("IllegalArgumentException", 2, "first"), new Count("IllegalStateException", 1, "a"));
    }

    private static Summary summary(Ending ending, Tally.Numbers numbers, Verification verification) {
        return new Summary(
                "x into table 't'",
                ending,
                new Moment(numbers, 1, 0, 1_000_000_000),
                7,
                verification,
                "here",
                List.of(new Count("IOException", 2, "no luck")));
    }

    private static Tally.Numbers numbers(long read, long sent, long acknowledged, long failed, long undecided) {
        return new Tally.Numbers(0, read, 0, sent, acknowledged, failed, undecided, 0, 0, 0);
    }
}
