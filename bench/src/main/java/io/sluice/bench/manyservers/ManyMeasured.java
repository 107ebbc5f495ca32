package io.sluice.bench.manyservers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of one client's process.
 *
 * @param preloadMillis until all regions of the large table were known
 * @param regionBytes heap for each of them
 * @param connectMillis until each server was connected
 * @param serverBytes heap for each server that is connected
 * @param serverSockets file descriptors for each server that is connected
 * @param threads Java threads with all connections open
 * @param idleMillis processor time in each second in which nothing happened
 * @param mutators the cost of the mutators of the small tables
 * @param rounds rounds of writing as fast as possible
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
     * @param threads number of additional Java threads
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
     * The effects of the death of servers.
     *
     * @param p99MillisBefore of all puts acknowledged before it, from the moment when they were due
     * @param p99MillisSurvivors of those acknowledged after it by surviving servers
     * @param p99MillisLost of those acknowledged after it that were sent to a server that died
     * @param percentFirstSecond puts acknowledged by surviving servers in the first second after it, as a percentage of
     *     the rate before
     * @param percentSecondSecond likewise, from one second after it on
     */
    record Loss(
            double p99MillisBefore,
            double p99MillisSurvivors,
            double p99MillisLost,
            double percentFirstSecond,
            double percentSecondSecond) {}
}
