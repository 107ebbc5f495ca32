package io.sluice.internal.metrics;

import java.util.Arrays;
import java.util.stream.LongStream;

/** The counts of a {@link Histogram} at one moment, or between two. Immutable. */
public final class HistogramCounts {
    private final long[] counts;
    private final long total;

    HistogramCounts(long[] counts) {
        this.counts = counts;
        total = LongStream.of(counts).sum();
    }

    /** Number of values. */
    public long total() {
        return total;
    }

    /** Number of values below a power of two; exact. */
    public long below(long powerOfTwo) {
        if (Long.bitCount(powerOfTwo) != 1) {
            throw new IllegalArgumentException("not a power of two: " + powerOfTwo);
        }
        int end = powerOfTwo > Histogram.MAX_VALUE ? counts.length : Histogram.indexOf(powerOfTwo);
        return LongStream.of(counts).limit(end).sum();
    }

    /** The counts since earlier ones. */
    HistogramCounts since(HistogramCounts earlier) {
        long[] difference = counts.clone();
        Arrays.setAll(difference, i -> counts[i] - earlier.counts[i]);
        return new HistogramCounts(difference);
    }

    /**
     * The value that a part of all values does not exceed, off by at most 1/32.
     *
     * @param part 0 to 1; 1 for the largest value
     * @return NaN if there is no value
     */
    public double percentile(double part) {
        if (total == 0) {
            return Double.NaN;
        }
        long wanted = Math.max(1, (long) Math.ceil(part * total));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return Histogram.middleOf(i);
            }
        }
        throw new IllegalArgumentException("not a part of all: " + part);
    }
}
