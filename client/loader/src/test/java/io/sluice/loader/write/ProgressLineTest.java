package io.sluice.loader.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.loader.write.ProgressLine.Moment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressLineTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void of_halfRead_estimatesTotalAndTimeLeft() {
        Moment moment = new Moment(numbers(1_000, 900, 750, 50), 0.5, 3, 4 * SECOND);
        assertThat(moment.estimatedTotal()).isEqualTo(2_000);
        assertThat(moment.secondsLeft()).isEqualTo(6);
        assertThat(ProgressLine.of(moment, Integer.MAX_VALUE))
                .isEqualTo("800 of ~2,000 rows (40 %)  188 rows/s  0.5 MB/s  in flight 100  retries 3  ETA 0:06"
                        + "  FAILED 50");
    }

    @Test
    void of_allRead_totalIsExact() {
        Moment moment = new Moment(numbers(1_000, 1_000, 1_000, 0), 1, 0, 4 * SECOND);
        assertThat(ProgressLine.of(moment, Integer.MAX_VALUE))
                .isEqualTo("1,000 of 1,000 rows (100 %)  250 rows/s  0.5 MB/s  in flight 0  retries 0  ETA 0:00");
    }

    @Test
    void of_nothingYet_knowsNoEnd() {
        Moment moment = new Moment(numbers(0, 0, 0, 0), 0, 0, 0);
        assertThat(ProgressLine.of(moment, Integer.MAX_VALUE))
                .startsWith("0 of ~0 rows (0 %)  0 rows/s")
                .endsWith("ETA ?");
    }

    @Test
    void of_resumed_countsWhatEarlierRunsHaveDone() {
        // 8,000 of 10,000 were done before; 1,000 more were read and settled since, in 4 s.
        Moment moment = new Moment(new Tally.Numbers(8_000, 1_000, 10, 990, 990, 0, 0, 0, 0, 0), 0.9, 0, 4 * SECOND);
        assertThat(moment.estimatedTotal()).isEqualTo(10_000);
        assertThat(ProgressLine.of(moment, Integer.MAX_VALUE))
                .startsWith("9,000 of ~10,000 rows (90 %)")
                .endsWith("ETA 0:04");
    }

    @Test
    void of_givenUp_isNoProgress() {
        Moment moment = new Moment(new Tally.Numbers(0, 100, 0, 100, 40, 10, 50, 0, 0, 0), 1, 0, SECOND);
        assertThat(ProgressLine.of(moment, Integer.MAX_VALUE))
                .startsWith("50 of 100 rows (50 %)")
                .contains("in flight 0");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            99|800 of ~2,000 rows (40 %)  188 rows/s  0.5 MB/s  in flight 100  retries 3  ETA 0:06  FAILED 50
            80|800 of ~2,000 rows (40 %)  188 rows/s  0.5 MB/s  retries 3  ETA 0:06  FAILED 50
            60|800 of ~2,000 rows (40 %)  188 rows/s  ETA 0:06  FAILED 50
            37|800 of ~2,000 rows (40 %)  FAILED 50
            9|800 of ~2
            """)
    void of_littleRoom_leavesOutWhatIsWorthLeast(int maxChars, String line) {
        Moment moment = new Moment(numbers(1_000, 900, 750, 50), 0.5, 3, 4 * SECOND);
        assertThat(ProgressLine.of(moment, maxChars)).isEqualTo(line);
    }

    @Test
    void of_stalled_saysForHowLong() {
        StallWatch watch = new StallWatch();
        Tally.Numbers numbers = numbers(1_000, 900, 750, 50);
        assertThat(watch.nanos(numbers, SECOND)).isZero();
        assertThat(watch.nanos(numbers, 21 * SECOND)).isEqualTo(20 * SECOND);
        assertThat(ProgressLine.of(new Moment(numbers, 0.5, 3, 21 * SECOND, 20 * SECOND, false), Integer.MAX_VALUE))
                .contains("  nothing was acknowledged for 20 s")
                .doesNotContain("ETA");
        assertThat(watch.nanos(numbers(1_000, 900, 751, 50), 22 * SECOND)).isZero();
        assertThat(watch.nanos(numbers(1_000, 900, 850, 50), 23 * SECOND)).isZero();
        assertThat(watch.nanos(numbers(1_000, 900, 850, 50), 93 * SECOND)).isZero();
    }

    @Test
    void of_endedEarly_hasNoTimeLeft() {
        Moment moment = new Moment(numbers(1_000, 900, 750, 50), 0.5, 3, 4 * SECOND, 0, true);
        assertThat(ProgressLine.of(moment, Integer.MAX_VALUE)).doesNotContain("ETA");
    }

    @Test
    void duration_overAnHour_hasHours() {
        assertThat(ProgressLine.duration(59)).isEqualTo("0:59");
        assertThat(ProgressLine.duration(3_600 + 62)).isEqualTo("1:01:02");
    }

    private static Tally.Numbers numbers(long read, long sent, long acknowledged, long failed) {
        return new Tally.Numbers(0, read, 0, sent, acknowledged, failed, 0, 2_000_000, 0, 0);
    }
}
