package io.sluice.internal.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.CallQueueTooBigException;
import io.sluice.NotServingRegionException;
import io.sluice.RegionMovedException;
import io.sluice.RpcThrottlingException;
import io.sluice.ServerName;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
    private static final double ALMOST_ONE = Math.nextDown(1.0);
    private static final ErrorMeaning USUAL = ErrorMeaning.inAnswer(new NotServingRegionException("x"));
    private static final ErrorMeaning OVERLOADED = ErrorMeaning.ofCall(new CallQueueTooBigException("x"), true);

    @Test
    void pauseNanosAfter_eachAttempt_followsTheTableOfHBase() {
        RetryPolicy policy = new RetryPolicy(16, 100, 1_000, () -> 0);
        for (int attempts = 1; attempts <= 40; attempts++) {
            int factor = HConstants.RETRY_BACKOFF[Math.min(attempts, HConstants.RETRY_BACKOFF.length) - 1];
            assertThat(policy.pauseNanosAfter(attempts, USUAL)).isEqualTo(100L * factor);
            assertThat(policy.pauseNanosAfter(attempts, OVERLOADED)).isEqualTo(1_000L * factor);
        }
    }

    @Test
    void pauseNanosAfter_errorThatTellsMore_isAsTold() {
        RetryPolicy policy = new RetryPolicy(16, 100, 1_000, () -> 0);
        ErrorMeaning moved = ErrorMeaning.inAnswer(new RegionMovedException(ServerName.valueOf("h", 1, 2), 3));
        ErrorMeaning throttled = ErrorMeaning.inAnswer(new RpcThrottlingException("x", 7));
        assertThat(policy.pauseNanosAfter(1, moved)).isZero();
        assertThat(policy.pauseNanosAfter(2, moved)).isEqualTo(200);
        assertThat(policy.pauseNanosAfter(5, throttled)).isEqualTo(7_000_000);
    }

    @Test
    void pauseNanosAfter_jitter_addsUpToAFifth() {
        assertThat(new RetryPolicy(1, 1_000, 0, () -> ALMOST_ONE).pauseNanosAfter(2, USUAL))
                .isBetween(2_399L, 2_400L);
        assertThat(new RetryPolicy(1, 1_000, 0, () -> 0.5).pauseNanosAfter(1, USUAL))
                .isEqualTo(1_100);
    }

    @Test
    void pauseNanosAfter_pauseOfYears_doesNotOverflow() {
        RetryPolicy policy = new RetryPolicy(1, Long.MAX_VALUE, 0, () -> ALMOST_ONE);
        assertThat(policy.pauseNanosAfter(13, USUAL)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void constructor_badValues_namesThem() {
        assertThatThrownBy(() -> new RetryPolicy(0, 1, 1, () -> 0)).hasMessageContaining("maxAttempts");
        assertThatThrownBy(() -> new RetryPolicy(1, -1, 1, () -> 0)).hasMessageContaining("-1 ns");
        assertThatThrownBy(() -> new RetryPolicy(1, 1, -2, () -> 0)).hasMessageContaining("-2 ns");
    }
}
