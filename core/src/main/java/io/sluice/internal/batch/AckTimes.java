package io.sluice.internal.batch;

import io.sluice.internal.metrics.Histogram;
import io.sluice.internal.time.Clock;

/**
 * Records how long acknowledgements took, of those entries that noted when they were accepted.
 *
 * @param clock the time of both ends
 * @param latency gets nanoseconds
 */
record AckTimes(Clock clock, Histogram latency) {
    long now() {
        return clock.nanoTime();
    }

    /** An entry was acknowledged at this time. */
    void acknowledged(EntryColumns columns, int slot, long nanos) {
        long acceptedNanos = columns.acceptedNanos(slot);
        if (acceptedNanos != EntryColumns.NOT_NOTED) {
            latency.add(nanos - acceptedNanos);
        }
    }
}
