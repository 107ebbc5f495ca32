package io.sluice.client;

import io.sluice.Configuration;
import io.sluice.internal.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

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
        /** In order of arrival. The default. */
        ADAPTIVE,
        /** Whichever comes first. */
        UNFAIR,
        /** In order of arrival; requests that come later queue behind those that wait. */
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

    /** These settings; those that the program has not made come from the configuration. */
    ConnectionPoolSettings over(Configuration conf) {
        return values.repeatedOn(Builder.configured(conf)).build();
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
        private int minConnectionsPerServer = Settings.POOL_MIN_CONNECTIONS.defaultValue();
        private Optional<Integer> maxConnectionsPerServer = Optional.empty();
        private int maxConcurrentCallsPerConnection = Settings.POOL_MAX_CALLS.defaultValue();
        private int maxConnecting = Settings.POOL_MAX_CONNECTING.defaultValue();
        private int maxConnectingTotal = Settings.POOL_MAX_CONNECTING_TOTAL.defaultValue();
        private int maxPendingAcquire = Settings.POOL_MAX_PENDING.defaultValue();
        private Optional<Duration> idleTimeout = Optional.empty();
        private Duration maxLifetime = Settings.POOL_MAX_LIFETIME.defaultValue();
        private double maxLifetimeVariance = Settings.POOL_MAX_LIFETIME_VARIANCE.defaultValue();
        private Duration healthCheckInterval = Settings.POOL_HEALTH_CHECK.defaultValue();
        private Duration leakDetection = Settings.POOL_LEAK_DETECTION.defaultValue();
        private Fairness fairness = of(Settings.POOL_FAIRNESS.defaultValue());

        /** What the program has set, to be repeated on a builder with the values of a configuration. */
        private final List<Consumer<Builder>> steps = new ArrayList<>();

        private Builder() {}

        private Builder set(Consumer<Builder> step) {
            step.accept(this);
            steps.add(step);
            return this;
        }

        private Builder repeatedOn(Builder other) {
            steps.forEach(other::set);
            return other;
        }

        private static Builder configured(Configuration conf) {
            Builder builder = new Builder();
            Settings.POOL_MIN_CONNECTIONS.read(conf, builder::minConnectionsPerServer);
            Settings.POOL_MAX_CALLS.read(conf, builder::maxConcurrentCallsPerConnection);
            Settings.POOL_MAX_CONNECTING.read(conf, builder::maxConnecting);
            Settings.POOL_MAX_CONNECTING_TOTAL.read(conf, builder::maxConnectingTotal);
            Settings.POOL_MAX_PENDING.read(conf, builder::maxPendingAcquire);
            Settings.POOL_MAX_LIFETIME.read(conf, builder::maxLifetime);
            Settings.POOL_MAX_LIFETIME_VARIANCE.read(conf, builder::maxLifetimeVariance);
            Settings.POOL_HEALTH_CHECK.read(conf, builder::healthCheckInterval);
            Settings.POOL_LEAK_DETECTION.read(conf, builder::leakDetection);
            return builder.fairness(of(Settings.POOL_FAIRNESS.value(conf)));
        }

        private static Fairness of(io.sluice.internal.pool.Fairness policy) {
            return Fairness.valueOf(policy.name());
        }

        /**
         * Connections that are kept open to each server in use, even when idle. Default {@code
         * sluice.client.pool.min.connections}, 0. An unreachable server is not tried again before the next request for it.
         *
         * @throws IllegalArgumentException if negative
         */
        public Builder minConnectionsPerServer(int count) {
            int checked = inRange("minConnectionsPerServer", count, 0, LARGEST_POOL);
            return set(builder -> builder.minConnectionsPerServer = checked);
        }

        /**
         * Maximum number of connections to a server. Default {@code hbase.client.ipc.pool.size}; if that is not set, 4.
         * Another one is opened only when all are busy.
         *
         * @throws IllegalArgumentException if not between 1 and 1,000
         */
        public Builder maxConnectionsPerServer(int count) {
            int checked = inRange("maxConnectionsPerServer", count, 1, LARGEST_POOL);
            return set(builder -> builder.maxConnectionsPerServer = Optional.of(checked));
        }

        /**
         * Maximum number of unanswered requests on a connection. Default {@code
         * sluice.client.pool.max.calls.per.connection}, 16. Further ones use another connection or wait, unencoded.
         *
         * @throws IllegalArgumentException if not between 1 and 10,000
         */
        public Builder maxConcurrentCallsPerConnection(int count) {
            int checked = inRange("maxConcurrentCallsPerConnection", count, 1, MOST_CALLS);
            return set(builder -> builder.maxConcurrentCallsPerConnection = checked);
        }

        /**
         * Connections that are opened to one server at the same time because requests wait. Default {@code
         * sluice.client.pool.max.connecting}, 2. A warm-up has its own number.
         *
         * @throws IllegalArgumentException if not between 1 and 1,000
         */
        public Builder maxConnecting(int count) {
            int checked = inRange("maxConnecting", count, 1, LARGEST_POOL);
            return set(builder -> builder.maxConnecting = checked);
        }

        /**
         * Connections that are opened to all servers at the same time, warm-ups included. Default {@code
         * sluice.client.pool.max.connecting.total}, 32.
         *
         * @throws IllegalArgumentException if not positive
         */
        public Builder maxConnectingTotal(int count) {
            int checked = inRange("maxConnectingTotal", count, 1, Integer.MAX_VALUE);
            return set(builder -> builder.maxConnectingTotal = checked);
        }

        /**
         * Requests that may wait for a connection to one server; further ones are retried later. Default {@code
         * sluice.client.pool.max.pending}, 10,000. The wait counts towards the request's timeout, {@code hbase.rpc.write.timeout}.
         *
         * @throws IllegalArgumentException if not positive
         */
        public Builder maxPendingAcquire(int count) {
            int checked = inRange("maxPendingAcquire", count, 1, Integer.MAX_VALUE);
            return set(builder -> builder.maxPendingAcquire = checked);
        }

        /**
         * A connection that has had no request for this long is closed, at most half this time later. Default {@code
         * hbase.ipc.client.connection.minIdleTimeBeforeClose}; if that is not set, 120 s. Zero for never.
         *
         * @throws IllegalArgumentException if negative
         */
        public Builder idleTimeout(Duration timeout) {
            Duration checked = notNegative("idleTimeout", timeout);
            return set(builder -> builder.idleTimeout = Optional.of(checked));
        }

        /**
         * A connection of this age gets no further requests and is closed after its last answer. Default {@code
         * sluice.client.pool.max.lifetime}, zero, which is no limit.
         *
         * @throws IllegalArgumentException if negative
         */
        public Builder maxLifetime(Duration lifetime) {
            Duration checked = notNegative("maxLifetime", lifetime);
            return set(builder -> builder.maxLifetime = checked);
        }

        /**
         * The maximum part of {@link #maxLifetime} by which the lifetime of each connection is shortened at random, so that they
         * do not all end at the same time. Default {@code sluice.client.pool.max.lifetime.variance}, 0.1.
         *
         * @throws IllegalArgumentException if negative, or not less than 1
         */
        public Builder maxLifetimeVariance(double part) {
            if (!(part >= 0 && part < 1)) {
                throw new IllegalArgumentException(
                        "maxLifetimeVariance is " + part + " and must be from 0 to less than 1");
            }
            return set(builder -> builder.maxLifetimeVariance = part);
        }

        /**
         * How often an idle connection is checked, and how long the answer may take; without an answer the connection is closed.
         * Default {@code sluice.client.pool.health.check.interval}, zero, which is never: the operating system's keep-alive and
         * the timeouts of requests find dead connections without it.
         *
         * @throws IllegalArgumentException if negative
         */
        public Builder healthCheckInterval(Duration interval) {
            Duration checked = notNegative("healthCheckInterval", interval);
            return set(builder -> builder.healthCheckInterval = checked);
        }

        /**
         * For tests of Sluice itself: logs each request that has held its connection for this long, with the stack trace of the
         * thread that took it. Default {@code sluice.client.pool.leak.detection}, zero, which is off. If it is on, each
         * request records a stack trace.
         *
         * @throws IllegalArgumentException if negative
         */
        public Builder leakDetection(Duration threshold) {
            Duration checked = notNegative("leakDetection", threshold);
            return set(builder -> builder.leakDetection = checked);
        }

        /** Which request goes first when requests wait. Default {@code sluice.client.pool.fairness}, {@link Fairness#ADAPTIVE}. */
        public Builder fairness(Fairness policy) {
            Objects.requireNonNull(policy, "policy");
            return set(builder -> builder.fairness = policy);
        }

        /**
         * The settings.
         *
         * @throws IllegalArgumentException if the minimum number of connections is above the maximum
         */
        public ConnectionPoolSettings build() {
            int most = maxConnectionsPerServer.orElse(LARGEST_POOL);
            if (minConnectionsPerServer > most) {
                throw new IllegalArgumentException(
                        "minConnectionsPerServer (" + Settings.POOL_MIN_CONNECTIONS.name() + ") is "
                                + minConnectionsPerServer + " and must not be above maxConnectionsPerServer, " + most);
            }
            return new ConnectionPoolSettings(repeatedOn(new Builder()));
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
