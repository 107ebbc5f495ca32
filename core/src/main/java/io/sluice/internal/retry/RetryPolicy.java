package io.sluice.internal.retry;

import java.util.function.DoubleSupplier;

/**
 * How often and after which pauses a mutation is sent again.
 *
 * @param maxAttempts largest number of attempts, positive
 * @param pauseNanos pause before the first retry
 * @param overloadedPauseNanos the same for an overloaded server
 * @param random values from 0 (inclusive) to 1 (exclusive), for the jitter
 */
public record RetryPolicy(int maxAttempts, long pauseNanos, long overloadedPauseNanos, DoubleSupplier random) {
    /** {@code HConstants.RETRY_BACKOFF}: multiples of the pause; the last one counts for all later retries. */
    private static final int[] BACKOFF = {1, 2, 3, 5, 10, 20, 40, 100, 100, 100, 100, 200, 200};

    /** HBase adds at most 1 %, which keeps mutations that failed together in step. */
    private static final double JITTER = 0.2;

    public RetryPolicy {
        if (maxAttempts <= 0) {
            throw new IllegalArgumentException("maxAttempts must be positive, not " + maxAttempts);
        }
        if (pauseNanos < 0 || overloadedPauseNanos < 0) {
            throw new IllegalArgumentException(
                    "negative pause: " + pauseNanos + " ns, when overloaded " + overloadedPauseNanos + " ns");
        }
    }

    /**
     * The pause after a failed attempt.
     *
     * @param attempts how many have failed, at least 1
     * @param meaning of the latest error
     */
    public long pauseNanosAfter(int attempts, ErrorMeaning meaning) {
        return switch (meaning.pause()) {
            case NONE -> 0;
            case NOT_AFTER_FIRST -> attempts == 1 ? 0 : backoffNanos(attempts, pauseNanos);
            case USUAL, BUSY -> backoffNanos(attempts, pauseNanos);
            case OVERLOADED -> backoffNanos(attempts, overloadedPauseNanos);
            case TOLD -> meaning.toldNanos();
        };
    }

    private long backoffNanos(int attempts, long baseNanos) {
        // Floating point cannot overflow: a cast of too large a number gives the largest long.
        double pause = (double) baseNanos * BACKOFF[Math.min(attempts - 1, BACKOFF.length - 1)];
        return (long) (pause * (1 + JITTER * random.getAsDouble()));
    }
}
