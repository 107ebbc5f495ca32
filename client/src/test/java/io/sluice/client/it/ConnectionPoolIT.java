package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.acknowledge;
import static io.sluice.client.it.Session.failure;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.TableNotFoundException;
import io.sluice.client.ConnectionPoolSettings;
import io.sluice.client.ConnectionPoolState;
import io.sluice.client.WarmUp;
import io.sluice.client.WarmUpReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConnectionPoolIT {

    private static List<CompletableFuture<Void>> write(AsyncBufferedMutator mutator, int rows) {
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            futures.add(mutator.mutate(new Put(bytes("r" + i)).addColumn(bytes("f"), bytes("q"), new byte[100])));
        }
        return futures;
    }

    /** One request at a time on each connection, as with exclusive use, and the pool's size as HBase names it. */
    @Nested
    class SmallConnections {
        @RegisterExtension
        final Session session = new Session(
                conf -> conf.set("hbase.client.ipc.pool.size", "3"),
                builder -> builder.pool(ConnectionPoolSettings.builder()
                        .maxConcurrentCallsPerConnection(1)
                        .leakDetection(Duration.ofSeconds(50))
                        .build()));

        @Test
        void manyRequests_grow_toThePoolSizeAndNotBeyond() throws Exception {
            TableName table = session.table("f");
            AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.setMaxMutations(20));

            acknowledge(mutator, write(mutator, 10_000));

            ConnectionPoolState state = session.connection().connectionPools();
            assertThat(state.servers().values())
                    .anySatisfy(
                            server -> assertThat(server.connections().open()).isEqualTo(3))
                    .allSatisfy(
                            server -> assertThat(server.connections().open()).isLessThanOrEqualTo(3));
            assertThat(state.total().requests().waited()).isPositive();
            assertThat(state.total().requests().usedNanos()).isPositive();
            assertThat(session.visible(table)).hasSize(10_000);
            await().untilAsserted(() -> assertThat(session.connection()
                            .connectionPools()
                            .total()
                            .requests()
                            .inFlight())
                    .isZero());
            assertThat(state.total().requests().leaks()).isZero();
        }
    }

    /** A connection that asks for signs of life all the time and closes what is idle at once. */
    @Nested
    class Upkeep {
        @RegisterExtension
        final Session session = new Session(
                conf -> {},
                builder -> builder.pool(ConnectionPoolSettings.builder()
                        .healthCheckInterval(Duration.ofMillis(500))
                        .idleTimeout(Duration.ofSeconds(3))
                        .build()));

        @Test
        void healthChecks_areAnsweredByTheServer_untilTheConnectionIsIdleForTooLong() throws Exception {
            TableName table = session.table("f");
            AsyncBufferedMutator mutator = session.mutator(table);
            acknowledge(mutator, write(mutator, 10));
            long requests =
                    session.connection().connectionPools().total().requests().acquired();

            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(session.connection()
                                    .connectionPools()
                                    .total()
                                    .connections()
                                    .open())
                            .isZero());

            ConnectionPoolState.Pool total =
                    session.connection().connectionPools().total();
            assertThat(total.requests().acquired()).as("checks").isGreaterThan(requests);
            assertThat(total.closed().get(ConnectionPoolState.CloseReason.IDLE)).isPositive();
            assertThat(total.closed().get(ConnectionPoolState.CloseReason.UNHEALTHY))
                    .isZero();
            assertThat(total.closed().get(ConnectionPoolState.CloseReason.LOST)).isZero();
            acknowledge(mutator, write(mutator, 10));
        }
    }

    /** The defaults. */
    @Nested
    class Defaults {
        @RegisterExtension
        final Session session = new Session();

        @Test
        void fewRequests_useOneConnectionToEachServer() throws Exception {
            TableName table = session.table("f");
            AsyncBufferedMutator mutator = session.mutator(table);
            acknowledge(mutator, write(mutator, 100));
            assertThat(session.connection().connectionPools().servers().values())
                    .isNotEmpty()
                    .allSatisfy(
                            server -> assertThat(server.connections().open()).isEqualTo(1));
        }

        @Test
        void warmUp_ofATable_opensConnectionsToItsServersBeforeTheFirstWrite() throws Exception {
            TableName table = session.table(List.of(bytes("h"), bytes("m"), bytes("s")), "f");

            WarmUpReport report =
                    get(session.connection().warmUp(WarmUp.ofTables(table).withConnectionsPerServer(3)));

            assertThat(report.isComplete()).isTrue();
            assertThat(report.servers()).isNotEmpty();
            ConnectionPoolState state = session.connection().connectionPools();
            assertThat(report.servers().values())
                    .as("pools: %s", state)
                    .allSatisfy(server -> assertThat(server.open()).isEqualTo(3));
            assertThat(report.servers().keySet())
                    .allSatisfy(server -> assertThat(state.servers())
                            .hasEntrySatisfying(
                                    server,
                                    pool -> assertThat(pool.connections().idle())
                                            .isEqualTo(3)));
            long connects =
                    session.connection().connectionPools().total().connects().opened();
            AsyncBufferedMutator mutator = session.mutator(table);
            acknowledge(mutator, write(mutator, 100));
            assertThat(session.connection().connectionPools().total().connects().opened())
                    .isEqualTo(connects);

            WarmUpReport again =
                    get(session.connection().warmUp(WarmUp.ofKnownServers().withConnectionsPerServer(100)));
            assertThat(again.servers().values())
                    .allSatisfy(server ->
                            assertThat(server.open()).as("the maximum").isEqualTo(4));
        }

        @Test
        void warmUp_unknownTable_fails() throws Exception {
            assertThat(failure(session.connection().warmUp(WarmUp.ofTables(TableName.valueOf("nowhere")))))
                    .isInstanceOf(TableNotFoundException.class);
        }
    }
}
