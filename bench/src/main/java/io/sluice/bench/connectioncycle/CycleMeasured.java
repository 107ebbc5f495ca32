package io.sluice.bench.connectioncycle;

import java.util.List;

/**
 * The results of one JVM.
 *
 * @param callsPerMilli calls of all threads in each window; a call checks out and back in
 * @param bytesPerCall bytes allocated by the calling threads
 * @param leastTurns calls of the thread with the fewest, over all windows
 * @param medianTurns calls of the median thread
 * @param threadsWithoutTurn threads without a call
 * @param latencyMicros latency of checking out, for each {@link Latency}
 */
record CycleMeasured(
        List<Double> callsPerMilli,
        double bytesPerCall,
        long leastTurns,
        long medianTurns,
        int threadsWithoutTurn,
        List<Double> latencyMicros) {}
