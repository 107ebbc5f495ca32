package io.sluice.bench.run;

import io.sluice.bench.result.Figure;

/**
 *  The result of a run.
 *
 * @param score the score in the plan's mode and unit
 * @param bytes allocated by all threads of the JVM per call
 * @param cpuNanos processor time used by all threads of the JVM, collector and compiler included, per call
 */
public record Measured(Spread score, Spread bytes, Spread cpuNanos) {

    /** For a run that failed: NaN is neither better nor worse than any number. */
    public static final Measured FAILED = new Measured(Spread.NONE, Spread.NONE, Spread.NONE);

    /** Mean, lowest and highest of the iterations. */
    public record Spread(double mean, double low, double high) {
        static final Spread NONE = new Spread(Double.NaN, Double.NaN, Double.NaN);

        /** Converts to a contender's figure. */
        public Figure of(String contender) {
            return new Figure(contender, mean, low, high);
        }
    }
}
