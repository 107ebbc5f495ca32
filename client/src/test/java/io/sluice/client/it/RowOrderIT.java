package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.acknowledge;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Delete;
import io.sluice.Ordering;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.embedded.RegionDescription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows that are written again and again while their regions move end with what was written last. */
class RowOrderIT {
    private static final int ROWS = 20;
    private static final long PAUSE_NANOS = 2_000_000;

    @RegisterExtension
    final Session session = new Session(conf -> conf.setLong("hbase.client.pause", 20));

    private AsyncBufferedMutator mutator(TableName table) {
        return session.mutator(
                table,
                builder ->
                        builder.setOrdering(Ordering.PER_ROW).setMaxMutations(7).setMaxRequestRows(5));
    }

    @Test
    void perRow_putsWhileRegionsMove_lastOneStays() throws Exception {
        TableName table = session.table(List.of(bytes("r10")), "f");
        AsyncBufferedMutator mutator = mutator(table);
        AtomicBoolean stop = new AtomicBoolean();
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        List<Integer> rounds = new ArrayList<>();
        Thread writer = new Thread(() -> {
            for (int round = 0; !stop.get(); round++) {
                for (int row = 0; row < ROWS; row++) {
                    futures.add(mutator.mutate(put(row, "" + round)));
                }
                rounds.add(round);
                // There is always a request on its way; more of them would only load the servers.
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        });
        writer.start();
        try {
            for (int i = 0; i < 4; i++) {
                move(table, i % 2);
            }
        } finally {
            stop.set(true);
            writer.join();
        }
        acknowledge(mutator, futures);
        String last = "" + rounds.get(rounds.size() - 1);
        assertThat(rounds).hasSizeGreaterThan(20);
        assertThat(session.visible(table))
                .hasSize(ROWS)
                .allSatisfy(cell -> assertThat(cell.value()).isEqualTo(last));
        assertThat(mutator.state().retried())
                .as("mutations that met a region on its way")
                .isPositive();
    }

    @Test
    void perRow_putThenDelete_acrossAMove_rowIsGone() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = mutator(table);
        acknowledge(mutator, mutator.mutate(put(1, "first")));
        move(table, 0);
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        // The first request meets the region where it is no more; without the order the second overtakes it.
        futures.add(mutator.mutate(put(1, "second")));
        mutator.flush();
        futures.add(mutator.mutate(new Delete(bytes("r01"))));
        mutator.flush();
        acknowledge(mutator, futures);
        assertThat(session.visible(table)).isEmpty();
    }

    private static Put put(int row, String value) {
        return new Put(bytes(String.format("r%02d", row))).addColumn(bytes("f"), bytes("q"), bytes(value));
    }

    private void move(TableName table, int index) throws IOException {
        RegionDescription region =
                session.stock().regions(table.getNameAsString()).get(index);
        String other = session.stock().servers().stream()
                .filter(server -> !server.equals(region.server()))
                .findFirst()
                .orElseThrow();
        session.stock().moveRegion(region.encodedName(), other);
    }
}
