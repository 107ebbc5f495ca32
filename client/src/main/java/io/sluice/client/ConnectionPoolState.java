package io.sluice.client;

import io.sluice.ServerName;
import java.util.Map;

/**
 * A snapshot of the connections to region servers. The numbers are read one after the other while work goes on, so they need
 * not belong to the same moment.
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
        /** Closed by the server, broken, or given up after a timeout. */
        LOST,
        /** The client was closed. */
        CLOSED
    }

    /**
     * One server, or all together.
     *
     * @param closed connections that have ended; every reason has a number
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
     * @param connecting being opened
     * @param unreachable servers for which requests fail at once because the last connect failed
     */
    public record Connections(int idle, int leased, int connecting, int unreachable) {
        /** Open connections. */
        public int open() {
            return idle + leased;
        }

        /** Open connections and those being opened. */
        public int size() {
            return open() + connecting;
        }
    }

    /**
     * Requests of mutations and look-ups; all but the first two counted since the beginning.
     *
     * @param inFlight on connections now
     * @param pending waiting for a connection now
     * @param acquired that got a connection
     * @param waited that had to wait for one, including those that got none
     * @param waitNanos total time of these waits
     * @param maxWaitNanos the longest wait
     * @param timeouts that got no connection in time
     * @param refused because too many waited
     * @param usedNanos total time that requests had their connection
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
     * @param nanos total time of the connects that succeeded
     * @param maxNanos the longest of these
     */
    public record Connects(long opened, long failed, long nanos, long maxNanos) {}
}
