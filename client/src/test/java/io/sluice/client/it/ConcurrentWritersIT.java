package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.put;
import static io.sluice.client.it.Session.acknowledge;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Put;
import io.sluice.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConcurrentWritersIT {
    private static final int THREADS = 8;
    private static final int ROWS_PER_THREAD = 2_500;

    @RegisterExtension
    final Session session = new Session();

    @Test
    void mutate_eightThreadsThreeTables_everyRowOnceInItsTable() throws Exception {
        List<TableName> tables = List.of(
                session.table("f"),
                session.table(List.of(bytes("r1")), "f"),
                session.table(List.of(bytes("r02"), bytes("r05"), bytes("r06")), "f"));
        List<AsyncBufferedMutator> mutators = new ArrayList<>();
        for (TableName table : tables) {
            mutators.add(session.mutator(table, builder -> builder.setWriteBufferSize(20_000)));
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<List<CompletableFuture<Void>>>> tasks = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int first = thread * ROWS_PER_THREAD;
            tasks.add(threads.submit(() -> write(mutators, first)));
        }
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (Future<List<CompletableFuture<Void>>> task : tasks) {
            futures.addAll(task.get());
        }
        threads.shutdown();
        mutators.forEach(AsyncBufferedMutator::flush);
        acknowledge(mutators.get(0), futures);

        assertThat(futures).hasSize(THREADS * ROWS_PER_THREAD);
        for (int i = 0; i < tables.size(); i++) {
            assertThat(session.everything(tables.get(i)).equals(expected(i)))
                    .as("rows of table %d", i)
                    .isTrue();
        }
    }

    @Test
    void mutate_withAnExecutor_futuresCompleteThere() throws Exception {
        TableName table = session.table("f");
        AtomicInteger elsewhere = new AtomicInteger();
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> new Thread(task, "completions"));
        try (AsyncBufferedMutator mutator = session.connection().getBufferedMutator(table, pool)) {
            List<CompletableFuture<Void>> futures = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                futures.add(mutator.mutate(row(i)).thenRun(() -> {
                    if (!Thread.currentThread().getName().equals("completions")) {
                        elsewhere.incrementAndGet();
                    }
                }));
            }
            acknowledge(mutator, futures);
            assertThat(elsewhere).hasValue(0);
        } finally {
            pool.shutdown();
        }
        assertThat(session.visible(table)).hasSize(100);
    }

    private static List<CompletableFuture<Void>> write(List<AsyncBufferedMutator> mutators, int first) {
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = first; i < first + ROWS_PER_THREAD; i++) {
            futures.add(mutators.get(i % mutators.size()).mutate(row(i)));
        }
        return futures;
    }

    private static Put row(int i) {
        return new Put(bytes(name(i))).addColumn(bytes("f"), bytes("q"), i, bytes("value " + i));
    }

    private static String name(int i) {
        return String.format("r%05d", i);
    }

    private static List<CellText> expected(int table) {
        List<CellText> cells = new ArrayList<>();
        for (int i = table; i < THREADS * ROWS_PER_THREAD; i += 3) {
            cells.add(put(name(i), "f", "q", i, "value " + i));
        }
        return cells;
    }
}
