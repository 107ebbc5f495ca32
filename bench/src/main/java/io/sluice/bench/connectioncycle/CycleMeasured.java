package io.sluice.bench.connectioncycle;

import java.util.List;

/**
 * What one JVM gave.
 *
 * @param callsPerMilli of all threads, in each window; a call checks out and in
 * @param bytesPerCall allocated by the threads that call
 * @param leastTurns calls of the thread that had the fewest, in all windows
 * @param medianTurns calls of the thread in the middle
 * @param threadsWithoutTurn threads without a call
 * @param latencyMicros of checking out, for each of {@link Latency}
 */
record CycleMeasured(
        List<Double> callsPerMilli,
        double bytesPerCall,
        long leastTurns,
        long medianTurns,
        int threadsWithoutTurn,
        List<Double> latencyMicros) {}
