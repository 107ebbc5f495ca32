package io.sluice.bench.outage;

import io.sluice.bench.run.Effort;
import java.util.Map;

/**
 * Instructions for a client's process.
 *
 * @param settings the settings by which it finds the servers
 * @param silentPid the process that is stopped
 */
record OutageOrder(
        OutageContender contender,
        OutageSituation situation,
        Map<String, String> settings,
        long silentPid,
        Length length) {

    /**
     * Durations.
     *
     * @param warmUp number of unused samples
     * @param before number of samples while all servers answer
     * @param silence number of samples while one does not
     * @param sampleMillis duration of a sample
     */
    record Length(int warmUp, int before, int silence, int sampleMillis) {
        static Length of(Effort effort) {
            return switch (effort) {
                case FULL -> new Length(8, 4, 8, 1_000);
                case QUICK -> new Length(8, 3, 6, 1_000);
                case SMOKE -> new Length(2, 2, 2, 500);
            };
        }
    }
}
