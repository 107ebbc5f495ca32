package io.sluice.client.soak;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much time this process did not get: how late the observer's own ticks were, and how long the thread of the scripted
 * servers had not come to a task. A deadline is extended by a multiple of it, so that a busy machine raises no alarm.
 */
final class Lag {
    private static final int FACTOR = 3;
    private static final long TOLERATED_NANOS = TimeUnit.MILLISECONDS.toNanos(15);

    private final AtomicLong lostNanos = new AtomicLong();
    private final ConcurrentSkipListMap<Long, Long> lostUntil = new ConcurrentSkipListMap<>();

    /** Notes a delay that ends now. */
    void late(long nanos) {
        if (nanos > TOLERATED_NANOS) {
            lostUntil.put(Moment.now(), lostNanos.addAndGet(nanos));
        }
    }

    long lostNanos() {
        return lostNanos.get();
    }

    /** By how much something that began at that moment may be later now than on an idle machine. */
    long allowanceSince(long moment) {
        Map.Entry<Long, Long> before = lostUntil.floorEntry(moment);
        return FACTOR * (lostNanos.get() - (before == null ? 0 : before.getValue()));
    }
}
