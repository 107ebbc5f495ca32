package io.sluice.bench.outage;

import java.util.List;

/**
 * The results of one JVM: acknowledged puts a second of the servers that always answer, one number for each sample.
 *
 * @param warmUp samples while all servers answered and the JVM was cold; printed, but not used
 * @param before samples while all servers answered
 * @param silence samples while one did not, from the moment when it was stopped
 */
record OutageMeasured(List<Double> warmUp, List<Double> before, List<Double> silence) {
    /** The results of a JVM that failed. */
    static final OutageMeasured FAILED = new OutageMeasured(List.of(), List.of(), List.of());

    /** Returns each sample of the silence as a percentage of the rate before. */
    List<Double> percentOfBefore() {
        double rate = before.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        return silence.stream()
                .map(sample -> rate > 0 ? 100 * sample / rate : Double.NaN)
                .toList();
    }

    @Override
    public String toString() {
        return "warm-up " + rounded(warmUp) + ", before " + rounded(before) + ", silence " + rounded(silence);
    }

    private static List<Long> rounded(List<Double> rates) {
        return rates.stream().map(Math::round).toList();
    }
}
