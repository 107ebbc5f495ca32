package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.put;
import static io.sluice.client.it.Session.acknowledge;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.Increment;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.embedded.RegionDescription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A writer that does not stop while regions move: whatever was accepted is acknowledged and there. */
class MovingRegionsIT {
    private static final int SPREAD = 7_919;

    @RegisterExtension
    final Session session = new Session(conf -> conf.setLong("hbase.client.pause", 20));

    @Test
    void mutate_regionsMoveSplitAndMerge_nothingLost() throws Exception {
        TableName table = session.table(List.of(bytes("r5")), "f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.setMaxMutations(50));
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger accepted = new AtomicInteger();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<List<CompletableFuture<Void>>> writer = thread.submit(() -> {
            List<CompletableFuture<Void>> futures = new ArrayList<>();
            while (!stop.get() && futures.size() < 100_000) {
                futures.add(mutator.mutate(row(futures.size())));
                accepted.set(futures.size());
                if (futures.size() % 50 == 0) {
                    // Not as fast as possible: the changes shall meet a writer, however long they take.
                    Thread.sleep(2);
                }
            }
            return futures;
        });
        try {
            move(table, 0);
            move(table, 1);
            split(table, 0, "r2");
            split(table, 2, "r8");
            move(table, 1);
            session.stock().majorCompact(table.getNameAsString());
            merge(table, 0);
            move(table, 0);
        } finally {
            stop.set(true);
        }
        List<CompletableFuture<Void>> futures = writer.get();
        thread.shutdown();
        acknowledge(mutator, futures);

        assertThat(futures).hasSize(accepted.get()).hasSizeGreaterThan(500);
        Session.assertNothingHeld(mutator);
        assertThat(mutator.state().acknowledged()).isEqualTo(futures.size());
        assertThat(mutator.state().failed()).isZero();
        assertThat(mutator.state().retried())
                .as("mutations that met a region on its way")
                .isPositive();
        assertStored(table, futures.size());
    }

    @Test
    void mutate_regionMovedSinceLastUse_followed() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        acknowledge(mutator, mutator.mutate(row(0)));
        for (int i = 1; i <= 4; i++) {
            move(table, 0);
            acknowledge(mutator, mutator.mutate(row(i)));
        }
        assertStored(table, 5);
    }

    @Test
    void mutate_regionSplitSinceLastUse_rowsInBothHalvesStored() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        acknowledge(mutator, mutator.mutate(row(0)));
        split(table, 0, "r5");
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 1; i < 200; i++) {
            futures.add(mutator.mutate(row(i)));
        }
        acknowledge(mutator, futures);
        assertStored(table, 200);
    }

    @Test
    void mutate_regionsMergedSinceLastUse_rowsOfBothStored() throws Exception {
        TableName table = session.table(List.of(bytes("r5")), "f");
        AsyncBufferedMutator mutator = session.mutator(table);
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            futures.add(mutator.mutate(row(i)));
        }
        acknowledge(mutator, futures);
        merge(table, 0);
        futures.clear();
        for (int i = 100; i < 200; i++) {
            futures.add(mutator.mutate(row(i)));
        }
        acknowledge(mutator, futures);
        assertThat(session.stock().regions(table.getNameAsString())).hasSize(1);
        assertStored(table, 200);
    }

    @Test
    void mutate_incrementsWhileARegionMoves_appliedOnce() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.setMaxMutations(5));
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        AtomicBoolean stop = new AtomicBoolean();
        Future<?> writer = thread.submit(() -> {
            while (!stop.get()) {
                futures.add(mutator.mutate(new Increment(bytes("r")).addColumn(bytes("f"), bytes("q"), 1)));
                Thread.sleep(1);
            }
            return null;
        });
        try {
            move(table, 0);
            move(table, 0);
        } finally {
            stop.set(true);
        }
        writer.get();
        thread.shutdown();
        acknowledge(mutator, futures);
        List<CellText> cells = session.visible(table);
        assertThat(cells).hasSize(1);
        assertThat(Bytes.toLong(bytes(cells.get(0).value()))).isEqualTo(futures.size());
    }

    private void assertStored(TableName table, int rows) throws IOException {
        List<CellText> expected = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            expected.add(put(name(i), "f", "q", i, "value " + i));
        }
        expected.sort((a, b) -> a.row().compareTo(b.row()));
        assertThat(session.visible(table).equals(expected))
                .as("the %d rows that were acknowledged, and no other, read back as written", rows)
                .isTrue();
    }

    private void move(TableName table, int index) throws IOException {
        RegionDescription region =
                session.stock().regions(table.getNameAsString()).get(index);
        for (String server : session.stock().servers()) {
            if (!server.equals(region.server())) {
                session.stock().moveRegion(region.encodedName(), server);
                return;
            }
        }
        throw new IOException("no other server");
    }

    private void split(TableName table, int index, String key) throws IOException {
        RegionDescription region =
                session.stock().regions(table.getNameAsString()).get(index);
        session.stock().splitRegion(region.encodedName(), bytes(key));
    }

    private void merge(TableName table, int index) throws IOException {
        List<RegionDescription> regions = session.stock().regions(table.getNameAsString());
        session.stock()
                .mergeRegions(
                        regions.get(index).encodedName(), regions.get(index + 1).encodedName());
    }

    private static Put row(int i) {
        return new Put(bytes(name(i))).addColumn(bytes("f"), bytes("q"), i, bytes("value " + i));
    }

    /** Neighbours in time are far apart in the table. */
    private static String name(int i) {
        return String.format("r%06d", (long) i * SPREAD % 1_000_000);
    }
}
