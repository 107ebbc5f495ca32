package io.sluice.internal.pool;

import java.util.concurrent.TimeUnit;

/** How a pool behaves. Times of 0 turn off what they limit, unless it is said otherwise. */
public record PoolSettings(Size size, Waiting waiting, Connecting connecting, Care care) {

    public static final PoolSettings DEFAULTS =
            new PoolSettings(Size.DEFAULTS, Waiting.DEFAULTS, Connecting.DEFAULTS, Care.DEFAULTS);

    /** A pool that gives each connection to one user at a time. */
    public static PoolSettings exclusive(int maxConnections) {
        return DEFAULTS.withSize(new Size(0, maxConnections, 1));
    }

    public PoolSettings withSize(Size other) {
        return new PoolSettings(other, waiting, connecting, care);
    }

    public PoolSettings withFairness(Fairness fairness) {
        Waiting other = new Waiting(fairness, waiting.timeoutNanos(), waiting.maxPending());
        return new PoolSettings(size, other, connecting, care);
    }

    public PoolSettings withConnecting(Connecting other) {
        return new PoolSettings(size, waiting, other, care);
    }

    /**
     * How many connections there are.
     *
     * @param min kept open; 0
     * @param max at most; 4, and not more than 65,536
     * @param callsPerConnection leases of one connection at the same time; 16. 1 means that each is used by one only
     */
    public record Size(int min, int max, int callsPerConnection) {
        public static final Size DEFAULTS = new Size(0, 4, 16);

        private static final int LARGEST_POOL = 1 << 16;
        private static final int MOST_CALLS = (1 << 16) - 1;

        public Size {
            Limits.require(max >= 1 && max <= LARGEST_POOL, "maxConnections", max, "1 to 65536");
            Limits.require(min >= 0 && min <= max, "minConnections", min, "0 to maxConnections, " + max);
            Limits.require(
                    callsPerConnection >= 1 && callsPerConnection <= MOST_CALLS,
                    "callsPerConnection",
                    callsPerConnection,
                    "1 to 65535");
        }
    }

    /**
     * How one waits for a connection.
     *
     * @param timeoutNanos for callers that do not say for how long; 10 s, positive
     * @param maxPending how many may wait at the same time; 10,000, 0 for nobody
     */
    public record Waiting(Fairness fairness, long timeoutNanos, int maxPending) {
        public static final Waiting DEFAULTS = new Waiting(Fairness.ADAPTIVE, TimeUnit.SECONDS.toNanos(10), 10_000);

        public Waiting {
            Limits.require(timeoutNanos > 0, "acquireTimeout in ns", timeoutNanos, "positive");
            Limits.require(maxPending >= 0, "maxPendingAcquire", maxPending, "0 or more");
        }
    }

    /**
     * How connections are opened.
     *
     * @param maxConnecting opened at the same time for waiting callers; 2. A warm-up has its own number
     * @param failedExpiryNanos for how long a failed connect stands for all; 2 s, 0 for none but those that wait
     *     already
     */
    public record Connecting(int maxConnecting, long failedExpiryNanos) {
        public static final Connecting DEFAULTS = new Connecting(2, TimeUnit.SECONDS.toNanos(2));

        public Connecting {
            Limits.require(maxConnecting >= 1, "maxConnecting", maxConnecting, "positive");
            Limits.require(failedExpiryNanos >= 0, "expiry of failed servers in ns", failedExpiryNanos, "0 or more");
        }
    }

    /**
     * The care of open connections.
     *
     * @param idleNanos one that was not used for this long is closed, as long as more than the minimum are open; 120 s
     * @param lifetime how old connections may become
     * @param healthCheckNanos how often one that is not in use is checked, and how long the answer may take; off
     * @param timesUse whether leases are timed: two readings of the clock for each; off
     * @param leakNanos test mode: each lease notes who took it, which is logged for one that is held this long; off
     */
    public record Care(long idleNanos, Lifetime lifetime, long healthCheckNanos, boolean timesUse, long leakNanos) {
        public static final Care DEFAULTS = new Care(TimeUnit.SECONDS.toNanos(120), Lifetime.UNLIMITED, 0, false, 0);

        public Care {
            Limits.require(idleNanos >= 0, "idleTimeout in ns", idleNanos, "0 or more");
            Limits.require(healthCheckNanos >= 0, "healthCheckInterval in ns", healthCheckNanos, "0 or more");
            Limits.require(leakNanos >= 0, "leak threshold in ns", leakNanos, "0 or more");
        }
    }

    /**
     * How old connections may become.
     *
     * @param maxNanos at most; one in use is closed when it is given back; off
     * @param variance each connection's own limit is shorter by a random part of this size, so that they do not all end
     *     together; 0.1
     */
    public record Lifetime(long maxNanos, double variance) {
        public static final Lifetime UNLIMITED = new Lifetime(0, 0.1);

        public Lifetime {
            Limits.require(maxNanos >= 0, "maxLifetime in ns", maxNanos, "0 or more");
            Limits.require(variance >= 0 && variance < 1, "maxLifetimeVariance", variance, "0 or more and less than 1");
        }
    }

    /** A class of its own: to call a method of the outer class makes its constants, before the inner ones. */
    private static final class Limits {
        private static void require(boolean kept, String name, Number value, String limits) {
            if (!kept) {
                throw new IllegalArgumentException(name + " is " + value + " and must be " + limits);
            }
        }
    }
}
