package io.sluice.client;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How many connections to each region server a client has, and how long they live. A request goes to the least loaded
 * connection of its server; another one is opened while all of them are busy. Immutable.
 */
public final class ConnectionPoolSettings {
    private static final int LARGEST_POOL = 1_000;
    private static final int MOST_CALLS = 10_000;

    private final Builder values;

    private ConnectionPoolSettings(Builder values) {
        this.values = values;
    }

    /** Which request goes first when requests wait for a connection with room. */
    public enum Fairness {
        /** In order of arrival, since requests wait without a thread. The default. */
        ADAPTIVE,
        /** Whichever comes first. */
        UNFAIR,
        /** In order of arrival, and later requests queue up behind. */
        FAIR
    }

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** The defaults. */
    public static ConnectionPoolSettings defaults() {
        return builder().build();
    }

    /** See {@link Builder#minConnectionsPerServer}. */
    public int minConnectionsPerServer() {
        return values.minConnectionsPerServer;
    }

    /** See {@link Builder#maxConnectionsPerServer}; empty if the configuration decides. */
    public Optional<Integer> maxConnectionsPerServer() {
        return values.maxConnectionsPerServer;
    }

    /** See {@link Builder#maxConcurrentCallsPerConnection}. */
    public int maxConcurrentCallsPerConnection() {
        return values.maxConcurrentCallsPerConnection;
    }

    /** See {@link Builder#maxConnecting}. */
    public int maxConnecting() {
        return values.maxConnecting;
    }

    /** See {@link Builder#maxConnectingTotal}. */
    public int maxConnectingTotal() {
        return values.maxConnectingTotal;
    }

    /** See {@link Builder#maxPendingAcquire}. */
    public int maxPendingAcquire() {
        return values.maxPendingAcquire;
    }

    /** See {@link Builder#idleTimeout}; empty if the configuration decides. */
    public Optional<Duration> idleTimeout() {
        return values.idleTimeout;
    }

    /** See {@link Builder#maxLifetime}. */
    public Duration maxLifetime() {
        return values.maxLifetime;
    }

    /** See {@link Builder#maxLifetimeVariance}. */
    public double maxLifetimeVariance() {
        return values.maxLifetimeVariance;
    }

    /** See {@link Builder#healthCheckInterval}. */
    public Duration healthCheckInterval() {
        return values.healthCheckInterval;
    }

    /** See {@link Builder#leakDetection}. */
    public Duration leakDetection() {
        return values.leakDetection;
    }

    /** See {@link Builder#fairness}. */
    public Fairness fairness() {
        return values.fairness;
    }

    /** Settings of the pools of a connection. Not safe for use by several threads at once. */
    public static final class Builder {
        private int minConnectionsPerServer;
        private Optional<Integer> maxConnectionsPerServer = Optional.empty();
        private int maxConcurrentCallsPerConnection = 16;
        private int maxConnecting = 2;
        private int maxConnectingTotal = 32;
        private int maxPendingAcquire = 10_000;
        private Optional<Duration> idleTimeout = Optional.empty();
        private Duration maxLifetime = Duration.ZERO;
        private double maxLifetimeVariance = 0.1;
        private Duration healthCheckInterval = Duration.ZERO;
        private Duration leakDetection = Duration.ZERO;
        private Fairness fairness = Fairness.ADAPTIVE;

        private Builder() {}

        private Builder copy() {
            Builder copy = new Builder();
            copy.minConnectionsPerServer = minConnectionsPerServer;
            copy.maxConnectionsPerServer = maxConnectionsPerServer;
            copy.maxConcurrentCallsPerConnection = maxConcurrentCallsPerConnection;
            copy.maxConnecting = maxConnecting;
            copy.maxConnectingTotal = maxConnectingTotal;
            copy.maxPendingAcquire = maxPendingAcquire;
            copy.idleTimeout = idleTimeout;
            copy.maxLifetime = maxLifetime;
            copy.maxLifetimeVariance = maxLifetimeVariance;
            copy.healthCheckInterval = healthCheckInterval;
            copy.leakDetection = leakDetection;
            copy.fairness = fairness;
            return copy;
        }

        /**
         * Connections kept open to each server that was talked to, even when idle. Default 0. A server that cannot be
         * reached is left alone until a request wants to go there.
         *
         * @throws IllegalArgumentException if negative
         */
        public Builder minConnectionsPerServer(int count) {
            minConnectionsPerServer = inRange("minConnectionsPerServer", count, 0, LARGEST_POOL);
            return this;
        }

        /**
         * Connections to a server at most. Default {@code hbase.client.ipc.pool.size}, or 4 where that is not set; there
         * is one until all are busy.
         *
         * @throws IllegalArgumentException if not between 1 and 1,000
         */
        public Builder maxConnectionsPerServer(int count) {
            maxConnectionsPerServer = Optional.of(inRange("maxConnectionsPerServer", count, 1, LARGEST_POOL));
            return this;
        }

