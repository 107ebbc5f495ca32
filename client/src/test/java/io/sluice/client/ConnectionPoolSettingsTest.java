package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.Configuration;
import io.sluice.TableName;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectionPoolSettingsTest {

    @Test
    void defaults_areThoseOfTheDocumentation() {
        ConnectionPoolSettings defaults = ConnectionPoolSettings.defaults();
        assertThat(defaults.minConnectionsPerServer()).isZero();
        assertThat(defaults.maxConnectionsPerServer()).isEmpty();
        assertThat(defaults.maxConcurrentCallsPerConnection()).isEqualTo(16);
        assertThat(defaults.maxConnecting()).isEqualTo(2);
        assertThat(defaults.maxConnectingTotal()).isEqualTo(32);
        assertThat(defaults.maxPendingAcquire()).isEqualTo(10_000);
        assertThat(defaults.idleTimeout()).isEmpty();
        assertThat(defaults.maxLifetime()).isZero();
        assertThat(defaults.maxLifetimeVariance()).isEqualTo(0.1);
        assertThat(defaults.healthCheckInterval()).isZero();
        assertThat(defaults.leakDetection()).isZero();
        assertThat(defaults.fairness()).isEqualTo(ConnectionPoolSettings.Fairness.ADAPTIVE);
    }

    @Test
    void build_laterChangesOfTheBuilder_doNotReachWhatWasBuilt() {
        ConnectionPoolSettings.Builder builder =
                ConnectionPoolSettings.builder().maxConnectionsPerServer(3);
        ConnectionPoolSettings built = builder.build();
        assertThat(builder.maxConnectionsPerServer(5).build().maxConnectionsPerServer())
                .contains(5);
        assertThat(built.maxConnectionsPerServer()).contains(3);
    }

    @Test
    void over_configuration_takesWhatTheProgramHasNotSet() {
        Configuration conf = new Configuration();
        conf.set("sluice.client.pool.min.connections", "1");
        conf.set("sluice.client.pool.max.calls.per.connection", "2");
        conf.set("sluice.client.pool.max.connecting", "3");
        conf.set("sluice.client.pool.max.connecting.total", "4");
        conf.set("sluice.client.pool.max.pending", "5");
        conf.set("sluice.client.pool.max.lifetime", "6s");
        conf.set("sluice.client.pool.max.lifetime.variance", "0.7");
        conf.set("sluice.client.pool.health.check.interval", "8");
        conf.set("sluice.client.pool.leak.detection", "9m");
        conf.set("sluice.client.pool.fairness", "fair");

        ConnectionPoolSettings all = ConnectionPoolSettings.defaults().over(conf);
        assertThat(all.minConnectionsPerServer()).isEqualTo(1);
        assertThat(all.maxConnectionsPerServer()).isEmpty();
        assertThat(all.maxConcurrentCallsPerConnection()).isEqualTo(2);
        assertThat(all.maxConnecting()).isEqualTo(3);
        assertThat(all.maxConnectingTotal()).isEqualTo(4);
        assertThat(all.maxPendingAcquire()).isEqualTo(5);
        assertThat(all.idleTimeout()).isEmpty();
        assertThat(all.maxLifetime()).isEqualTo(Duration.ofSeconds(6));
        assertThat(all.maxLifetimeVariance()).isEqualTo(0.7);
        assertThat(all.healthCheckInterval()).isEqualTo(Duration.ofMillis(8));
        assertThat(all.leakDetection()).isEqualTo(Duration.ofMinutes(9));
        assertThat(all.fairness()).isEqualTo(ConnectionPoolSettings.Fairness.FAIR);
    }

    @Test
    void over_configuration_leavesWhatTheProgramHasSet_defaultsIncluded() {
        Configuration conf = new Configuration();
        conf.set("sluice.client.pool.max.calls.per.connection", "2");
        conf.set("sluice.client.pool.max.connecting", "3");
        conf.set("sluice.client.pool.max.lifetime", "6s");
        ConnectionPoolSettings set = ConnectionPoolSettings.builder()
                .maxConcurrentCallsPerConnection(16)
                .maxConnectionsPerServer(7)
                .maxLifetime(Duration.ZERO)
                .build();

        ConnectionPoolSettings all = set.over(conf);
        assertThat(all.maxConcurrentCallsPerConnection()).isEqualTo(16);
        assertThat(all.maxConnectionsPerServer()).contains(7);
        assertThat(all.maxConnecting()).isEqualTo(3);
        assertThat(all.maxLifetime()).isZero();
        assertThat(set.maxConnecting()).as("unchanged").isEqualTo(2);
    }

    @Test
    void setter_valueOutOfRange_namesSettingValueAndLimits() {
        ConnectionPoolSettings.Builder builder = ConnectionPoolSettings.builder();
        refused(() -> builder.minConnectionsPerServer(-1), "minConnectionsPerServer is -1 and must be from 0 to 1000");
        refused(() -> builder.maxConnectionsPerServer(0), "maxConnectionsPerServer is 0 and must be from 1 to 1000");
        refused(
                () -> builder.maxConcurrentCallsPerConnection(0),
                "maxConcurrentCallsPerConnection is 0 and must be from 1 to 10000");
        refused(() -> builder.maxConnecting(0), "maxConnecting is 0 and must be from 1 to 1000");
        refused(() -> builder.maxConnectingTotal(0), "maxConnectingTotal is 0 and must be from 1 to 2147483647");
        refused(() -> builder.maxPendingAcquire(0), "maxPendingAcquire is 0 and must be from 1 to 2147483647");
        refused(() -> builder.idleTimeout(Duration.ofMillis(-1)), "idleTimeout is PT-0.001S and must not be negative");
        refused(() -> builder.maxLifetimeVariance(1), "maxLifetimeVariance is 1.0 and must be from 0 to less than 1");
        refused(() -> builder.maxLifetimeVariance(Double.NaN), "maxLifetimeVariance is NaN");
    }

    @Test
    void build_minimumAboveMaximum_isRefused() {
        refused(
                () -> ConnectionPoolSettings.builder()
                        .minConnectionsPerServer(3)
                        .maxConnectionsPerServer(2)
                        .build(),
                "minConnectionsPerServer (sluice.client.pool.min.connections) is 3 and must not be above"
                        + " maxConnectionsPerServer, 2");
    }

    @Test
    void warmUp_badNumbers_areRefused() {
        WarmUp usual = WarmUp.ofTables(TableName.valueOf("t"));
        assertThat(usual).isEqualTo(new WarmUp(usual.tables(), 1, 8, Duration.ofSeconds(10)));
        assertThat(WarmUp.ofKnownServers().tables()).isEmpty();
        refused(() -> usual.withConnectionsPerServer(0), "connectionsPerServer is 0");
        refused(() -> usual.withParallelism(0), "parallelism is 0");
        refused(() -> usual.withDeadline(Duration.ZERO), "deadline is PT0S");
        refused(WarmUp::ofTables, "no table given");
    }

    private static void refused(Runnable setting, String message) {
        assertThatIllegalArgumentException().isThrownBy(setting::run).withMessageContaining(message);
    }
}
