package io.sluice.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.Configuration;
import io.sluice.client.ConnectionPoolSettings;
import io.sluice.client.internal.net.ConnectionSettings;
import io.sluice.internal.pool.Fairness;
import io.sluice.internal.pool.PoolSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoolKeysTest {
    private final Configuration conf = new Configuration();

    private PoolSettings read(ConnectionPoolSettings given) {
        return ConnectionKeys.poolSettings(conf, given);
    }

    @Test
    void nothingSet_defaults() {
        PoolSettings read = read(ConnectionPoolSettings.defaults());
        assertThat(read.size()).isEqualTo(PoolSettings.Size.DEFAULTS);
        assertThat(read.waiting()).isEqualTo(PoolSettings.Waiting.DEFAULTS);
        assertThat(read.connecting()).isEqualTo(PoolSettings.Connecting.DEFAULTS);
        assertThat(read.care().idleNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(120));
        assertThat(read.care().maxLifetimeNanos()).isZero();
        assertThat(read.care().lifetimeVariance()).isEqualTo(PoolSettings.Care.DEFAULTS.lifetimeVariance());
    }

    @Test
    void keys_areRead_andTheBuilderGoesOverThem() {
        conf.set("hbase.client.ipc.pool.size", "7");
        conf.set("hbase.ipc.client.connection.minIdleTimeBeforeClose", "3000");
        conf.set("hbase.ipc.client.failed.servers.expiry", "500");
        PoolSettings read = read(ConnectionPoolSettings.defaults());
        assertThat(read.size().max()).isEqualTo(7);
        assertThat(read.care().idleNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(3));
        assertThat(read.connecting().failedExpiryNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));

        read = read(ConnectionPoolSettings.builder()
                .minConnectionsPerServer(1)
                .maxConnectionsPerServer(2)
                .idleTimeout(Duration.ofMinutes(5))
                .fairness(ConnectionPoolSettings.Fairness.UNFAIR)
                .build());
        assertThat(read.size()).isEqualTo(new PoolSettings.Size(1, 2, 16));
        assertThat(read.care().idleNanos()).isEqualTo(TimeUnit.MINUTES.toNanos(5));
        assertThat(read.waiting().fairness()).isEqualTo(Fairness.UNFAIR);
    }

    @Test
    void poolSizeOutOfRange_namesTheKey() {
        conf.set("hbase.client.ipc.pool.size", "0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(ConnectionPoolSettings.defaults()))
                .withMessage("hbase.client.ipc.pool.size must be positive, not 0");
    }

    @Test
    void nonces_byTheirKey_areSentOrNot() {
        assertThat(settings().nonceGroup()).isNotZero();
        conf.set("hbase.client.nonces.enabled", "false");
        assertThat(settings().nonceGroup()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hbase.client.sasl.provider.class", "hbase.client.sasl.provider.extras"})
    void classesThatAuthenticate_areRefusedByKey(String key) {
        conf.set(key, "org.example.Provider");
        assertThatIllegalArgumentException().isThrownBy(this::settings).withMessageContainingAll(key, "org.example");
        conf.set(key, "org.apache.hadoop.hbase.security.provider.BuiltInProviderSelector");
        assertThat(settings().nonceGroup()).isNotZero();
    }

    @Test
    void attributes_ofMoreBytesThanAHeaderMayHave_areRefused() {
        conf.set("hbase.ipc.max.request.size", "10000");
        assertThat(settings(Map.of("team", new byte[5_000])).attributes()).containsOnlyKeys("team");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(Map.of("team", new byte[5_000], "job", new byte[1_000])))
                .withMessageContainingAll("6039 bytes", "10000", "hbase.ipc.max.request.size");
    }

    private ConnectionSettings settings() {
        return settings(Map.of());
    }

    private ConnectionSettings settings(Map<String, byte[]> attributes) {
        return ConnectionKeys.settings(conf, attributes);
    }
}
