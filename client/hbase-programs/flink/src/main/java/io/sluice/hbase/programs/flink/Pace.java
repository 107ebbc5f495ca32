package io.sluice.hbase.programs.flink;

import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.functions.FilterFunction;

/** Lets elements of a task pass at a rate at most, so that a job without a server takes as long as one with a server. */
final class Pace implements FilterFunction<Long> {
    private static final long serialVersionUID = 1;
    /** The clock is read once in this many. */
    private static final int STEP = 1_024;

    private final long nanosEach;
    private long begunNanos;
    private long passed;

    /** @param perSecond elements of one task */
    Pace(long perSecond) {
        nanosEach = 1_000_000_000 / perSecond;
    }

    @Override
    public boolean filter(Long element) {
        if (passed == 0) {
            begunNanos = System.nanoTime();
        }
        passed++;
        if (passed % STEP == 0) {
            for (long left = left(); left > 0; left = left()) {
                LockSupport.parkNanos(left);
            }
        }
        return true;
    }

    private long left() {
        return begunNanos + passed * nanosEach - System.nanoTime();
    }
}
