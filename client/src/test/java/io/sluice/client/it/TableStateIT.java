package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.put;
import static io.sluice.client.it.Session.acknowledge;
import static io.sluice.client.it.Session.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Delete;
import io.sluice.Increment;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.TableNotEnabledException;
import io.sluice.TableNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The default operation timeout, 120 s, is twice what these tests wait: errors must come before it. */
class TableStateIT {
    @RegisterExtension
    final Session session = new Session();

    @Test
    void mutate_tableDisabledAndEnabledAgain_failsThenWorks() throws Exception {
        TableName table = session.table("f");
        String name = table.getNameAsString();
        AsyncBufferedMutator mutator = session.mutator(table);
        acknowledge(mutator, mutator.mutate(row("a")));

        session.stock().disableTable(name);
        CompletableFuture<Void> known = mutator.mutate(row("b"));
        mutator.flush();
        assertThat(failure(known)).isInstanceOf(TableNotEnabledException.class).hasMessageContaining(name);

        session.stock().enableTable(name);
        acknowledge(mutator, mutator.mutate(row("c")));
        assertThat(session.everything(table)).containsExactly(cell("a"), cell("c"));
    }

    @Test
    void mutate_tableDisabledBeforeFirstUse_fails() throws Exception {
        TableName table = session.table(List.of(bytes("m")), "f");
        session.stock().disableTable(table.getNameAsString());
        AsyncBufferedMutator mutator = session.mutator(table);
        List<CompletableFuture<Void>> futures = mutator.mutate(List.of(row("a"), row("z")));
        mutator.flush();
        for (CompletableFuture<Void> future : futures) {
            assertThat(failure(future)).isInstanceOf(TableNotEnabledException.class);
        }
    }

    @Test
    void mutate_disabledForAMoment_retriedUntilItWorks() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.setRetryPause(1, TimeUnit.SECONDS));
        acknowledge(mutator, mutator.mutate(row("a")));
        session.stock().disableTable(table.getNameAsString());
        CompletableFuture<Void> future = mutator.mutate(row("b"));
        mutator.flush();
        session.stock().enableTable(table.getNameAsString());
        assertThat(future).succeedsWithin(Session.LIMIT);
        assertThat(session.everything(table)).containsExactly(cell("a"), cell("b"));
    }

    @Test
    void mutate_tableDropped_fails() throws Exception {
        TableName table = session.table(List.of(bytes("m")), "f");
        AsyncBufferedMutator mutator = session.mutator(table);
        acknowledge(mutator, mutator.mutate(row("a")), mutator.mutate(row("z")));
        session.stock().deleteTable(table.getNameAsString());
        List<CompletableFuture<Void>> futures = mutator.mutate(List.of(row("b"), row("y")));
        mutator.flush();
        for (CompletableFuture<Void> future : futures) {
            assertThat(failure(future))
                    .isInstanceOf(TableNotFoundException.class)
                    .hasMessageContaining(table.getNameAsString());
        }
    }

    @Test
    void mutate_missingTable_failsWithoutRetries() throws Exception {
        AsyncBufferedMutator mutator = session.mutator(TableName.valueOf("missing"));
        CompletableFuture<Void> future = mutator.mutate(row("a"));
        mutator.flush();
        assertThat(failure(future)).isInstanceOf(TableNotFoundException.class).hasMessageContaining("missing");
        Session.assertNothingHeld(mutator);
        assertThat(mutator.state().retried()).isZero();
        assertThat(mutator.state().failed()).isEqualTo(1);
    }

    @Test
    void mutate_missingNamespace_fails() throws Exception {
        AsyncBufferedMutator mutator = session.mutator(TableName.valueOf("nowhere", "t"));
        CompletableFuture<Void> future = mutator.mutate(row("a"));
        mutator.flush();
        assertThat(failure(future)).isInstanceOf(TableNotFoundException.class).hasMessageContaining("nowhere:t");
    }

    @Test
    void preloadRegions_missingTable_fails() throws Exception {
        assertThat(failure(session.connection().preloadRegions(TableName.valueOf("missing"))))
                .isInstanceOf(TableNotFoundException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void mutate_missingFamily_onlyThatMutationFails() throws Exception {
        TableName table = session.table(List.of(bytes("r4")), "f");
        AsyncBufferedMutator mutator = session.mutator(table);
        List<CompletableFuture<Void>> good = new ArrayList<>();
        List<CompletableFuture<Void>> bad = new ArrayList<>();
        List<CellText> expected = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            good.add(mutator.mutate(row("r" + i)));
            expected.add(cell("r" + i));
            bad.add(mutator.mutate(new Put(bytes("r" + i)).addColumn(bytes("none"), bytes("q"), 1, bytes("v"))));
        }
        bad.add(mutator.mutate(new Delete(bytes("r1")).addFamily(bytes("none"))));
        bad.add(mutator.mutate(new Increment(bytes("r2")).addColumn(bytes("none"), bytes("q"), 1)));
        bad.add(mutator.mutate(new Put(bytes("r5"))
                .addColumn(bytes("f"), bytes("half"), 1, bytes("v"))
                .addColumn(bytes("none"), bytes("q"), 1, bytes("v"))));
        acknowledge(mutator, good);
        for (CompletableFuture<Void> future : bad) {
            assertThat(failure(future))
                    .isInstanceOf(NoSuchColumnFamilyException.class)
                    .hasMessageContaining("none");
        }
        assertThat(session.everything(table)).isEqualTo(expected);
        assertThat(mutator.state().retried()).isZero();
    }

    private static Put row(String row) {
        return new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), 1, bytes("value of " + row));
    }

    private static CellText cell(String row) {
        return put(row, "f", "q", 1, "value of " + row);
    }
}
