package io.sluice.bench.run;

import io.sluice.bench.result.Figure;
import java.util.List;
import java.util.function.Function;

/**
 * The result of a run.
 *
 * @param score the score in the plan's mode and unit
 * @param bytes allocated by all threads of the JVM per call
 * @param cpuNanos processor time used by all threads of the JVM, including collector and compiler, per call
 */
public record Measured(Spread score, Spread bytes, Spread cpuNanos) {

    /** The result of a run that failed: NaN is neither better nor worse than any number. */
    public static final Measured FAILED = new Measured(Spread.NONE, Spread.NONE, Spread.NONE);

    /** The result of several JVMs; failed if one of them failed. */
    static Measured ofJvms(List<Measured> jvms) {
        return jvms.contains(FAILED)
                ? FAILED
                : new Measured(
                        Spread.ofJvms(jvms, Measured::score),
                        Spread.ofJvms(jvms, Measured::bytes),
                        Spread.ofJvms(jvms, Measured::cpuNanos));
    }

    /**
     * Of one JVM: mean, lowest and highest of its iterations. Of several: median, lowest and highest of their means.
     *
     * @param samples the iterations, those of one JVM after those of another
     */
    public record Spread(double middle, double low, double high, List<Double> samples) {
        static final Spread NONE = new Spread(Double.NaN, Double.NaN, Double.NaN, List.of());

        static Spread ofJvms(List<Measured> jvms, Function<Measured, Spread> part) {
            Figure means = Figure.median(
                    "", jvms.stream().map(jvm -> part.apply(jvm).middle()).toList());
            return new Spread(
                    means.value(),
                    means.low(),
                    means.high(),
                    jvms.stream()
                            .flatMap(jvm -> part.apply(jvm).samples().stream())
                            .toList());
        }

        /** Converts to a contender's figure. */
        public Figure of(String contender) {
            return new Figure(contender, middle, low, high, samples);
        }
    }
}
