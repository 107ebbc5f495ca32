package io.sluice.bench.result;

import java.util.stream.DoubleStream;

/**
 * What one contender did. Not a number stands for a run that failed, and meets no goal.
 *
 * @param contender its name
 * @param value the mean of the iterations, or their median where it is said so
 * @param low the lowest iteration
 * @param high the highest iteration
 */
public record Figure(String contender, double value, double low, double high) {

    /** Of a run that failed. */
    public static Figure failed(String contender) {
        return new Figure(contender, Double.NaN, Double.NaN, Double.NaN);
    }

    /** The median, lowest and highest of what was measured; failed if that is nothing. */
    public static Figure median(String contender, DoubleStream measured) {
        double[] sorted = measured.sorted().toArray();
        if (sorted.length == 0) {
            return failed(contender);
        }
        int upper = sorted.length / 2;
        double median = (sorted[upper] + sorted[(sorted.length - 1) / 2]) / 2;
        return new Figure(contender, median, sorted[0], sorted[sorted.length - 1]);
    }
}
