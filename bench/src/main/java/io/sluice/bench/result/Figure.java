package io.sluice.bench.result;

import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * What one contender did. Not a number stands for a run that failed, and meets no goal.
 *
 * @param contender its name
 * @param value the mean of the iterations, or their median where it is said so
 * @param low the lowest iteration
 * @param high the highest iteration
 * @param samples all that was measured, in its order, where a mean hides too much; else empty
 */
public record Figure(String contender, double value, double low, double high, List<Double> samples) {

    /** Makes the list immutable. Results that were kept before there were samples have none. */
    @SuppressWarnings("ConstantValue")
    public Figure {
        samples = samples == null ? List.of() : List.copyOf(samples);
    }

    /** Without samples. */
    public Figure(String contender, double value, double low, double high) {
        this(contender, value, low, high, List.of());
    }

    /** Of a run that failed. */
    public static Figure failed(String contender) {
        return new Figure(contender, Double.NaN, Double.NaN, Double.NaN);
    }

    /** The mean, lowest and highest of what was measured, which is kept; failed if that is nothing. */
    public static Figure mean(String contender, List<Double> measured) {
        return measured.isEmpty() ? failed(contender) : of(contender, sum(measured) / measured.size(), measured);
    }

    /** The lowest of what was measured, which is kept; failed if that is nothing. */
    public static Figure least(String contender, List<Double> measured) {
        return measured.isEmpty() ? failed(contender) : of(contender, Collections.min(measured), measured);
    }

    private static double sum(List<Double> measured) {
        return measured.stream().mapToDouble(Double::doubleValue).sum();
    }

    private static Figure of(String contender, double value, List<Double> measured) {
        return new Figure(contender, value, Collections.min(measured), Collections.max(measured), measured);
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
