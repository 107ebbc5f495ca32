package io.sluice.client.it;

import static io.sluice.client.it.CellText.ANY;
import static io.sluice.client.it.CellText.DELETE_COLUMN;
import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.marker;
import static io.sluice.client.it.CellText.put;
import static io.sluice.client.it.CellText.text;
import static io.sluice.client.it.Session.acknowledge;
import static io.sluice.client.it.Session.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Append;
import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.Delete;
import io.sluice.Increment;
import io.sluice.Mutation;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.Put;
import io.sluice.RowMutations;
import io.sluice.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AtomicMutationsIT {
    @RegisterExtension
    final Session session = new Session(conf -> conf.setBoolean("sluice.client.verify.cells", true));

    @Test
    void increment_severalColumns_valuesAdded() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        acknowledge(
                mutator,
                mutator.mutate(new Increment(bytes("r"))
                        .addColumn(bytes("f"), bytes("a"), 40)
                        .addColumn(bytes("f"), bytes("b"), -1)));
        acknowledge(mutator, mutator.mutate(new Increment(bytes("r")).addColumn(bytes("f"), bytes("a"), 2)));
        assertThat(session.visible(table))
                .extracting(CellText::anyTime)
                .containsExactly(
                        put("r", "f", "a", ANY, text(Bytes.toBytes(42L))),
                        put("r", "f", "b", ANY, text(Bytes.toBytes(-1L))));
    }

    @Test
    void increment_byManyThreads_sumIsExact() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.setMaxMutations(10));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<List<CompletableFuture<Void>>>> tasks = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            tasks.add(threads.submit(() -> {
                List<CompletableFuture<Void>> futures = new ArrayList<>();
                for (int i = 1; i <= 100; i++) {
                    Increment increment = new Increment(bytes("r" + i % 3)).addColumn(bytes("f"), bytes("n"), i);
                    futures.add(mutator.mutate(increment.setReturnResults(i % 2 == 0)));
                }
                return futures;
            }));
        }
        for (Future<List<CompletableFuture<Void>>> task : tasks) {
            acknowledge(mutator, task.get());
        }
        threads.shutdown();
        long sum = 0;
        for (CellText cell : session.visible(table)) {
            sum += Bytes.toLong(bytes(cell.value()));
        }
        assertThat(session.visible(table)).extracting(CellText::row).containsExactly("r0", "r1", "r2");
        assertThat(sum).isEqualTo(4 * 5050);
    }

    @Test
    void append_twiceInABatch_valuesJoined() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        List<CompletableFuture<Void>> futures = mutator.mutate(List.of(
                new Append(bytes("r")).addColumn(bytes("f"), bytes("q"), bytes("one, ")),
                new Append(bytes("r"))
                        .addColumn(bytes("f"), bytes("q"), bytes("two"))
                        .setReturnResults(false),
                new Append(bytes("s")).addColumn(bytes("f"), bytes("q"), new byte[0])));
        acknowledge(mutator, futures);
        assertThat(session.visible(table))
                .extracting(CellText::anyTime)
                .containsExactly(put("r", "f", "q", ANY, "one, two"), put("s", "f", "q", ANY, ""));
    }

    @Test
    void rowMutations_putAndDelete_bothApplied() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        acknowledge(mutator, mutator.mutate(new Put(bytes("r")).addColumn(bytes("f"), bytes("old"), 1, bytes("o"))));
        RowMutations both = RowMutations.of(List.of(
                new Put(bytes("r")).addColumn(bytes("f"), bytes("new"), 5, bytes("n")),
                new Delete(bytes("r")).addColumns(bytes("f"), bytes("old"), 5)));
        acknowledge(mutator, mutator.mutate(both));
        assertThat(session.visible(table)).containsExactly(put("r", "f", "new", 5, "n"));
        assertThat(session.everything(table))
                .containsExactlyInAnyOrder(
                        put("r", "f", "new", 5, "n"),
                        marker("r", "f", "old", 5, DELETE_COLUMN),
                        put("r", "f", "old", 1, "o"));
    }

    @Test
    void rowMutations_oneRefused_noneApplied() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        CompletableFuture<Void> refused = mutator.mutate(RowMutations.of(List.of(
                new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), bytes("v")),
                new Put(bytes("r")).addColumn(bytes("none"), bytes("q"), bytes("v")))));
        CompletableFuture<Void> innocent =
                mutator.mutate(new Put(bytes("s")).addColumn(bytes("f"), bytes("q"), 1, bytes("v")));
        acknowledge(mutator, innocent);
        assertThat(failure(refused)).isInstanceOf(NoSuchColumnFamilyException.class);
        assertThat(session.everything(table)).containsExactly(put("s", "f", "q", 1, "v"));
    }

    @Test
    void rowMutations_withIncrementAndAppend_allApplied() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        RowMutations all = RowMutations.of(List.of(
                new Increment(bytes("r")).addColumn(bytes("f"), bytes("n"), 3),
                new Append(bytes("r")).addColumn(bytes("f"), bytes("t"), bytes("text")),
                new Put(bytes("r")).addColumn(bytes("f"), bytes("p"), bytes("v"))));
        acknowledge(mutator, mutator.mutate(all));
        assertThat(session.visible(table))
                .extracting(CellText::anyTime)
                .containsExactly(
                        put("r", "f", "n", ANY, text(Bytes.toBytes(3L))),
                        put("r", "f", "p", ANY, "v"),
                        put("r", "f", "t", ANY, "text"));
    }

    @Test
    void mutate_allKindsMixedInOneBatch_eachApplied() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        acknowledge(mutator, mutator.mutate(new Put(bytes("dead")).addColumn(bytes("f"), bytes("q"), 1, bytes("v"))));
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        List<CellText> expected = new ArrayList<>();
        for (int i = 10; i < 60; i++) {
            String row = "r" + i;
            List<Mutation> kinds = List.of(
                    new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), bytes("v" + i)),
                    new Increment(bytes(row)).addColumn(bytes("f"), bytes("q"), i),
                    new Append(bytes(row)).addColumn(bytes("f"), bytes("q"), bytes("a" + i)));
            futures.add(mutator.mutate(kinds.get(i % 3)));
            String value = i % 3 == 0 ? "v" + i : i % 3 == 1 ? text(Bytes.toBytes((long) i)) : "a" + i;
            expected.add(put(row, "f", "q", ANY, value));
        }
        futures.add(mutator.mutate(new Delete(bytes("dead"))));
        acknowledge(mutator, futures);
        assertThat(session.visible(table)).extracting(CellText::anyTime).isEqualTo(expected);
    }
}
