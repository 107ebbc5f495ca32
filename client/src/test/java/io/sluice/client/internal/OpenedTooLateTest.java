package io.sluice.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Configuration;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import io.sluice.testserver.Exchange;
import io.sluice.testserver.Method;
import io.sluice.testserver.TestCluster;
import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** A program that no longer wants the connection when the cluster answers. */
class OpenedTooLateTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Set<Thread> threadsBefore = Thread.getAllStackTraces().keySet();

    @Test
    void build_cancelledBeforeTheClusterAnswers_closesWhatOpensThen() {
        Queue<Exchange> held = new ConcurrentLinkedQueue<>();
        try (TestCluster cluster = TestCluster.start(1)) {
            cluster.server(0).script().always(Method.REGISTRY).play(held::add);
            CompletableFuture<AsyncConnection> opening = AsyncConnections.builder()
                    .configuration(new Configuration())
                    .registry(Registry.rpc(cluster.bootstrapServers()))
                    .build();
            await().atMost(LIMIT).until(() -> !held.isEmpty());
            assertThat(opening.cancel(false)).isTrue();
            assertThat(connectionsOpen()).isEqualTo(1);

            cluster.server(0).script().clear();
            cluster.execute(() -> held.forEach(exchange -> exchange.send(exchange.respond())));

            await().atMost(LIMIT).until(() -> connectionsOpen() == 0);
        }
    }

    /** Each has a timer until it is closed. */
    private long connectionsOpen() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        !threadsBefore.contains(thread) && thread.getName().equals("sluice-timer"))
                .count();
    }
}
