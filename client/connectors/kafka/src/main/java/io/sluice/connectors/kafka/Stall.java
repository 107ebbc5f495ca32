package io.sluice.connectors.kafka;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs when records have waited for room for a while without interruption, and when there is room again. */
final class Stall {
    private static final Logger LOG = LoggerFactory.getLogger(Stall.class);
    private static final long TOLD_AFTER_NANOS = TimeUnit.SECONDS.toNanos(10);

    private long sinceNanos;
    private boolean stalled;
    private boolean told;

    void note(boolean waiting) {
        long nowNanos = System.nanoTime();
        if (waiting && !stalled) {
            sinceNanos = nowNanos;
        } else if (waiting && !told && nowNanos - sinceNanos > TOLD_AFTER_NANOS) {
            LOG.warn("Partitions have been paused for 10 s: HBase is slow, or does not answer");
            told = true;
        } else if (!waiting && told) {
            LOG.info("HBase accepts records again, after {} s", TimeUnit.NANOSECONDS.toSeconds(nowNanos - sinceNanos));
            told = false;
        }
        stalled = waiting;
    }
}
