package io.sluice.bench.coldstart;

import java.util.List;

/** The rounds of one JVM, the first of which had to load all classes. */
record ColdStartMeasured(List<Round> rounds) {

    /**
     * One client.
     *
     * @param allMillis from before it was opened until all rows were acknowledged, the preparation included
     * @param writtenMillis from the first write until all were acknowledged
     * @param firstMillis from the first write until it was acknowledged
     */
    record Round(double allMillis, double writtenMillis, double firstMillis) {}
}
