package io.sluice.loader.write;

/** Knows for how long no row was settled although some were in flight. One thread at a time. */
final class StallWatch {
    private long settled = -1;
    private long sinceNanos;

    /** Returns that time; 0 when rows were settled since the last call, or none is in flight. */
    long nanos(Tally.Numbers numbers, long nowNanos) {
        if (numbers.settled() != settled || numbers.inFlight() == 0) {
            settled = numbers.settled();
            sinceNanos = nowNanos;
        }
        return nowNanos - sinceNanos;
    }
}
