package io.sluice.internal.pool;

import java.util.concurrent.TimeUnit;

/** Settings of a pool. A time of 0 turns off what it limits, unless stated otherwise. */
public record PoolSettings(Size size, Waiting waiting, Connecting connecting, Care care) {
    /**
     * Number of connections.
     *
     * @param min kept open; default 0
     * @param max at most; default 4, not more than 65,536
     * @param callsPerConnection leases of one connection at the same time; default 16. 1 gives each to one user only
     */
    public record Size(int min, int max, int callsPerConnection) {
        public static final Size DEFAULTS = new Size(0, 4, 16);

        private static final int LARGEST_POOL = 1 << 16;
        private static final int MOST_CALLS = (1 << 16) - 1;

        public Size {
            require(max >= 1 && max <= LARGEST_POOL, "maxConnections", max, "1 to 65536");
            require(min >= 0 && min <= max, "minConnections", min, "0 to maxConnections, " + max);
            require(
                    callsPerConnection >= 1 && callsPerConnection <= MOST_CALLS,
                    "callsPerConnection",
                    callsPerConnection,
                    "1 to 65535");
        }
    }

    /**
     * Waiting for a connection.
     *
     * @param maxPending callers that may wait at the same time; default 10,000, 0 for none
     */
    public record Waiting(Fairness fairness, int maxPending) {
        public static final Waiting DEFAULTS = new Waiting(Fairness.ADAPTIVE, 10_000);

        public Waiting {
            require(maxPending >= 0, "maxPendingAcquire", maxPending, "0 or more");
        }
    }

    /**
     * Opening connections.
     *
     * @param maxConnecting connects at the same time for waiting callers; default 2. A warm-up has its own number
     * @param failedExpiryNanos how long callers fail with the error of a failed connect; default 2 s, 0 to fail only those
     *     that already wait
     */
    public record Connecting(int maxConnecting, long failedExpiryNanos) {
        public static final Connecting DEFAULTS = new Connecting(2, TimeUnit.SECONDS.toNanos(2));

        public Connecting {
            require(maxConnecting >= 1, "maxConnecting", maxConnecting, "positive");
            require(failedExpiryNanos >= 0, "expiry of failed servers in ns", failedExpiryNanos, "0 or more");
        }
    }

    /**
     * Care of open connections.
     *
     * @param idleNanos a connection that was not used for this long is closed if more than the minimum are open; default
     *     120 s
     * @param maxLifetimeNanos how old a connection may become; one in use is closed when it is released; default off
     * @param lifetimeVariance the limit of each connection is shortened by a random part of up to this share, so that they do
     *     not all end together; default 0.1
     * @param healthCheckNanos how often an unused connection is checked, and how long the answer may take; default off
     * @param timesUse whether leases are timed, which reads the clock twice for each; default off
     * @param leakNanos test mode: each lease records its stack trace, which is logged if it is held this long; default off
     */
    public record Care(
            long idleNanos,
            long maxLifetimeNanos,
            double lifetimeVariance,
            long healthCheckNanos,
            boolean timesUse,
            long leakNanos) {
        public static final Care DEFAULTS = new Care(TimeUnit.SECONDS.toNanos(120), 0, 0.1, 0, false, 0);

        public Care {
            require(idleNanos >= 0, "idleTimeout in ns", idleNanos, "0 or more");
            require(maxLifetimeNanos >= 0, "maxLifetime in ns", maxLifetimeNanos, "0 or more");
            require(
                    lifetimeVariance >= 0 && lifetimeVariance < 1,
                    "maxLifetimeVariance",
                    lifetimeVariance,
                    "0 or more and less than 1");
            require(healthCheckNanos >= 0, "healthCheckInterval in ns", healthCheckNanos, "0 or more");
            require(leakNanos >= 0, "leak threshold in ns", leakNanos, "0 or more");
        }
    }

    private static void require(boolean kept, String name, Number value, String limits) {
        if (!kept) {
            throw new IllegalArgumentException(name + " is " + value + " and must be " + limits);
        }
    }
}
