package io.sluice.examples.spring;

import io.sluice.client.AsyncConnection;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The connection's part of {@code /actuator/health}, if the program has Spring Boot Actuator. */
@AutoConfiguration(after = SluiceAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
public class SluiceHealthConfiguration {

    /** Shown as {@code sluice}. */
    @Bean
    public HealthIndicator sluiceHealthIndicator(AsyncConnection connection) {
        return new SluiceHealth(connection);
    }
}
