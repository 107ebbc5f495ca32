package io.sluice.client.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.Configuration;
import io.sluice.client.ConnectionPoolSettings;
import io.sluice.client.internal.net.ConnectionSettings;
import io.sluice.client.internal.net.Keys;
import io.sluice.internal.pool.Fairness;
import io.sluice.internal.pool.PoolSettings;
import io.sluice.internal.settings.Settings;
import io.sluice.internal.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Reads HBase's configuration keys of the network. Names and defaults are those of HBase 2.6. */
final class ConnectionKeys {
    private static final String POOL_SIZE = "hbase.client.ipc.pool.size";
    private static final String MAX_REQUEST = "hbase.ipc.max.request.size";
    private static final String CODEC = "hbase.client.rpc.codec";
    private static final String COMPRESSOR = "hbase.client.rpc.compressor";
    /** HBase's default, which chooses as Sluice does. */
    private static final String BUILT_IN_SELECTOR = "org.apache.hadoop.hbase.security.provider.BuiltInProviderSelector";

    private static final String KEY_VALUE_CODEC = "org.apache.hadoop.hbase.codec.KeyValueCodec";

    /** Reserved for the other fields of a connection's header; more than they need. */
    private static final int HEADER_BYTES = 4 << 10;

    /** Tags and lengths of one attribute, at most. */
    private static final int ATTRIBUTE_OVERHEAD_BYTES = 16;

    private ConnectionKeys() {}

    /** @param attributes for the header of each connection */
    static ConnectionSettings settings(Configuration conf, Map<String, byte[]> attributes) {
        refuseWhatWouldBeIgnored(conf);
        int maxFrameBytes = Keys.positiveInt(conf, MAX_REQUEST, 256 << 20);
        refuseTooManyBytes(attributes, maxFrameBytes);
        return new ConnectionSettings(
                connectTimeoutNanos(conf),
                conf.getBoolean("hbase.ipc.client.tcpnodelay", true),
                conf.getBoolean("hbase.ipc.client.tcpkeepalive", true),
                1 << 20,
                4 << 20,
                maxFrameBytes,
                nonceGroup(conf),
                Settings.VERIFY_CELLS.value(conf),
                attributes);
    }

    /** A server silently closes a connection whose header is too large. */
    private static void refuseTooManyBytes(Map<String, byte[]> attributes, int limit) {
        long bytes = 0;
        for (Map.Entry<String, byte[]> attribute : attributes.entrySet()) {
            bytes += attribute.getKey().getBytes(UTF_8).length + attribute.getValue().length + ATTRIBUTE_OVERHEAD_BYTES;
        }
        if (bytes > limit - HEADER_BYTES) {
            throw new IllegalArgumentException("connectionAttributes have " + bytes
                    + " bytes, which is too much for a header of at most " + limit + " (" + MAX_REQUEST + ")");
        }
    }

    /** Settings that a cluster may depend on: ignoring them would cause obscure failures. */
    private static void refuseWhatWouldBeIgnored(Configuration conf) {
        String codec = conf.getTrimmed(CODEC, KEY_VALUE_CODEC);
        if (!codec.equals(KEY_VALUE_CODEC)) {
            throw new IllegalArgumentException(
                    CODEC + " = '" + codec + "': Sluice writes cells by " + KEY_VALUE_CODEC + " only");
        }
        String compressor = conf.getTrimmed(COMPRESSOR, "");
        if (!compressor.isEmpty()) {
            throw new IllegalArgumentException(
                    COMPRESSOR + " = '" + compressor + "': this version of Sluice does not compress cell blocks");
        }
        for (String key : List.of("hbase.client.sasl.provider.class", "hbase.client.sasl.provider.extras")) {
            String provider = conf.getTrimmed(key, "");
            if (!provider.isEmpty() && !provider.equals(BUILT_IN_SELECTOR)) {
                throw new IllegalArgumentException(key + " = '" + provider + "': Sluice loads no classes that"
                        + " authenticate; it knows Kerberos and tokens (CredentialsProvider). Unset the key for it");
            }
        }
    }

    static long connectTimeoutNanos(Configuration conf) {
        return Keys.positiveMillis(conf, "hbase.ipc.client.socket.timeout.connect", 10_000);
    }

    /** @param given takes precedence over the configuration */
    static PoolSettings poolSettings(Configuration conf, ConnectionPoolSettings given) {
        int max = given.maxConnectionsPerServer().isPresent()
                ? given.maxConnectionsPerServer().get()
                : Keys.positiveInt(conf, POOL_SIZE, PoolSettings.Size.DEFAULTS.max());
        if (given.minConnectionsPerServer() > max) {
            throw new IllegalArgumentException("minConnectionsPerServer (" + Settings.POOL_MIN_CONNECTIONS.name()
                    + ") is " + given.minConnectionsPerServer() + " and must not be above " + POOL_SIZE + ", " + max);
        }
        Duration idle = given.idleTimeout().isPresent()
                ? given.idleTimeout().get()
                : Duration.ofMillis(
                        Math.max(0, conf.getLong("hbase.ipc.client.connection.minIdleTimeBeforeClose", 120_000)));
        long failedMillis = conf.getLong("hbase.ipc.client.failed.servers.expiry", 2_000);
        return new PoolSettings(
                new PoolSettings.Size(given.minConnectionsPerServer(), max, given.maxConcurrentCallsPerConnection()),
                new PoolSettings.Waiting(Fairness.valueOf(given.fairness().name()), given.maxPendingAcquire()),
                new PoolSettings.Connecting(
                        given.maxConnecting(), TimeUnit.MILLISECONDS.toNanos(Math.max(0, failedMillis))),
                new PoolSettings.Care(
                        Clock.nanosOf(idle),
                        Clock.nanosOf(given.maxLifetime()),
                        given.maxLifetimeVariance(),
                        Clock.nanosOf(given.healthCheckInterval()),
                        true,
                        Clock.nanosOf(given.leakDetection())));
    }

    /** As in Hadoop's simple authentication, {@code HADOOP_USER_NAME} takes precedence. */
    static String userName() {
        String fromEnvironment = System.getenv("HADOOP_USER_NAME");
        if (fromEnvironment != null && !fromEnvironment.isBlank()) {
            return fromEnvironment.trim();
        }
        return System.getProperty("user.name", "unknown");
    }

    /** 0 for no nonces: an Increment or Append that is sent again may then be applied twice. */
    private static long nonceGroup(Configuration conf) {
        if (!conf.getBoolean("hbase.client.nonces.enabled", true)) {
            return 0;
        }
        long group = ThreadLocalRandom.current().nextLong();
        return group == 0 ? 1 : group;
    }
}
