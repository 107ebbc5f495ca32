package io.sluice.spring;

import io.sluice.Configuration;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.HBaseConfiguration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * One connection for the program, which is closed with it: everything that was accepted is sent before the program
 * ends. Create mutators where they are used, with {@code connection.getBufferedMutator}.
 */
@AutoConfiguration
@ConditionalOnClass(AsyncConnection.class)
@EnableConfigurationProperties(SluiceProperties.class)
public class SluiceAutoConfiguration {

    /** {@code hbase-site.xml}, overridden by the program's own settings. */
    @Bean
    @ConditionalOnMissingBean
    public Configuration sluiceConfiguration(SluiceProperties properties) {
        Configuration configuration = HBaseConfiguration.create();
        properties.hbase().forEach(configuration::set);
        return configuration;
    }

    /** The connection; without it the program does not start. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    public AsyncConnection sluiceConnection(
            Configuration configuration,
            SluiceProperties properties,
            ObjectProvider<SluiceBuilderCustomizer> customizers)
            throws ExecutionException, InterruptedException, TimeoutException {
        AsyncConnections.Builder builder = AsyncConnections.builder().configuration(configuration);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.build().get(properties.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
    }
}