        /**
         * Requests without an answer on one connection. Default 16. Further ones go to another connection or wait without
         * being encoded.
         *
         * @throws IllegalArgumentException if not between 1 and 10,000
         */
        public Builder maxConcurrentCallsPerConnection(int count) {
            maxConcurrentCallsPerConnection = inRange("maxConcurrentCallsPerConnection", count, 1, MOST_CALLS);
            return this;
        }

        /**
         * Connections that are opened to one server at the same time because requests wait. Default 2. A warm-up has a
         * number of its own.
         *
         * @throws IllegalArgumentException if not between 1 and 1,000
         */
        public Builder maxConnecting(int count) {
            maxConnecting = inRange("maxConnecting", count, 1, LARGEST_POOL);
            return this;
        }

        /**
         * Connections that are opened to all servers at the same time, for warm-ups, too. Default 32.
         *
         * @throws IllegalArgumentException if not positive
         */
        public Builder maxConnectingTotal(int count) {
            maxConnectingTotal = inRange("maxConnectingTotal", count, 1, Integer.MAX_VALUE);
            return this;
        }

        /**
         * Requests that may wait for a connection to one server; more are tried again later. Default 10,000. How long
         * one waits is part of its own timeout, {@code hbase.rpc.write.timeout}.
         *
         * @throws IllegalArgumentException if not positive
         */
        public Builder maxPendingAcquire(int count) {
            maxPendingAcquire = inRange("maxPendingAcquire", count, 1, Integer.MAX_VALUE);
            return this;
        }

        /**
         * A connection without a request for this long is closed, half as long again later at most. Default {@code
         * hbase.ipc.client.connection.minIdleTimeBeforeClose}, or 120 s where that is not set; zero for never.
         *
         * @throws IllegalArgumentException if negative
         */
        public Builder idleTimeout(Duration timeout) {
            idleTimeout = Optional.of(notNegative("idleTimeout", timeout));
            return this;
        }

        /**
         * A connection of this age gets no further requests and is closed after its last answer. Default zero, which is
         * no limit.
         *
         * @throws IllegalArgumentException if negative
         */
        public Builder maxLifetime(Duration lifetime) {
            maxLifetime = notNegative("maxLifetime", lifetime);
            return this;
        }

        /**
         * The part of {@link #maxLifetime} by which the limit of each connection is shorter at most, at random, so that
         * they do not all end at the same time. Default 0.1.
         *
         * @throws IllegalArgumentException if negative, or not less than 1
         */
        public Builder maxLifetimeVariance(double part) {
            if (!(part >= 0 && part < 1)) {
                throw new IllegalArgumentException(
                        "maxLifetimeVariance is " + part + " and must be from 0 to less than 1");
            }
            maxLifetimeVariance = part;
            return this;
        }

        /**
         * How often a connection without requests is asked for a sign of life, and how long the answer may take; without
         * it the connection is closed. Default zero, which is never: the operating system's keep-alive and the timeouts
         * of requests stand without it.
         *
         * @throws IllegalArgumentException if negative
         */
        public Builder healthCheckInterval(Duration interval) {
            healthCheckInterval = notNegative("healthCheckInterval", interval);
            return this;
        }

        /**
         * For tests of Sluice itself: a place on a connection that a request holds for this long is logged with the stack
         * of who took it. Default zero, which is off; each request costs a stack trace otherwise.
         *
         * @throws IllegalArgumentException if negative
         */
        public Builder leakDetection(Duration threshold) {
            leakDetection = notNegative("leakDetection", threshold);
            return this;
        }

        /** Which request goes first when requests wait. Default {@link Fairness#ADAPTIVE}. */
        public Builder fairness(Fairness policy) {
            fairness = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /**
         * The settings.
         *
         * @throws IllegalArgumentException if the minimum of connections is above the maximum
         */
        public ConnectionPoolSettings build() {
            int most = maxConnectionsPerServer.orElse(LARGEST_POOL);
            if (minConnectionsPerServer > most) {
                throw new IllegalArgumentException("minConnectionsPerServer is " + minConnectionsPerServer
                        + " and must not be above maxConnectionsPerServer, " + most);
            }
            return new ConnectionPoolSettings(copy());
        }

        private static int inRange(String name, int value, int least, int most) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(
                        name + " is " + value + " and must be from " + least + " to " + most);
            }
            return value;
        }

        private static Duration notNegative(String name, Duration value) {
            if (Objects.requireNonNull(value, name).isNegative()) {
                throw new IllegalArgumentException(name + " is " + value + " and must not be negative");
            }
            return value;
        }
    }
}
