package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.acknowledge;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.BufferFullException;
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
import org.junit.jupiter.api.Test;

/** One of two region servers is stopped in the middle of everything; writers to the other do not notice. */
class FrozenServerIT {
    private static final TableName TABLE = TableName.valueOf("t");
    private static final int BUDGET = 4 << 20;
    private static final int ROUNDS = 50;
    /** Of a round: they must not fill the share of the server that is well. */
    private static final int ROWS = 200;

    private static final int VALUE_BYTES = 1_000;
    /** Of every tenth row for the frozen server: more than a block of the buffer. */
    private static final int ATTRIBUTE_BYTES = 100_000;

    @Test
    void mutate_oneServerFrozen_itsRegionHoldsItsShare_othersGoOn() throws Exception {
        try (EmbeddedHBase cluster =
                        EmbeddedHBase.start(EmbeddedOptions.defaults().withFastStart());
                RegionServerProcess other = cluster.startRegionServerProcess(Map.of())) {
            cluster.client().switchBalancer(false);
            cluster.client().createTable("t", List.of(FamilyOptions.of("f")), List.of(bytes("m")));
            spread(cluster, other);
            try (AsyncConnection connection = connect(cluster)) {
                write(cluster, connection, other);
            }
        }
        Session.assertNoThreads();
    }

    /** Rows before m to the server that will be frozen, the others to the one that will not. */
    private static void spread(EmbeddedHBase cluster, RegionServerProcess other) throws Exception {
        String frozen = other.name();
        String healthy = cluster.client().servers().stream()
                .filter(name -> !name.equals(frozen))
                .findFirst()
                .orElseThrow();
        // A master that has only just heard of a server may put a region back where it was.
        await().atMost(Session.LIMIT).untilAsserted(() -> {
            List<RegionDescription> regions = cluster.client().regions("t");
            move(cluster, regions.get(0), frozen);
            move(cluster, regions.get(1), healthy);
            assertThat(cluster.client().regions("t"))
                    .extracting(RegionDescription::server)
                    .containsExactly(frozen, healthy);
        });
    }

    private static void move(EmbeddedHBase cluster, RegionDescription region, String server) throws IOException {
        if (!region.server().equals(server)) {
            cluster.client().moveRegion(region.encodedName(), server);
        }
    }

    private static AsyncConnection connect(EmbeddedHBase cluster) throws Exception {
        return get(AsyncConnections.builder()
                .configuration(new Configuration())
                .bufferBudget(BUDGET)
                .registry(Registry.zooKeeper("localhost:" + cluster.zooKeeperPort(), cluster.znodeParent()))
                .build());
    }

    private static void write(EmbeddedHBase cluster, AsyncConnection connection, RegionServerProcess other)
            throws Exception {
        AsyncBufferedMutator mutator = connection
                .getBufferedMutatorBuilder(TABLE)
                .setMaxMutations(100)
                .setBackpressure(Backpressure.fail())
                .build();
        acknowledge(mutator, mutator.mutate(put("a", 0)), mutator.mutate(put("n", 0)));
        other.pause();
        List<CompletableFuture<Void>> held = new ArrayList<>();
        try {
            CompletableFuture<Void> refused = fill(mutator, held);
            assertThatThrownBy(refused::join)
                    .hasCauseInstanceOf(BufferFullException.class)
                    .hasMessageContaining("regionShare");
            assertThat(mutator.state().budgetUsedBytes()).isLessThan(BUDGET / 2);
            // Waits where the other refuses: the server that is well may be behind for a moment, too.
            AsyncBufferedMutator patient = connection
                    .getBufferedMutatorBuilder(TABLE)
                    .setMaxMutations(100)
                    .build();
            for (int round = 0; round < ROUNDS; round++) {
                List<CompletableFuture<Void>> futures = new ArrayList<>();
                for (int i = 0; i < ROWS; i++) {
                    futures.add(patient.mutate(put("n", round * ROWS + i)));
                }
                acknowledge(patient, futures);
            }
            assertThat(held).noneMatch(CompletableFuture::isDone);
        } finally {
            other.resume();
        }
        acknowledge(mutator, held);
        acknowledge(mutator, mutator.mutate(put("a", 1)));
        assertThat(cluster.client().countRows("t").rows()).isEqualTo(ROUNDS * ROWS + held.size() + 2);
    }

    /** Writes to the region that is frozen, and a little to the other, until it is refused; returns that future. */
    private static CompletableFuture<Void> fill(AsyncBufferedMutator mutator, List<CompletableFuture<Void>> held) {
        for (int i = 0; i < 2 * BUDGET / VALUE_BYTES; i++) {
            Put put = put("b", i);
            if (i % 10 == 0) {
                put.setAttribute("large", new byte[ATTRIBUTE_BYTES]);
            }
            CompletableFuture<Void> future = mutator.mutate(put);
            if (future.isCompletedExceptionally()) {
                return future;
            }
            held.add(future);
            if (i % 20 == 0) {
                // A server alone in use may hold more than a share.
                acknowledge(mutator, mutator.mutate(put("n", 0)));
            }
        }
        throw new AssertionError("nothing was refused");
    }

    private static Put put(String region, int row) {
        return new Put(bytes(String.format("%s%06d", region, row)))
                .addColumn(bytes("f"), bytes("q"), new byte[VALUE_BYTES]);
    }
}
