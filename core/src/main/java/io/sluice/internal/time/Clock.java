package io.sluice.internal.time;

import java.time.Duration;

/** The only way in which the engine reads time, so that tests can give it theirs. */
public interface Clock {
    /** The longest duration that a {@code long} of nanoseconds can hold. */
    Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    /** Monotonic time for measuring durations. */
    long nanoTime();

    /** The time of day, for messages. */
    long currentTimeMillis();

    /** A duration in nanoseconds; one of more than 292 years becomes the largest {@code long}. */
    static long nanosOf(Duration duration) {
        return duration.compareTo(LONGEST) < 0 ? duration.toNanos() : Long.MAX_VALUE;
    }

    /** The JVM's clocks. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }

    enum SystemClock implements Clock {
        INSTANCE;

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long currentTimeMillis() {
            return System.currentTimeMillis();
        }
    }
}
