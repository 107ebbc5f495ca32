package io.sluice.spring;

import io.sluice.client.AsyncConnection;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The connection's part of {@code /actuator/health}, if the program uses the actuator of Spring Boot 4. */
@AutoConfiguration(after = SluiceAutoConfiguration.class)
@ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
public class SluiceHealthConfiguration {

    /** Shown as {@code sluice}. */
    @Bean
    @ConditionalOnMissingBean(name = "sluiceHealthIndicator")
    public HealthIndicator sluiceHealthIndicator(AsyncConnection connection) {
        return () -> {
            ConnectionHealth now = ConnectionHealth.of(connection);
            return (now.up() ? Health.up() : Health.down())
                    .withDetails(now.details())
                    .build();
        };
    }
}
