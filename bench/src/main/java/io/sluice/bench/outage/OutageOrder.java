package io.sluice.bench.outage;

import io.sluice.bench.run.Effort;
import java.util.Map;

/**
 * What a client's process is to do.
 *
 * @param settings by which it finds the servers
 * @param silentPid the process that is stopped
 */
record OutageOrder(
        OutageContender contender,
        OutageSituation situation,
        Map<String, String> settings,
        long silentPid,
        Length length) {

    /**
     * How long.
     *
     * @param rounds of each contender in each situation, in a JVM each
     * @param warmUp samples that are not kept
     * @param before samples while all servers answer
     * @param silence samples while one does not
     * @param sampleMillis how long a sample is
     */
    record Length(int rounds, int warmUp, int before, int silence, int sampleMillis) {
        static Length of(Effort effort) {
            return switch (effort) {
                case FULL -> new Length(2, 12, 5, 12, 1_000);
                case QUICK -> new Length(1, 8, 3, 6, 1_000);
                case SMOKE -> new Length(1, 3, 3, 2, 1_000);
            };
        }
    }
}
