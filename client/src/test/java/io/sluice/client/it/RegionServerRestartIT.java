package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.ConnectionPoolSettings;
import io.sluice.client.ConnectionPoolState;
import io.sluice.client.Registry;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.RegionDescription;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A region server dies and comes back under the same address while others write: no row may be lost, none may fail. */
class RegionServerRestartIT {
    private static final String TABLE = "t";
    private static final int WRITERS = 4;
    private static final int ROWS_AT_ONCE = 20;
    private static final int MAX_ROWS_PER_WRITER = 500_000;
    /** Rows that must be acknowledged before the next thing happens to the servers. */
    private static final int PROGRESS = 2_000;

    private static final Duration OPERATION_TIMEOUT = Duration.ofMinutes(2);

    @Test
    void mutate_regionServerKilledAndStartedAgain_everyRowAcknowledgedAndThere() throws Exception {
        EmbeddedOptions options =
                EmbeddedOptions.defaults().withRegionServers(2).withFastStart();
        try (EmbeddedHBase server = EmbeddedHBase.start(options)) {
            server.client().switchBalancer(false);
            server.client().createTable(TABLE, List.of(FamilyOptions.of("f")), splits());
            try (AsyncConnection connection = connect(server)) {
                writeDuringARestart(server, connection);
            }
        }
        Session.assertNoThreads();
    }

