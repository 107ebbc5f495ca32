package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.sluice.Bytes;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.testserver.Exchange;
import io.sluice.testserver.Method;
import io.sluice.testserver.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SluiceAutoConfigurationTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final TestCluster cluster = TestCluster.start(1);

    /** With the configurations that Spring Boot finds in the jar. */
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(configurations()))
            .withPropertyValues("sluice.hbase[hbase.client.bootstrap.servers]=" + cluster.bootstrapServers());

    private static Class<?>[] configurations() {
        ClassLoader loader = SluiceAutoConfiguration.class.getClassLoader();
        List<Class<?>> found = new ArrayList<>();
        for (String name : ImportCandidates.load(AutoConfiguration.class, loader)) {
            if (name.startsWith("io.sluice.")) {
                try {
                    found.add(Class.forName(name, false, loader));
                } catch (ClassNotFoundException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return found.toArray(Class<?>[]::new);
    }

    @BeforeEach
    void createTable() {
        cluster.createTable("t");
    }

    @AfterEach
    void close() {
        cluster.close();
        assertThat(cluster.violations()).isEmpty();
    }

    private static CompletableFuture<Void> write(AsyncConnection connection, String row) {
        return connection
                .getBufferedMutator(TableName.valueOf("t"))
                .mutate(new Put(Bytes.toBytes(row))
                        .addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Bytes.toBytes("v")));
    }

    @Test
    void context_end_sendsWhatWasAccepted() {
        List<CompletableFuture<Void>> writes = new ArrayList<>();
        runner.run(context -> writes.add(write(context.getBean(AsyncConnection.class), "r")));

        assertThat(writes).singleElement().satisfies(write -> assertThat(write).isCompleted());
        assertThat(cluster.rows("t")).containsExactly("r");
    }

    @Test
    void health_isUpWhileTheConnectionIsOpen() {
        List<Object> indicators = new ArrayList<>();
        runner.run(context -> {
            Object indicator = context.getBean("sluiceHealthIndicator");
            indicators.add(indicator);
            assertThat(healthOf(indicator)).startsWith("UP").contains("budgetLimitBytes");
        });
        assertThat(healthOf(indicators.get(0))).startsWith("DOWN").contains("closed");
    }

    /** By reflection, since the type is another one in Spring Boot 3 and 4. */
    private static String healthOf(Object indicator) {
        try {
            return indicator
                    .getClass()
                    .getInterfaces()[0]
                    .getMethod("health")
                    .invoke(indicator)
                    .toString();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void metrics_areInTheRegistryOfTheProgram_untilItEnds() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        runner.withBean(MeterRegistry.class, () -> registry).run(context -> {
            assertThat(context.getBean(AsyncConnection.class).isClosed()).isFalse();
            assertThat(registry.get("sluice.budget.limit").gauge().value()).isPositive();
        });
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void customizer_withAnEventLoopGroup_isAppliedAndTheGroupEndsAfterTheConnection() {
        List<CompletableFuture<Void>> writes = new ArrayList<>();
        runner.withBean(
                        "loops",
                        EventLoopGroup.class,
                        () -> new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()),
                        definition -> definition.setDestroyMethodName("shutdownGracefully"))
                .withBean(Customizer.class)
                .run(context -> {
                    writes.add(write(context.getBean(AsyncConnection.class), "own"));
                    assertThat(context.getBean(EventLoopGroup.class).isShuttingDown())
                            .isFalse();
                });
        assertThat(writes).singleElement().satisfies(write -> assertThat(write).isCompleted());
        assertThat(cluster.rows("t")).containsExactly("own");
    }

    /** Public, as Spring makes it. */
    public static final class Customizer implements SluiceBuilderCustomizer {
        private final EventLoopGroup loops;

        public Customizer(EventLoopGroup loops) {
            this.loops = loops;
        }

        @Override
        public void customize(AsyncConnections.Builder builder) {
            builder.eventLoopGroup(loops, NioSocketChannel.class);
        }
    }

    @Test
    void beansOfTheProgram_takePrecedence() {
        Configuration own = new Configuration();
        own.set("hbase.client.bootstrap.servers", cluster.bootstrapServers());
        runner.withPropertyValues("sluice.hbase[hbase.client.bootstrap.servers]=localhost:1")
                .withBean(Configuration.class, () -> own)
                .run(context -> {
                    assertThat(context).hasSingleBean(Configuration.class);
                    AsyncConnection connection = context.getBean(AsyncConnection.class);
                    write(connection, "r").get(10, TimeUnit.SECONDS);
                });
    }

    @Test
    void connect_noCluster_failsTheStartWithinTheTimeout() {
        runner.withPropertyValues(
                        "sluice.hbase[hbase.client.bootstrap.servers]=localhost:1", "sluice.connect-timeout=1s")
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void connect_clusterAnswersAfterTheTimeout_closesWhatOpensThen() {
        Queue<Exchange> held = new ConcurrentLinkedQueue<>();
        cluster.server(0).script().always(Method.REGISTRY).play(held::add);
        runner.withPropertyValues("sluice.connect-timeout=300ms")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(TimeoutException.class)
                        .hasMessageContaining("sluice.connect-timeout, 300 ms"));
        await().atMost(LIMIT).until(() -> !held.isEmpty());
        assertThat(timerThreads()).isPositive();

        cluster.server(0).script().clear();
        cluster.execute(() -> held.forEach(exchange -> exchange.send(exchange.respond())));

        await().atMost(LIMIT).until(() -> timerThreads() == 0);
    }

    /** Each connection has one until it is closed. */
    private static long timerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("sluice-timer"))
                .count();
    }
}
