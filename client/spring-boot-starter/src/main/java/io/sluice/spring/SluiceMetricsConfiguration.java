package io.sluice.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.client.AsyncConnection;
import io.sluice.client.MetricsBinding;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Publishes the connection's metrics in the program's Micrometer registry, if it has one. */
@AutoConfiguration(
        after = SluiceAutoConfiguration.class,
        // The names in Spring Boot 3 and in 4.
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
public class SluiceMetricsConfiguration {

    /** The meters of {@code docs/metrics.md}. */
    @Bean(destroyMethod = "close")
    @ConditionalOnBean(MeterRegistry.class)
    @ConditionalOnMissingBean
    public MetricsBinding sluiceMetrics(AsyncConnection connection, MeterRegistry registry) {
        return connection.bindTo(registry);
    }
}
