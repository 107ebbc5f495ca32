package io.sluice.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Backpressure;
import io.sluice.Configuration;
import io.sluice.MutatorState;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.ConnectionPoolSettings;
import io.sluice.client.Registry;
import io.sluice.testserver.TestCluster;
import io.sluice.testserver.TestRegion;
import io.sluice.testserver.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A scripted cluster with one table of eight regions, and a client of it that tries again quickly. */
final class FaultRig implements AutoCloseable {
    static final String TABLE = "t";
    /** For what should happen soon; a test fails by it, none waits for it. */
    static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String[] SPLITS = {"2", "4", "6", "8", "a", "c", "e"};
    private static final String DIGITS = "0123456789abcdef";

    final TestCluster cluster;
    final AsyncConnection connection;
    final AsyncBufferedMutator mutator;
    final WriteLedger ledger = new WriteLedger();
    private final OpenSockets socketsBefore;
    private int rows;

    private FaultRig(TestCluster cluster, Options options, OpenSockets socketsBefore) throws Exception {
        this.cluster = cluster;
        this.socketsBefore = socketsBefore;
        Configuration configuration = new Configuration();
        configuration.setLong("hbase.client.pause", 5);
        // No call that is answered runs into it, however slow the machine.
        configuration.setLong("hbase.rpc.timeout", 20_000);
        configuration.setLong("hbase.client.operation.timeout", LIMIT.toMillis());
        configuration.setLong("hbase.client.retries.number", 1_000);
        configuration.setLong("hbase.ipc.client.failed.servers.expiry", 20);
        configuration.setLong("hbase.ipc.client.socket.timeout.connect", 2_000);
        options.configuration.accept(configuration);
        AsyncConnections.Builder connections = AsyncConnections.builder()
                .configuration(configuration)
                .registry(Registry.rpc(cluster.bootstrapServers()))
                .bufferBudget(options.budgetBytes)
                .pool(options.pool);
        options.connection.accept(connections);
        connection = connections.build().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        AsyncBufferedMutatorBuilder builder = connection
                .getBufferedMutatorBuilder(TableName.valueOf(TABLE))
                .setWriteBufferPeriodicFlush(5, TimeUnit.MILLISECONDS)
                .setStartLogErrorsCnt(1_000)
                .setBackpressure(Backpressure.block(LIMIT))
                .setCloseTimeout(LIMIT);
        options.mutator.accept(builder);
        mutator = builder.build();
    }

    /** What differs from one test to the other. */
    static final class Options {
        private Consumer<Configuration> configuration = conf -> {};
        private Consumer<AsyncBufferedMutatorBuilder> mutator = builder -> {};
        private Consumer<AsyncConnections.Builder> connection = builder -> {};
        private ConnectionPoolSettings pool =
                ConnectionPoolSettings.builder().maxConnectionsPerServer(1).build();
        private long budgetBytes = 8 << 20;

        Options set(String key, long value) {
            configuration = configuration.andThen(conf -> conf.setLong(key, value));
            return this;
        }

        Options mutator(Consumer<AsyncBufferedMutatorBuilder> change) {
            mutator = mutator.andThen(change);
            return this;
        }

        Options connection(Consumer<AsyncConnections.Builder> change) {
            connection = connection.andThen(change);
            return this;
        }

        Options budget(long bytes) {
            budgetBytes = bytes;
            return this;
        }
    }

    /** For a test in which answers stay away: calls are given up soon, also those that a slow machine answers later. */
    static Options impatient() {
        return new Options().set("hbase.rpc.timeout", 400);
    }

    static FaultRig start(int servers) throws Exception {
        return start(servers, new Options());
    }

    static FaultRig start(int servers, Options options) throws Exception {
        OpenSockets socketsBefore = OpenSockets.now();
        TestCluster cluster = TestCluster.start(servers);
        try {
            cluster.createTable(TABLE, SPLITS);
            return new FaultRig(cluster, options, socketsBefore);
        } catch (Exception | AssertionError e) {
            cluster.close();
            throw e;
        }
    }

    TestServer server(int number) {
        return cluster.server(number);
    }

    TestRegion region(String row) {
        return cluster.region(TABLE, row);
    }

    /** Writes to new rows of all regions in turn. */
    void write(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            int number = rows++;
            var unused = ledger.write(mutator, DIGITS.charAt(number * 2 % 16) + "-" + number);
        }
    }

    /** Writes to a row. */
    WriteLedger.Entry write(String row) throws IOException {
        return ledger.write(mutator, row);
    }

    /** Sends what is buffered and waits until it has settled and been counted, which comes after the futures. */
    void settle() {
        mutator.flush();
        await().atMost(LIMIT.multipliedBy(2))
                .untilAsserted(() -> assertThat(ledger.entries())
                        .filteredOn(entry -> !entry.isSettled())
                        .isEmpty());
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(mutator.state().pending()).isZero());
    }

    /** Writes to all regions and waits for it, so that regions and connections are known. */
    void warmUp() throws IOException {
        write(16);
        settle();
        assertThat(ledger.failed()).isEmpty();
    }

    /** Something that a test does. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    /** Does something while another thread writes to all regions, then some more writing. */
    void writeDuring(Action action) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try {
                while (!stop.get()) {
                    write(8);
                    Thread.sleep(0, 200_000);
                }
                write(64);
            } catch (IOException e) {
                throw new AssertionError(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            awaitAcknowledged(64);
            action.run();
        } finally {
            stop.set(true);
        }
        try {
            writer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(
                    "the writer still waits: " + connection.state().toJson(), e);
        }
    }

    /** Waits until so many more than now are acknowledged. */
    void awaitAcknowledged(int more) {
        long goal = mutator.state().acknowledged() + more;
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(mutator.state().acknowledged()).isGreaterThanOrEqualTo(goal));
    }

    /** Everything was acknowledged, and all that always holds does. */
    void verifyAllAcknowledged() {
        settle();
        assertThat(ledger.failed()).extracting(WriteLedger.Entry::error).isEmpty();
        verify();
    }

    /** What holds in every row of the matrix, whatever the fault. */
    void verify() {
        settle();
        await().atMost(LIMIT).untilAsserted(() -> {
            MutatorState state = mutator.state();
            assertThat(List.of(state.pending(), state.bufferedBytes(), state.budgetUsedBytes()))
                    .as("pending, buffered, budget used")
                    .containsOnly(0L);
            assertThat(connection.connectionPools().total().requests().inFlight())
                    .as("permits taken")
                    .isZero();
            assertThat(connection.connectionPools().total().requests().pending())
                    .isZero();
        });
        ledger.verify(cluster, TABLE);
    }

    /** Ends both; nothing of the client is left behind. */
    @Override
    public void close() {
        connection.close();
        cluster.close();
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("sluice-")));
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(socketsBefore.openedSince())
                        .as("sockets left open")
                        .isEmpty());
    }
}
