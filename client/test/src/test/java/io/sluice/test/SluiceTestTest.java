package io.sluice.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.Connection;
import io.sluice.client.ConnectionFactory;
import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.TestCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.EventConditions;
import org.junit.platform.testkit.engine.Events;
import org.junit.platform.testkit.engine.TestExecutionResultConditions;

@SluiceTest(servers = 2, tables = "t")
class SluiceTestTest {
    private static final TableName TABLE = TableName.valueOf("t");

    private static Put put(String row, String value) {
        return new Put(Bytes.toBytes(row)).addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Bytes.toBytes(value));
    }

    private final List<Object> parameters = new ArrayList<>();

    @BeforeEach
    void open(AsyncConnection connection) {
        parameters.add(connection);
    }

    @AfterEach
    void connectionIsStillTheSame(AsyncConnection connection) {
        assertThat(parameters).allSatisfy(each -> assertThat(each).isSameAs(connection));
        assertThat(connection.isClosed()).isFalse();
    }

    @Test
    void write_isReadBack(AsyncConnection connection, TestCluster cluster) {
        AsyncBufferedMutator mutator = connection.getBufferedMutator(TABLE);
        CompletableFuture<Void> written = mutator.mutate(put("r", "v"));
        mutator.flush();

        written.join();
        assertThat(cluster.value("t", "r", "f", "q")).isEqualTo(Bytes.toBytes("v"));
    }

    @Test
    void write_serverFailsOnce_isWrittenAllTheSame(Connection connection, TestCluster cluster) throws IOException {
        cluster.servers().forEach(server -> server.script().next(Method.MULTI).fail(RemoteError.tooBusy()));
        try (var mutator = connection.getBufferedMutator(TABLE)) {
            mutator.mutate(put("r", "v"));
        }
        assertThat(cluster.rows("t")).contains("r");
    }

    @Test
    void configuration_opensConnectionsOfTheProgram(Configuration configuration, TestCluster cluster)
            throws IOException {
        try (Connection own = ConnectionFactory.createConnection(configuration);
                var mutator = own.getBufferedMutator(TABLE)) {
            mutator.mutate(put("own", "v"));
        }
        assertThat(cluster.rows("t")).contains("own");
    }

    @Test
    void connection_isTheSameForAllParameters(AsyncConnection connection, Connection synchronous, TestCluster cluster) {
        parameters.add(connection);
        parameters.add(synchronous.toAsyncConnection());
        assertThat(cluster.rows("t")).as("of other tests").isEmpty();
    }

    @Test
    @SluiceTest(tables = {"a", "b"})
    void annotation_ofTheTest_overridesThatOfTheClass(TestCluster cluster, AsyncConnection connection) {
        assertThat(cluster.regions("a")).hasSize(1);
        assertThat(cluster.regions("b")).hasSize(1);
        assertThatThrownBy(() -> cluster.regions("t")).isInstanceOf(RuntimeException.class);
    }

    @Nested
    class Inside {
        @Test
        void nestedClass_hasTheSettingsOfTheOuterOne(TestCluster cluster) {
            assertThat(cluster.regions("t")).hasSize(1);
        }
    }

    /** Run below, and not by themselves. */
    static final class Examples {
        static final List<CompletableFuture<Void>> UNANSWERED = new ArrayList<>();

        private Examples() {}

        @SluiceTest(tables = "t", closeSeconds = 0)
        static class Hangs {
            @Test
            void leavesAMutationWithoutAnswer(AsyncConnection connection, TestCluster cluster) {
                cluster.server(0).script().always(Method.MULTI).play(Faults.hang());
                AsyncBufferedMutator mutator = connection.getBufferedMutator(TABLE);
                UNANSWERED.add(mutator.mutate(put("r", "v")));
                mutator.flush();
            }
        }

        @SluiceTest
        static class ForAll {
            @BeforeAll
            static void shared(TestCluster cluster) {
                throw new AssertionError("unexpected " + cluster);
            }

            @Test
            void anything() {}
        }

        @SluiceTest(servers = 0)
        static class NoServer {
            @Test
            void anything(TestCluster cluster) {}
        }
    }

    @Test
    void end_serverHangs_failsTheMutation() {
        Examples.UNANSWERED.clear();
        run(Examples.Hangs.class, 1);
        assertThat(Examples.UNANSWERED)
                .singleElement()
                .satisfies(future -> assertThat(future).isCompletedExceptionally());
    }

    private static Events run(Class<?> example, int succeeded) {
        var tests = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(example))
                .execute()
                .testEvents();
        tests.assertStatistics(stats -> stats.succeeded(succeeded));
        return tests;
    }

    @Test
    void parameter_ofBeforeAll_isRefusedWithTheReason() {
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(Examples.ForAll.class))
                .execute()
                .containerEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        EventConditions.finishedWithFailure(TestExecutionResultConditions.message(
                                text -> text.contains("a cluster for each test: TestCluster"))));
    }

    @Test
    void servers_none_isRefusedWithTheNumber() {
        run(Examples.NoServer.class, 0)
                .assertThatEvents()
                .haveExactly(
                        1,
                        EventConditions.finishedWithFailure(TestExecutionResultConditions.cause(
                                TestExecutionResultConditions.message(text -> text.contains("at least 1 server")))));
    }
}
