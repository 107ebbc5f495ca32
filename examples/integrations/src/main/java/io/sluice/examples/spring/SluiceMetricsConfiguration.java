package io.sluice.examples.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.client.AsyncConnection;
import io.sluice.client.MetricsBinding;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Publishes the connection's metrics in the program's Micrometer registry, if it has one. */
@AutoConfiguration(
        after = SluiceAutoConfiguration.class,
        afterName = "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
public class SluiceMetricsConfiguration {

    /** The meters of {@code docs/metrics.md}. */
    @Bean(destroyMethod = "close")
    @ConditionalOnBean(MeterRegistry.class)
    public MetricsBinding sluiceMetrics(AsyncConnection connection, MeterRegistry registry) {
        return connection.bindTo(registry);
    }
}
