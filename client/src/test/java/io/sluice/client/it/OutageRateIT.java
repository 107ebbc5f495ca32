package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.acknowledge;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.RegionDescription;
import io.sluice.embedded.RegionServerProcess;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A writer with a rate of its own keeps it in every second, while a server of others does not answer. What the machine does
 * beside must not count, so of three stretches of time the best one does; a client that stops, stops for longer than all of
 * them together.
 */
@SuppressWarnings("NullAway.Init") // BeforeEach sets the fields.
class OutageRateIT {
    private static final TableName TABLE = TableName.valueOf("t");
    private static final String META = "1588230740";
    private static final int PER_SECOND = 500;
    private static final int SECONDS = 4;
    private static final int STRETCHES = 3;
    private static final double KEPT = 0.8;

    private EmbeddedHBase cluster;
    private RegionServerProcess other;
    private AsyncConnection connection;

    /** Rows before m are on the process that stops. */
    @BeforeEach
    void start() throws Exception {
        cluster = EmbeddedHBase.start(EmbeddedOptions.defaults().withFastStart());
        other = cluster.startRegionServerProcess(Map.of());
        cluster.client().switchBalancer(false);
        cluster.client().createTable("t", List.of(FamilyOptions.of("f")), List.of(bytes("m")));
        String healthy = cluster.client().servers().stream()
                .filter(name -> !name.equals(other.name()))
                .findFirst()
                .orElseThrow();
        await().atMost(Session.LIMIT).untilAsserted(() -> {
            List<RegionDescription> regions = cluster.client().regions("t");
            move(regions.get(0), other.name());
            move(regions.get(1), healthy);
            assertThat(cluster.client().regions("t"))
                    .extracting(RegionDescription::server)
                    .containsExactly(other.name(), healthy);
        });
        connection = get(AsyncConnections.builder()
                .configuration(new Configuration())
                .bufferBudget(4 << 20)
                .registry(Registry.zooKeeper("localhost:" + cluster.zooKeeperPort(), cluster.znodeParent()))
                .build());
    }

    @AfterEach
    void stop() {
        connection.close();
        other.close();
        cluster.close();
        Session.assertNoThreads();
        BufferLeaks.assertNone();
    }

    private void move(RegionDescription region, String server) throws IOException {
        if (!region.server().equals(server)) {
            cluster.client().moveRegion(region.encodedName(), server);
        }
    }

    private AsyncBufferedMutator mutator() {
        return connection
                .getBufferedMutatorBuilder(TABLE)
                .setWriteBufferPeriodicFlush(20, TimeUnit.MILLISECONDS)
                .setBackpressure(Backpressure.block(Session.LIMIT))
                .build();
    }

    private static Put put(String region, int row, int bytes) {
        return new Put(bytes(String.format("%s%06d", region, row))).addColumn(bytes("f"), bytes("q"), new byte[bytes]);
    }

    /** Acknowledged in each second, while the writer gives so many to the client as it has in a second. */
    private static int worstSecond(AsyncBufferedMutator mutator, int stretch) throws InterruptedException {
        AtomicIntegerArray acknowledged = new AtomicIntegerArray(SECONDS + 60);
        long begin = System.nanoTime();
        int written = 0;
        while (written < SECONDS * PER_SECOND) {
            double seconds = (System.nanoTime() - begin) / 1e9;
            while (written < seconds * PER_SECOND) {
                var unused = mutator.mutate(put("n", stretch * 1_000_000 + written++, 100))
                        .thenRun(() ->
                                acknowledged.incrementAndGet((int) ((System.nanoTime() - begin) / 1_000_000_000L)));
            }
            Thread.sleep(5);
        }
        int[] seconds = new int[SECONDS];
        Arrays.setAll(seconds, acknowledged::get);
        System.out.println("acknowledged by seconds: " + Arrays.toString(seconds));
        return Arrays.stream(seconds).min().orElseThrow();
    }

    private void assertRateIsKept() throws InterruptedException {
        AsyncBufferedMutator mutator = mutator();
        int best = 0;
        for (int stretch = 0; stretch < STRETCHES && best < KEPT * PER_SECOND; stretch++) {
            best = Math.max(best, worstSecond(mutator, stretch));
        }
        assertThat(best).as("acknowledged in the worst second").isGreaterThanOrEqualTo((int) (KEPT * PER_SECOND));
    }

    @Test
    void serverOfMetaDoesNotAnswer_writersToKnownRegionsKeepTheirRate_S2() throws Exception {
        cluster.client().moveRegion(META, other.name());
        AsyncBufferedMutator known = mutator();
        acknowledge(known, known.mutate(put("n", 0, 1)));
        cluster.client().createTable("u", List.of(FamilyOptions.of("f")), List.of());
        other.pause();
        try {
            // Somebody else asks for a region that only hbase:meta knows.
            AsyncBufferedMutator unknown = connection.getBufferedMutator(TableName.valueOf("u"));
            var waiting = unknown.mutate(put("a", 0, 1));
            unknown.flush();
            assertRateIsKept();
            assertThat(waiting).isNotDone();
        } finally {
            other.resume();
        }
    }

    @Test
    void serverDoesNotAnswer_writersToOthersKeepTheirRate() throws Exception {
        AsyncBufferedMutator flooding = mutator();
        acknowledge(flooding, flooding.mutate(put("a", 0, 1)), flooding.mutate(put("n", 0, 1)));
        AtomicBoolean stop = new AtomicBoolean();
        Thread flood = new Thread(() -> {
            for (int i = 0; !stop.get(); i++) {
                var unused = flooding.mutate(put("b", i, 1_000));
            }
        });
        other.pause();
        try {
            flood.start();
            // It has filled its share, so that it waits.
            await().atMost(Session.LIMIT).until(() -> flood.getState() == Thread.State.TIMED_WAITING);
            assertRateIsKept();
            assertThat(flood.isAlive()).isTrue();
        } finally {
            stop.set(true);
            other.resume();
        }
        flood.join();
    }
}
