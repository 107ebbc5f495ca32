package io.sluice.internal.settings;

import io.sluice.Ordering;
import io.sluice.internal.pool.Fairness;
import io.sluice.internal.pool.PoolSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * All keys of Sluice's own, with their defaults. The limits of their values are with the setters of the builders. The search
 * for unknown keys and the test of docs/configuration.md go by this list, too.
 */
public final class Settings {
    private static final List<Setting<?>> ALL = new ArrayList<>();

    // ---- Connection

    public static final Setting<Long> BUFFER_BUDGET = ofConnection(
            "sluice.client.buffer.budget",
            Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 4));
    public static final Setting<Double> REGION_SHARE = ofConnection("sluice.client.region.share", 0.25);
    public static final Setting<Integer> BLOCK_SIZE = ofConnection("sluice.client.block.size", 64 << 10);
    /** The default is a system property, so that tests can turn the check on for all connections. */
    public static final Setting<Boolean> VERIFY_CELLS =
            ofConnection("sluice.client.verify.cells", Boolean.getBoolean("sluice.verify.cells"));

    // ---- Pools of a connection

    public static final Setting<Integer> POOL_MIN_CONNECTIONS =
            ofConnection("sluice.client.pool.min.connections", PoolSettings.Size.DEFAULTS.min());
    public static final Setting<Integer> POOL_MAX_CALLS = ofConnection(
            "sluice.client.pool.max.calls.per.connection", PoolSettings.Size.DEFAULTS.callsPerConnection());
    public static final Setting<Integer> POOL_MAX_CONNECTING =
            ofConnection("sluice.client.pool.max.connecting", PoolSettings.Connecting.DEFAULTS.maxConnecting());
    public static final Setting<Integer> POOL_MAX_CONNECTING_TOTAL =
            ofConnection("sluice.client.pool.max.connecting.total", 32);
    public static final Setting<Integer> POOL_MAX_PENDING =
            ofConnection("sluice.client.pool.max.pending", PoolSettings.Waiting.DEFAULTS.maxPending());
    public static final Setting<Duration> POOL_MAX_LIFETIME = ofConnection(
            "sluice.client.pool.max.lifetime", Duration.ofNanos(PoolSettings.Care.DEFAULTS.maxLifetimeNanos()));
    public static final Setting<Double> POOL_MAX_LIFETIME_VARIANCE =
            ofConnection("sluice.client.pool.max.lifetime.variance", PoolSettings.Care.DEFAULTS.lifetimeVariance());
    public static final Setting<Duration> POOL_HEALTH_CHECK = ofConnection(
            "sluice.client.pool.health.check.interval",
            Duration.ofNanos(PoolSettings.Care.DEFAULTS.healthCheckNanos()));
    public static final Setting<Duration> POOL_LEAK_DETECTION =
            ofConnection("sluice.client.pool.leak.detection", Duration.ofNanos(PoolSettings.Care.DEFAULTS.leakNanos()));
    public static final Setting<Fairness> POOL_FAIRNESS =
            ofConnection("sluice.client.pool.fairness", PoolSettings.Waiting.DEFAULTS.fairness());

    // ---- Mutator

    public static final Setting<BackpressureMode> BACKPRESSURE =
            ofTable("sluice.client.backpressure", BackpressureMode.BLOCK);
    public static final Setting<Duration> BACKPRESSURE_TIMEOUT =
            ofTable("sluice.client.backpressure.timeout", Duration.ofSeconds(60));
    /**
     * With what is sent beside the cells, this fits into 1 MiB: memory for frames comes in powers of two.
     *
     * <p>A server without its log took, for values of 10,000 bytes, a tenth less processor time for requests of 1 MiB than for
     * those of 512 KiB, and a fifteenth more than for those of 2 MiB; for values of 1,000 bytes, as much as for 512 KiB, and a
     * tenth less than for 2 MiB. The client took less the larger they were. With its log the server took as much for 512 KiB
     * as for 2 MiB, and a tenth more for 128 KiB. Smaller values reach the limit of mutations first.
     */
    public static final Setting<Long> MAX_REQUEST_SIZE = ofTable("sluice.client.max.request.size", 960L << 10);

    public static final Setting<Duration> CLOSE_TIMEOUT =
            ofTable("sluice.client.close.timeout", Duration.ofSeconds(30));
    public static final Setting<Integer> MAX_IN_FLIGHT_PER_SERVER =
            ofTable("sluice.client.max.in.flight.per.server", 16);
    public static final Setting<Ordering> ORDERING = ofTable("sluice.client.ordering", Ordering.NONE);
    public static final Setting<Boolean> CLIENT_TIMESTAMPS = ofTable("sluice.client.timestamps", false);

    // ---- Adapter for HBase's programs

    public static final Setting<Boolean> TABLE_WRITES = ofConnection("sluice.hbase.table.writes", false);

    private Settings() {}

    /** All of them. */
    public static List<Setting<?>> all() {
        return Collections.unmodifiableList(ALL);
    }

    private static <T> Setting<T> ofConnection(String name, T defaultValue) {
        return listed(new Setting<>(name, false, defaultValue));
    }

    private static <T> Setting<T> ofTable(String name, T defaultValue) {
        return listed(new Setting<>(name, true, defaultValue));
    }

    private static <T> Setting<T> listed(Setting<T> setting) {
        ALL.add(setting);
        return setting;
    }
}
