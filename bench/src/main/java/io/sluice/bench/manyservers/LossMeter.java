package io.sluice.bench.manyservers;

import io.sluice.bench.manyservers.ManyMeasured.Loss;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Records the acknowledgements of puts before and after servers die. For use by many threads. */
final class LossMeter {
    private static final double P99 = 99;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double PERCENT = 100;
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Histogram before = histogram();
    private final Histogram survivors = histogram();
    private final Histogram lost = histogram();
    private final LongAdder survivorsBefore = new LongAdder();
    private final LongAdder firstSecond = new LongAdder();
    private final LongAdder secondSecond = new LongAdder();
    private final long fromNanoTime;
    private volatile long deathNanoTime = Long.MAX_VALUE;

    /** @param fromNanoTime puts acknowledged earlier do not count */
    LossMeter(long fromNanoTime) {
        this.fromNanoTime = fromNanoTime;
    }

    private static Histogram histogram() {
        return new ConcurrentHistogram(TimeUnit.HOURS.toNanos(1), 3);
    }

    /** Notes that servers are dead from now on. */
    void died(long nowNanoTime) {
        deathNanoTime = nowNanoTime;
    }

    /**
     * A put has been acknowledged.
     *
     * @param dueNanoTime time when it was due
     * @param dies whether it was sent to a server that dies
     */
    void acknowledged(long dueNanoTime, boolean dies, long nowNanoTime) {
        if (nowNanoTime - fromNanoTime < 0) {
            return;
        }
        long latency = Math.max(0, nowNanoTime - dueNanoTime);
        long death = deathNanoTime;
        if (death == Long.MAX_VALUE || nowNanoTime - death < 0) {
            before.recordValue(latency);
            if (!dies) {
                survivorsBefore.increment();
            }
        } else if (dies) {
            lost.recordValue(latency);
        } else {
            survivors.recordValue(latency);
            count(nowNanoTime - death);
        }
    }

    private void count(long sinceDeathNanos) {
        if (sinceDeathNanos < SECOND_NANOS) {
            firstSecond.increment();
        } else if (sinceDeathNanos < 2 * SECOND_NANOS) {
            secondSecond.increment();
        }
    }

    /** The result, when all puts have been acknowledged. */
    Loss result() {
        double perSecond = survivorsBefore.sum() * (double) SECOND_NANOS / (deathNanoTime - fromNanoTime);
        return new Loss(
                p99Millis(before),
                p99Millis(survivors),
                p99Millis(lost),
                PERCENT * firstSecond.sum() / perSecond,
                PERCENT * secondSecond.sum() / perSecond);
    }

    private static double p99Millis(Histogram nanos) {
        return nanos.getValueAtPercentile(P99) / NANOS_PER_MILLI;
    }
}
