package io.sluice.internal.pool;

import java.util.EnumMap;
import java.util.Map;

/**
 * What a pool holds and did. Each connection is counted once, as leased or as idle, so their sum is what is open; other
 * numbers are read one after the other.
 *
 * @param now what there is at this moment
 * @param acquires of leases, since the beginning
 * @param connects since the beginning
 * @param closed connections that are gone, by reason; every reason has a number
 */
public record PoolNumbers(Now now, Acquires acquires, Connects connects, Map<CloseReason, Long> closed) {

    /** Of a pool that has done nothing. */
    static final PoolNumbers NONE = new PoolCounters().numbers(new Now(0, 0, 0, 0, 0, 0), 0, 0);

    public PoolNumbers {
        closed = Map.copyOf(closed);
    }

    /**
     * What there is at one moment.
     *
     * @param idle open connections without a lease
     * @param leased connections with a lease, those included that will be closed after it
     * @param leases of all connections
     * @param pending callers that wait
     * @param connecting connections on their way
     * @param paused pools that refuse since their server cannot be reached
     */
    public record Now(int idle, int leased, long leases, int pending, int connecting, int paused) {
        public int open() {
            return idle + leased;
        }

        /** Open connections and those on their way. */
        public int size() {
            return open() + connecting;
        }

        Now plus(Now other) {
            return new Now(
                    idle + other.idle,
                    leased + other.leased,
                    leases + other.leases,
                    pending + other.pending,
                    connecting + other.connecting,
                    paused + other.paused);
        }
    }

    /**
     * Leases since the beginning.
     *
     * @param count leases given, those of health checks included
     * @param waited how often one was waited for
     * @param waitNanos how long in all
     * @param maxWaitNanos the longest wait
     * @param timeouts waits that ended by their time
     * @param refused because as many waited as may
     * @param usedNanos how long leases were held in all, those held now included; 0 if leases are not timed
     * @param leaks leases that were held too long, in test mode
     */
    public record Acquires(
            long count,
            long waited,
            long waitNanos,
            long maxWaitNanos,
            long timeouts,
            long refused,
            long usedNanos,
            long leaks) {

        Acquires plus(Acquires other) {
            return new Acquires(
                    count + other.count,
                    waited + other.waited,
                    waitNanos + other.waitNanos,
                    Math.max(maxWaitNanos, other.maxWaitNanos),
                    timeouts + other.timeouts,
                    refused + other.refused,
                    usedNanos + other.usedNanos,
                    leaks + other.leaks);
        }
    }

    /**
     * Connects since the beginning.
     *
     * @param opened that succeeded
     * @param failed that did not
     * @param nanos how long those that succeeded took in all
     * @param maxNanos the longest of these
     */
    public record Connects(long opened, long failed, long nanos, long maxNanos) {
        Connects plus(Connects other) {
            return new Connects(
                    opened + other.opened,
                    failed + other.failed,
                    nanos + other.nanos,
                    Math.max(maxNanos, other.maxNanos));
        }
    }

    /** Both together; of longest times the longer one. */
    public PoolNumbers plus(PoolNumbers other) {
        Map<CloseReason, Long> sums = new EnumMap<>(closed);
        other.closed.forEach((reason, count) -> sums.merge(reason, count, Long::sum));
        return new PoolNumbers(now.plus(other.now), acquires.plus(other.acquires), connects.plus(other.connects), sums);
    }
}
