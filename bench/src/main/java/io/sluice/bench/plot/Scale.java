package io.sluice.bench.plot;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Converts values to bar lengths.
 *
 * @param logarithmic whether equal lengths mean equal ratios
 * @param from the value of zero length
 * @param to the value of full length
 */
record Scale(boolean logarithmic, double from, double to) {
    private static final double MAX_LINEAR_RATIO = 20;

    /** A scale that shows all values; bars begin at zero unless some would be too short to see. */
    static Scale of(List<Double> values) {
        double least = positive(values).min().orElse(1);
        double most = positive(values).max().orElse(1);
        if (most / least <= MAX_LINEAR_RATIO) {
            return new Scale(false, 0, most);
        }
        // A power of ten well below the minimum, so that the minimum has a bar, too.
        double from = Math.pow(10, Math.floor(Math.log10(least / 2)));
        return new Scale(true, from, most);
    }

    private static DoubleStream positive(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).filter(value -> value > 0 && Double.isFinite(value));
    }

    /** The length for a value, 0 to 1; 0 for NaN. */
    double share(double value) {
        if (!(value > from)) {
            return 0;
        }
        double share = logarithmic ? Math.log(value / from) / Math.log(to / from) : value / to;
        return Math.min(1, share);
    }

    /**
     * Returns the powers of ten at which lines are drawn; none on a linear scale, whose bars can be compared by eye.
     */
    List<Double> lines() {
        if (!logarithmic) {
            return List.of();
        }
        return DoubleStream.iterate(from * 10, line -> line < to, line -> line * 10)
                .boxed()
                .toList();
    }
}
