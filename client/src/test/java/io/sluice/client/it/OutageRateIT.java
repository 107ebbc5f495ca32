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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A writer keeps its rate in every second, while a server of others does not answer. What the machine does beside must not
 * count: the rate is that of a second client, which writes the same to the same region in the same seconds and has nothing
 * to do with the server that is silent. Of several stretches of time the best one counts; a client that stops, stops for
 * longer than all of them together.
 */
@SuppressWarnings("NullAway.Init") // BeforeEach sets the fields.
class OutageRateIT {
    private static final TableName TABLE = TableName.valueOf("t");
    private static final String META = "1588230740";
    private static final int PER_SECOND = 500;
    private static final int SECONDS = 4;
    private static final int STRETCHES = 5;
    private static final double KEPT = 0.8;

    private EmbeddedHBase cluster;
    private RegionServerProcess other;
    private AsyncConnection connection;
    private AsyncConnection untouched;
    private AsyncBufferedMutator control;

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
        connection = connect();
        untouched = connect();
        control = mutator(untouched);
        acknowledge(control, control.mutate(put("n", 0, 1)));
    }

    private AsyncConnection connect() throws Exception {
        return get(AsyncConnections.builder()
                .configuration(new Configuration())
                .bufferBudget(4 << 20)
                .registry(Registry.zooKeeper("localhost:" + cluster.zooKeeperPort(), cluster.znodeParent()))
                .build());
    }

    @AfterEach
    void stop() {
        connection.close();
        untouched.close();
        other.close();
        cluster.close();
        Session.assertNoThreads();
    }

    private void move(RegionDescription region, String server) throws IOException {
        if (!region.server().equals(server)) {
            cluster.client().moveRegion(region.encodedName(), server);
        }
    }

    private static AsyncBufferedMutator mutator(AsyncConnection connection) {
        return connection
                .getBufferedMutatorBuilder(TABLE)
                .setWriteBufferPeriodicFlush(20, TimeUnit.MILLISECONDS)
                .setBackpressure(Backpressure.block(Session.LIMIT))
                .build();
    }

    private static Put put(String region, int row, int bytes) {
        return new Put(bytes(String.format("%s%06d", region, row))).addColumn(bytes("f"), bytes("q"), new byte[bytes]);
    }

    /** Gives so many rows to a client as it has in each second, and counts what is acknowledged in it. */
    private static final class Writer {
        private final AsyncBufferedMutator mutator;
        private final long begin;
        private final AtomicIntegerArray acknowledged = new AtomicIntegerArray(SECONDS);
        private final List<CompletableFuture<Void>> futures = new ArrayList<>();

        Writer(AsyncBufferedMutator mutator, long begin) {
            this.mutator = mutator;
            this.begin = begin;
        }

        void write() {
            while (futures.size() < SECONDS * PER_SECOND) {
                long due = (System.nanoTime() - begin) * PER_SECOND / 1_000_000_000L;
                while (futures.size() < Math.min(due, SECONDS * PER_SECOND)) {
                    futures.add(mutator.mutate(put("n", futures.size(), 100)).thenRun(this::count));
                }
                LockSupport.parkNanos(5_000_000);
            }
        }

        private void count() {
            int second = (int) ((System.nanoTime() - begin) / 1_000_000_000L);
            if (second < SECONDS) {
                acknowledged.incrementAndGet(second);
            }
        }
    }

    /** The least part, of all seconds, of what the control has acknowledged. */
    private double worstSecond(AsyncBufferedMutator mutator, List<CompletableFuture<Void>> written)
            throws InterruptedException {
        long begin = System.nanoTime();
        Writer tested = new Writer(mutator, begin);
        Writer beside = new Writer(control, begin);
        Thread thread = new Thread(beside::write);
        thread.start();
        tested.write();
        thread.join();
        System.out.println("acknowledged by seconds: " + tested.acknowledged + ", control: " + beside.acknowledged);
        written.addAll(tested.futures);
        assertThat(sum(tested))
                .as("acknowledged, where the control has %d", sum(beside))
                .isPositive();
        return IntStream.range(0, SECONDS)
                .filter(second -> beside.acknowledged.get(second) > 0)
                .mapToDouble(second -> (double) tested.acknowledged.get(second) / beside.acknowledged.get(second))
                .min()
                .orElse(1);
    }

    private static int sum(Writer writer) {
        return IntStream.range(0, SECONDS).map(writer.acknowledged::get).sum();
    }

    private void assertRateIsKept() throws InterruptedException {
        AsyncBufferedMutator mutator = mutator(connection);
        List<CompletableFuture<Void>> written = new ArrayList<>();
        double best = 0;
        for (int stretch = 0; stretch < STRETCHES && best < KEPT; stretch++) {
            best = Math.max(best, worstSecond(mutator, written));
        }
        assertThat(best)
                .as("acknowledged in the worst second, beside the control")
                .isGreaterThanOrEqualTo(KEPT);
        // Whatever the rates: all of it while the other server is silent.
        acknowledge(mutator, written);
    }

    @Test
    void serverOfMetaDoesNotAnswer_writersToKnownRegionsKeepTheirRate_S2() throws Exception {
        cluster.client().moveRegion(META, other.name());
        AsyncBufferedMutator known = mutator(connection);
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
        AsyncBufferedMutator flooding = mutator(connection);
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
