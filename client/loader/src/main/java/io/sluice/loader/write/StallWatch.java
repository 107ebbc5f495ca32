package io.sluice.loader.write;

/** Measures for how long no row has been settled although some are in flight. For one thread at a time. */
final class StallWatch {
    private long settled = -1;
    private long sinceNanos;

    /** Returns this time in nanoseconds; 0 if rows were settled since the last call, or none is in flight. */
    long nanos(Tally.Numbers numbers, long nowNanos) {
        if (numbers.settled() != settled || numbers.inFlight() == 0) {
            settled = numbers.settled();
            sinceNanos = nowNanos;
        }
        return nowNanos - sinceNanos;
    }
}
