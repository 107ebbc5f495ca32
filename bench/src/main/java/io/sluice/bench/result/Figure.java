package io.sluice.bench.result;

import java.util.Collections;
import java.util.List;

/**
 * The result of one contender. NaN means that the run failed, and meets no goal.
 *
 * @param contender its name
 * @param value the mean of the iterations, or their median if stated
 * @param low the lowest iteration
 * @param high the highest iteration
 * @param samples all measured values in order; none if the run failed, or there is only the value
 */
public record Figure(String contender, double value, double low, double high, List<Double> samples) {

    /** Makes the list immutable; refuses a range whose samples were dropped. */
    public Figure {
        samples = List.copyOf(samples);
        if (samples.isEmpty() && low < high) {
            throw new IllegalArgumentException("'" + contender + "' has no samples between " + low + " and " + high);
        }
    }

    /** Returns the figure of a run that failed. */
    public static Figure failed(String contender) {
        return new Figure(contender, Double.NaN, Double.NaN, Double.NaN, List.of());
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
