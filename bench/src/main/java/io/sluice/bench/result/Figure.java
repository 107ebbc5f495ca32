package io.sluice.bench.result;

import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The result of one contender. NaN means that the run failed, and meets no goal.
 *
 * @param contender its name
 * @param value the mean of the iterations, or their median if stated
 * @param low the lowest iteration
 * @param high the highest iteration
 * @param samples all measured values in order, if the mean hides too much; else empty
 */
public record Figure(String contender, double value, double low, double high, List<Double> samples) {

    /** Makes the list immutable. Older stored results have no samples. */
    @SuppressWarnings("ConstantValue")
    public Figure {
        samples = samples == null ? List.of() : List.copyOf(samples);
    }

    /** Creates a figure without samples. */
    public Figure(String contender, double value, double low, double high) {
        this(contender, value, low, high, List.of());
    }

    /** Returns the figure of a run that failed. */
    public static Figure failed(String contender) {
        return new Figure(contender, Double.NaN, Double.NaN, Double.NaN);
    }

    /** Returns the mean, lowest and highest of the samples, which are kept; failed if there are none. */
    public static Figure mean(String contender, List<Double> measured) {
        return measured.isEmpty() ? failed(contender) : of(contender, sum(measured) / measured.size(), measured);
    }

    /** Returns the lowest of the samples, which are kept; failed if there are none. */
    public static Figure least(String contender, List<Double> measured) {
        return measured.isEmpty() ? failed(contender) : of(contender, Collections.min(measured), measured);
    }

    private static double sum(List<Double> measured) {
        return measured.stream().mapToDouble(Double::doubleValue).sum();
    }

    private static Figure of(String contender, double value, List<Double> measured) {
        return new Figure(contender, value, Collections.min(measured), Collections.max(measured), measured);
    }

    /** Returns the median, lowest and highest of the samples; failed if there are none. */
    public static Figure median(String contender, DoubleStream measured) {
        double[] sorted = measured.sorted().toArray();
        return sorted.length == 0
                ? failed(contender)
                : new Figure(contender, medianOf(sorted), sorted[0], sorted[sorted.length - 1]);
    }

    /** Returns the median, lowest and highest of the samples, which are kept; failed if there are none. */
    public static Figure median(String contender, List<Double> measured) {
        return measured.isEmpty()
                ? failed(contender)
                : of(
                        contender,
                        medianOf(measured.stream()
                                .mapToDouble(Double::doubleValue)
                                .sorted()
                                .toArray()),
                        measured);
    }

    private static double medianOf(double[] sorted) {
        return (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
    }
}
