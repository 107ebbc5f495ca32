package io.sluice.bench.manyservers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one client's process measured.
 *
 * @param preloadMillis until all regions of the large table were known
 * @param regionBytes heap for each of them
 * @param connectMillis until there was a connection to each server
 * @param serverBytes heap for each server that is connected
 * @param serverSockets file descriptors for each server that is connected
 * @param threads Java threads with all connections open
 * @param idleMillis processor time in each second in which nothing happened
 * @param mutators what the mutators of the small tables cost
 * @param rounds writing as fast as possible
 * @param loss null if there are too few servers
 */
record ManyMeasured(
        double preloadMillis,
        double regionBytes,
        double connectMillis,
        double serverBytes,
        double serverSockets,
        int threads,
        double idleMillis,
        Mutators mutators,
        List<Round> rounds,
        @Nullable Loss loss) {

    /**
     * Idle mutators, all open.
     *
     * @param newBytes heap for each one that has been opened
     * @param usedBytes heap for each one that has written a put, which has been acknowledged
     * @param threads Java threads that there are more
     * @param idleMillis processor time in each second in which nothing happened
     */
    record Mutators(double newBytes, double usedBytes, int threads, double idleMillis) {}

    /**
     * A round.
     *
     * @param cpuMicros processor time of the client's process for each put
     */
    record Round(double putsPerSecond, double cpuMicros) {}

    /**
     * What happened when servers died.
     *
     * @param p99MillisBefore of all puts acknowledged before, from the moment at which they were due
     * @param p99MillisSurvivors of those acknowledged after it by servers that live
     * @param p99MillisLost of those acknowledged after it that were for a server that died
     * @param percentFirstSecond puts acknowledged by the servers that live in the first second after it, as a percentage of the
     *     rate before
     * @param percentSecondSecond likewise, from one second after it on
     */
    record Loss(
            double p99MillisBefore,
            double p99MillisSurvivors,
            double p99MillisLost,
            double percentFirstSecond,
            double percentSecondSecond) {}
}
