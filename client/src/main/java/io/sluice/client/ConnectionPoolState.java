package io.sluice.client;

import io.sluice.ServerName;
import java.util.Map;

/**
 * The connections to region servers: a snapshot. The numbers are read one after the other, while others go on; sums of
 * different servers need not belong to the same moment.
 *
 * @param servers each server that has a pool
 * @param total of these and of all that had one
 */
public record ConnectionPoolState(Map<ServerName, Pool> servers, Pool total) {
    public ConnectionPoolState {
        servers = Map.copyOf(servers);
    }

    /** Why a connection is gone. */
    public enum CloseReason {
        /** No request for the idle timeout. */
        IDLE,
        /** It reached its maximum lifetime. */
        LIFETIME,
        /** No sign of life in a health check. */
        UNHEALTHY,
        /** It ended by itself: closed by the server, broken, or given up after a timeout. */
        LOST,
        /** The client was closed. */
        CLOSED
    }

    /**
     * One server, or all together.
     *
     * @param closed connections that are gone; every reason has a number
     */
    public record Pool(Connections connections, Requests requests, Connects connects, Map<CloseReason, Long> closed) {
        public Pool {
            closed = Map.copyOf(closed);
        }
    }

    /**
     * Connections now.
     *
     * @param idle without a request
     * @param leased with requests
     * @param connecting on their way
     * @param unreachable servers to which requests fail at once, since the last connect failed
     */
    public record Connections(int idle, int leased, int connecting, int unreachable) {
        /** Open connections. */
        public int open() {
            return idle + leased;
        }

        /** Open connections and those on their way. */
        public int size() {
            return open() + connecting;
        }
    }

    /**
     * Requests of mutations and look-ups; all but the first two since the beginning.
     *
     * @param inFlight on connections now
     * @param pending that wait for a connection now
     * @param acquired that got one
     * @param waited that had to wait for one, those that got none included
     * @param waitNanos how long in all
     * @param maxWaitNanos the longest wait
     * @param timeouts that got none in time
     * @param refused because too many waited
     * @param usedNanos how long requests had their connection in all
     * @param leaks that kept their connection for too long, with leak detection
     */
    public record Requests(
            long inFlight,
            int pending,
            long acquired,
            long waited,
            long waitNanos,
            long maxWaitNanos,
            long timeouts,
            long refused,
            long usedNanos,
            long leaks) {}

    /**
     * Connects since the beginning.
     *
     * @param opened that succeeded
     * @param failed that did not
     * @param nanos how long those that succeeded took in all
     * @param maxNanos the longest of these
     */
    public record Connects(long opened, long failed, long nanos, long maxNanos) {}
}