    private static void writeDuringARestart(EmbeddedHBase server, AsyncConnection connection) throws Exception {
        assertThat(regionsByServer(server)).as("servers with regions").hasSize(2);
        AsyncBufferedMutator mutator = connection
                .getBufferedMutatorBuilder(TableName.valueOf(TABLE))
                .setOperationTimeout(OPERATION_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                .setMaxMutations(50)
                // Thousands of batches fail while the server is away; that is what is tested, not news.
                .setStartLogErrorsCnt(Integer.MAX_VALUE)
                .build();
        List<CompletableFuture<Void>> futures = Collections.synchronizedList(new ArrayList<>());
        ConnectionPoolState.Pool before;
        ServerName started;
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        List<Future<Integer>> writers = new ArrayList<>();
        try {
            for (int writer = 0; writer < WRITERS; writer++) {
                String name = "w" + writer;
                writers.add(threads.submit(() -> write(mutator, name, futures, stop)));
            }
            awaitProgress(mutator);
            before = connection.connectionPools().total();
            started = restartBusiest(server, mutator);
        } finally {
            stop.set(true);
            threads.shutdown();
        }
        int rows = 0;
        for (Future<Integer> writer : writers) {
            rows += writer.get(OPERATION_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        }
        mutator.flush();
        for (CompletableFuture<Void> future : futures) {
            assertThat(future).succeedsWithin(OPERATION_TIMEOUT);
        }

        assertThat(futures).hasSize(rows);
        Session.assertNothingHeld(mutator);
        assertThat(mutator.state().acknowledged()).isEqualTo(rows);
        assertThat(mutator.state().failed()).isZero();
        assertThat(mutator.state().retried()).as("sent again after the death").isPositive();
        assertThat(server.client().countRows(TABLE).rows()).isEqualTo(rows);
        assertPoolsReplacedWhatDied(connection, started, before);
        mutator.close();
    }

    /** Kills the server with most regions, starts it again and gives its regions back; all the time rows arrive. */
    private static ServerName restartBusiest(EmbeddedHBase server, AsyncBufferedMutator mutator) throws IOException {
        Map<String, List<RegionDescription>> before = regionsByServer(server);
        String killed = before.keySet().stream()
                .max((a, b) -> Integer.compare(sizeOf(before, a), sizeOf(before, b)))
                .orElseThrow();
        String survivor = before.keySet().stream()
                .filter(name -> !name.equals(killed))
                .findFirst()
                .orElseThrow();
        server.killRegionServer(killed);
        await().atMost(Session.LIMIT)
                .untilAsserted(() -> assertThat(regionsByServer(server)).containsOnlyKeys(survivor));
        awaitProgress(mutator);

        ServerName address = ServerName.valueOf(killed);
        String started = server.startRegionServer(address.getPort());
        assertThat(ServerName.valueOf(started).getHostAndPort()).isEqualTo(address.getHostAndPort());
        assertThat(ServerName.valueOf(started).getStartcode()).isGreaterThan(address.getStartcode());
        for (RegionDescription region : before.getOrDefault(killed, List.of())) {
            server.client().moveRegion(region.encodedName(), started);
        }
        assertThat(regionsByServer(server)).containsOnlyKeys(survivor, started);
        awaitProgress(mutator);
        return ServerName.valueOf(started);
    }

    private static void assertPoolsReplacedWhatDied(
            AsyncConnection connection, ServerName started, ConnectionPoolState.Pool before) {
        await().atMost(Session.LIMIT).untilAsserted(() -> {
            ConnectionPoolState state = connection.connectionPools();
            ConnectionPoolState.Pool total = state.total();
            assertThat(state.servers()).containsKey(started);
            assertThat(total.connects().opened())
                    .isGreaterThan(before.connects().opened());
            assertThat(total.closed().get(ConnectionPoolState.CloseReason.LOST)).isPositive();
            assertThat(total.connections().leased()).isZero();
            assertThat(total.connections().connecting()).isZero();
            assertThat(total.connections().idle()).isPositive();
            assertThat(total.requests().inFlight()).isZero();
            assertThat(total.requests().pending()).isZero();
            assertThat(total.requests().leaks()).isZero();
            long closed =
                    total.closed().values().stream().mapToLong(Long::longValue).sum();
            assertThat(total.connects().opened())
                    .as("every connection that was opened is idle or was closed")
                    .isEqualTo(total.connections().idle() + closed);
            for (ConnectionPoolState.Pool pool : state.servers().values()) {
                assertThat(pool.connections().idle())
                        .isEqualTo(pool.connections().open());
            }
        });
    }

    private static int write(
            AsyncBufferedMutator mutator, String writer, List<CompletableFuture<Void>> futures, AtomicBoolean stop)
            throws InterruptedException {
        int rows = 0;
        while (!stop.get() && rows < MAX_ROWS_PER_WRITER) {
            for (int i = 0; i < ROWS_AT_ONCE; i++) {
                // The first digit spreads the rows over all regions.
                byte[] row = bytes(Integer.toHexString(rows & 15) + writer + "-" + rows);
                futures.add(mutator.mutate(new Put(row).addColumn(bytes("f"), bytes("q"), row)));
                rows++;
            }
            // Not as fast as possible: the failover shall meet writers, however long it takes.
            Thread.sleep(10);
        }
        return rows;
    }

    private static void awaitProgress(AsyncBufferedMutator mutator) {
        long goal = mutator.state().acknowledged() + PROGRESS;
        await().atMost(Session.LIMIT)
                .untilAsserted(() -> assertThat(mutator.state().acknowledged()).isGreaterThan(goal));
    }

    private static Map<String, List<RegionDescription>> regionsByServer(EmbeddedHBase server) throws IOException {
        return server.client().regions(TABLE).stream().collect(Collectors.groupingBy(RegionDescription::server));
    }

    private static int sizeOf(Map<String, List<RegionDescription>> regions, String server) {
        return regions.getOrDefault(server, List.of()).size();
    }

    private static AsyncConnection connect(EmbeddedHBase server) throws Exception {
        Configuration configuration = new Configuration();
        configuration.setLong("hbase.client.pause", 50);
        return get(AsyncConnections.builder()
                .configuration(configuration)
                .registry(Registry.zooKeeper("localhost:" + server.zooKeeperPort(), server.znodeParent()))
                .pool(ConnectionPoolSettings.builder()
                        .leakDetection(Session.LIMIT)
                        .build())
                .build());
    }

    /** Eight regions for rows that begin with a hexadecimal digit. */
    private static List<byte[]> splits() {
        return List.of("2", "4", "6", "8", "a", "c", "e").stream()
                .map(CellText::bytes)
                .toList();
    }
}
