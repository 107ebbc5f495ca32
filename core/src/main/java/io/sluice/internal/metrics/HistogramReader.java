package io.sluice.internal.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * All counts of a histogram, and percentiles of the recent ones: of the last minute or, if it is read less often than that,
 * since the previous reading. The reader keeps the window by copying the counts every ten seconds while it is read; adding
 * a value costs no more. Safe for use by many threads, which wait for each other for microseconds.
 */
public final class HistogramReader {
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** All percentiles of one reading come from the same counts. */
    private static final long SAME_READING_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Histogram histogram;
    private final LongSupplier nanoTime;

    @GuardedBy("this") private final Deque<Reading> readings = new ArrayDeque<>();

    @GuardedBy("this") private Reading latest;

    @GuardedBy("this") private HistogramCounts recent;

    private record Reading(long nanos, HistogramCounts counts) {}

    public HistogramReader(Histogram histogram, LongSupplier nanoTime) {
        this.histogram = histogram;
        this.nanoTime = nanoTime;
        latest = new Reading(nanoTime.getAsLong(), new HistogramCounts(new long[Histogram.BUCKETS]));
        readings.add(latest);
        recent = latest.counts();
    }

    /** See {@link HistogramCounts#percentile}, for the values of the last minute. */
    public synchronized double percentile(double part) {
        readUnlessJustDone();
        return recent.percentile(part);
    }

    /** All counts since the beginning. */
    public synchronized HistogramCounts all() {
        readUnlessJustDone();
        return latest.counts();
    }

    @GuardedBy("this") private void readUnlessJustDone() {
        long now = nanoTime.getAsLong();
        if (latest.counts().total() == 0 || now - latest.nanos() >= SAME_READING_NANOS) {
            read(now);
        }
    }

    @GuardedBy("this") private void read(long now) {
        Reading reading = new Reading(now, histogram.counts());
        // The window begins with the last reading that is old enough.
        while (readings.size() > 1 && now - second().nanos() >= WINDOW_NANOS) {
            readings.removeFirst();
        }
        recent = reading.counts().since(readings.getFirst().counts());
        latest = reading;
        if (now - readings.getLast().nanos() >= STEP_NANOS) {
            readings.addLast(reading);
        }
    }

    @GuardedBy("this") private Reading second() {
        var all = readings.iterator();
        all.next();
        return all.next();
    }
}
