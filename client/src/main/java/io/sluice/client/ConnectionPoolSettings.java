package io.sluice.client;

import io.sluice.Configuration;
import io.sluice.internal.settings.Setting;
import io.sluice.internal.settings.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
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
        return Builder.configured(conf).setAll(values).build();
    }

    /** See {@link Builder#minConnectionsPerServer}. */
    public int minConnectionsPerServer() {
        return values.get(Settings.POOL_MIN_CONNECTIONS);
    }

    /** See {@link Builder#maxConnectionsPerServer}; empty if the configuration decides. */
    public Optional<Integer> maxConnectionsPerServer() {
        return values.maxConnectionsPerServer;
    }

    /** See {@link Builder#maxConcurrentCallsPerConnection}. */
    public int maxConcurrentCallsPerConnection() {
        return values.get(Settings.POOL_MAX_CALLS);
    }

    /** See {@link Builder#maxConnecting}. */
    public int maxConnecting() {
        return values.get(Settings.POOL_MAX_CONNECTING);
    }

    /** See {@link Builder#maxConnectingTotal}. */
    public int maxConnectingTotal() {
        return values.get(Settings.POOL_MAX_CONNECTING_TOTAL);
    }

    /** See {@link Builder#maxPendingAcquire}. */
    public int maxPendingAcquire() {
        return values.get(Settings.POOL_MAX_PENDING);
    }

    /** See {@link Builder#idleTimeout}; empty if the configuration decides. */
    public Optional<Duration> idleTimeout() {
        return values.idleTimeout;
    }

    /** See {@link Builder#maxLifetime}. */
    public Duration maxLifetime() {
        return values.get(Settings.POOL_MAX_LIFETIME);
    }

    /** See {@link Builder#maxLifetimeVariance}. */
    public double maxLifetimeVariance() {
        return values.get(Settings.POOL_MAX_LIFETIME_VARIANCE);
    }

    /** See {@link Builder#healthCheckInterval}. */
    public Duration healthCheckInterval() {
        return values.get(Settings.POOL_HEALTH_CHECK);
    }

    /** See {@link Builder#leakDetection}. */
    public Duration leakDetection() {
        return values.get(Settings.POOL_LEAK_DETECTION);
    }

    /** See {@link Builder#fairness}. */
    public Fairness fairness() {
        return Fairness.valueOf(values.get(Settings.POOL_FAIRNESS).name());
    }

    /**
     * Settings of the pools of a connection. Setters throw {@link IllegalArgumentException} for a value out of range. Not safe
     * for use by several threads at once.
     */
    public static final class Builder {
        /** What has been set, except for the two below; the rest has its default. */
        private final Map<Setting<?>, Object> values = new HashMap<>();

        private Optional<Integer> maxConnectionsPerServer = Optional.empty();
        private Optional<Duration> idleTimeout = Optional.empty();

        private Builder() {}

        private <T> Builder set(Setting<T> setting, T value) {
            values.put(setting, value);
            return this;
        }

        @SuppressWarnings("unchecked") // As set() has put it there.
        private <T> T get(Setting<T> setting) {
            return (T) values.getOrDefault(setting, setting.defaultValue());
        }

        /** Sets here what has been set there. */
        private Builder setAll(Builder other) {
            values.putAll(other.values);
            maxConnectionsPerServer = other.maxConnectionsPerServer.or(() -> maxConnectionsPerServer);
            idleTimeout = other.idleTimeout.or(() -> idleTimeout);
            return this;
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
            return builder.set(Settings.POOL_FAIRNESS, Settings.POOL_FAIRNESS.value(conf));
        }

        /**
         * Connections that are kept open to each server in use, even when idle, 0 to 1,000. Default {@code
         * sluice.client.pool.min.connections}, 0. An unreachable server is not tried again before the next request for it.
         */
        public Builder minConnectionsPerServer(int count) {
            return set(Settings.POOL_MIN_CONNECTIONS, inRange("minConnectionsPerServer", count, 0, LARGEST_POOL));
        }

        /**
         * Maximum number of connections to a server, 1 to 1,000. Default {@code hbase.client.ipc.pool.size}; if that is not
         * set, 4. Another one is opened only when all are busy.
         */
        public Builder maxConnectionsPerServer(int count) {
            maxConnectionsPerServer = Optional.of(inRange("maxConnectionsPerServer", count, 1, LARGEST_POOL));
            return this;
        }

        /**
         * Maximum number of unanswered requests on a connection, 1 to 10,000. Default {@code
         * sluice.client.pool.max.calls.per.connection}, 16. Further ones use another connection or wait, unencoded.
         */
        public Builder maxConcurrentCallsPerConnection(int count) {
            return set(Settings.POOL_MAX_CALLS, inRange("maxConcurrentCallsPerConnection", count, 1, MOST_CALLS));
        }

        /**
         * Connections that are opened to one server at the same time because requests wait, 1 to 1,000. Default {@code
         * sluice.client.pool.max.connecting}, 2. A warm-up has its own number.
         */
        public Builder maxConnecting(int count) {
            return set(Settings.POOL_MAX_CONNECTING, inRange("maxConnecting", count, 1, LARGEST_POOL));
        }

        /**
         * Connections that are opened to all servers at the same time, warm-ups included, at least 1. Default {@code
         * sluice.client.pool.max.connecting.total}, 32.
         */
        public Builder maxConnectingTotal(int count) {
            return set(Settings.POOL_MAX_CONNECTING_TOTAL, inRange("maxConnectingTotal", count, 1, Integer.MAX_VALUE));
        }

        /**
         * Requests that may wait for a connection to one server, at least 1; further ones are retried later. Default {@code
         * sluice.client.pool.max.pending}, 10,000. The wait counts towards the request's timeout, {@code hbase.rpc.write.timeout}.
         */
        public Builder maxPendingAcquire(int count) {
            return set(Settings.POOL_MAX_PENDING, inRange("maxPendingAcquire", count, 1, Integer.MAX_VALUE));
        }

        /**
         * A connection that has had no request for this long is closed, at most half this time later. Default {@code
         * hbase.ipc.client.connection.minIdleTimeBeforeClose}; if that is not set, 120 s. Zero for never.
         */
        public Builder idleTimeout(Duration timeout) {
            idleTimeout = Optional.of(notNegative("idleTimeout", timeout));
            return this;
        }

        /**
         * A connection of this age gets no further requests and is closed after its last answer. Default {@code
         * sluice.client.pool.max.lifetime}, zero, which is no limit.
         */
        public Builder maxLifetime(Duration lifetime) {
            return set(Settings.POOL_MAX_LIFETIME, notNegative("maxLifetime", lifetime));
        }

        /**
         * The maximum part of {@link #maxLifetime}, from 0 to less than 1, by which the lifetime of each connection is shortened
         * at random, so that they do not all end at the same time. Default {@code sluice.client.pool.max.lifetime.variance}, 0.1.
         */
        public Builder maxLifetimeVariance(double part) {
            if (!(part >= 0 && part < 1)) {
                throw new IllegalArgumentException(
                        "maxLifetimeVariance is " + part + " and must be from 0 to less than 1");
            }
            return set(Settings.POOL_MAX_LIFETIME_VARIANCE, part);
        }

        /**
         * How often an idle connection is checked, and how long the answer may take; without an answer the connection is closed.
         * Default {@code sluice.client.pool.health.check.interval}, zero, which is never: the operating system's keep-alive and
         * the timeouts of requests find dead connections without it.
         */
        public Builder healthCheckInterval(Duration interval) {
            return set(Settings.POOL_HEALTH_CHECK, notNegative("healthCheckInterval", interval));
        }

        /**
         * For tests of Sluice itself: logs each request that has held its connection for this long, with the stack trace of the
         * thread that took it. Default {@code sluice.client.pool.leak.detection}, zero, which is off. If it is on, each
         * request records a stack trace.
         */
        public Builder leakDetection(Duration threshold) {
            return set(Settings.POOL_LEAK_DETECTION, notNegative("leakDetection", threshold));
        }

        /** Which request goes first when requests wait. Default {@code sluice.client.pool.fairness}, {@link Fairness#ADAPTIVE}. */
        public Builder fairness(Fairness policy) {
            String name = Objects.requireNonNull(policy, "policy").name();
            return set(Settings.POOL_FAIRNESS, io.sluice.internal.pool.Fairness.valueOf(name));
        }

        /**
         * The settings.
         *
         * @throws IllegalArgumentException if the minimum number of connections is above the maximum
         */
        public ConnectionPoolSettings build() {
            int most = maxConnectionsPerServer.orElse(LARGEST_POOL);
            int least = get(Settings.POOL_MIN_CONNECTIONS);
            if (least > most) {
                throw new IllegalArgumentException("minConnectionsPerServer (" + Settings.POOL_MIN_CONNECTIONS.name()
                        + ") is " + least + " and must not be above maxConnectionsPerServer, " + most);
            }
            return new ConnectionPoolSettings(new Builder().setAll(this));
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
