package io.sluice.spring;

import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.HBaseConfiguration;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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

    /** The connection; without it the program does not start. If it opens after the timeout, it is closed. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    public AsyncConnection sluiceConnection(
            Configuration configuration,
            SluiceProperties properties,
            ObjectProvider<SluiceBuilderCustomizer> customizers)
            throws ExecutionException, InterruptedException, TimeoutException {
        AsyncConnections.Builder builder = AsyncConnections.builder().configuration(configuration);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return await(builder.build(), properties.connectTimeout());
    }

    private static AsyncConnection await(CompletableFuture<AsyncConnection> opening, Duration limit)
            throws ExecutionException, InterruptedException, TimeoutException {
        try {
            return opening.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            closeWhenOpen(opening);
            throw new TimeoutException("the cluster did not answer within sluice.connect-timeout, " + limit.toMillis()
                    + " ms; check that the settings below sluice.hbase name the right cluster");
        } catch (InterruptedException e) {
            closeWhenOpen(opening);
            throw e;
        }
    }

    /** Closes a connection that no caller waits for any more, which would keep its threads and sockets. */
    private static void closeWhenOpen(CompletableFuture<AsyncConnection> opening) {
        CompletableFuture<CloseResult> unused = opening.thenCompose(connection -> connection.closeAsync(Duration.ZERO));
    }
}
