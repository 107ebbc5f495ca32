package io.sluice.internal.pool;

import java.util.EnumMap;
import java.util.Map;

/**
 * State and counts of a pool. Each open connection is counted once, as leased or as idle; apart from that the numbers are
 * read one after the other.
 *
 * @param now the current state
 * @param acquires of leases, since the beginning
 * @param connects since the beginning
 * @param closed connections that are gone, by reason; every reason is there
 */
public record PoolNumbers(Now now, Acquires acquires, Connects connects, Map<CloseReason, Long> closed) {

    /** Of a pool that has done nothing. */
    public static final PoolNumbers NONE = new PoolCounters().numbers(new Now(0, 0, 0, 0, 0, 0), 0, 0);

    public PoolNumbers {
        closed = Map.copyOf(closed);
    }

    /**
     * State at one moment.
     *
     * @param idle open connections without a lease
     * @param leased connections with a lease, including those that will be closed after it
     * @param leases of all connections
     * @param pending waiting callers
     * @param connecting connects under way
     * @param paused pools that refuse callers since their server cannot be reached
     */
    public record Now(int idle, int leased, long leases, int pending, int connecting, int paused) {
        public int open() {
            return idle + leased;
        }

        /** Open connections and connects under way. */
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
     * @param count leases acquired, including those of health checks
     * @param waited acquires that had to wait
     * @param waitNanos total time of these waits
     * @param maxWaitNanos the longest wait
     * @param timeouts waits that timed out
     * @param refused acquires that were refused because too many callers waited
     * @param usedNanos total time that leases were held, including those held now; 0 if leases are not timed
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
     * @param opened connects that succeeded
     * @param failed connects that did not
     * @param nanos total time of those that succeeded
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

    /** The sum of both; the maximum of longest times. */
    public PoolNumbers plus(PoolNumbers other) {
        Map<CloseReason, Long> sums = new EnumMap<>(closed);
        other.closed.forEach((reason, count) -> sums.merge(reason, count, Long::sum));
        return new PoolNumbers(now.plus(other.now), acquires.plus(other.acquires), connects.plus(other.connects), sums);
    }
}
