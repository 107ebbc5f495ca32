package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.put;
import static io.sluice.client.it.Session.failure;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AsyncBufferedMutator;
import io.sluice.CloseResult;
import io.sluice.Mutation;
import io.sluice.MutatorClosedException;
import io.sluice.Put;
import io.sluice.TableName;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CloseIT {
    @RegisterExtension
    final Session session = new Session();

    @Test
    void close_dataInTheBuffer_storedWhenItReturns() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = unhurried(table);
        CompletableFuture<Void> future = mutator.mutate(row("a"));
        mutator.close();
        assertThat(future).isCompletedWithValue(null);
        assertThat(session.everything(table)).containsExactly(cell("a"));
        mutator.close();
    }

    @Test
    void closeAsync_goodAndBadMutations_countsBoth() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = unhurried(table);
        CompletableFuture<Void> good = mutator.mutate(row("a"));
        CompletableFuture<Void> bad =
                mutator.mutate(new Put(bytes("b")).addColumn(bytes("none"), bytes("q"), bytes("v")));
        CloseResult result = get(mutator.closeAsync(Session.LIMIT));
        assertThat(result.acked()).isEqualTo(1);
        assertThat(result.failed()).isEqualTo(1);
        assertThat(result.unacknowledged()).isEmpty();
        assertThat(good).isCompletedWithValue(null);
        assertThat(bad).isCompletedExceptionally();
        assertThat(get(mutator.closeAsync(Duration.ZERO))).isEqualTo(result);
    }

    @Test
    void closeAsync_tableDisabledAndNoTime_mutationsHandedBack() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = unhurried(table);
        session.stock().disableTable(table.getNameAsString());
        CompletableFuture<Void> future = mutator.mutate(row("a"));
        CloseResult result = get(mutator.closeAsync(Duration.ZERO));
        assertThat(result.acked()).isZero();
        assertThat(result.failed()).isZero();
        assertThat(result.unacknowledged()).hasSize(1);
        Mutation handedBack = result.unacknowledged().get(0).mutations().get(0);
        assertThat(handedBack.getRow()).isEqualTo(bytes("a"));
        assertThat(handedBack.has(bytes("f"), bytes("q"), 1, bytes("value of a")))
                .isTrue();
        assertThat(failure(future)).isInstanceOf(MutatorClosedException.class).hasMessageContaining("Already closed");
    }

    @Test
    void mutate_afterClose_futureFails() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = unhurried(table);
        mutator.close();
        assertThat(failure(mutator.mutate(row("a"))))
                .isInstanceOf(MutatorClosedException.class)
                .hasMessageStartingWith("Already closed");
        List<CompletableFuture<Void>> futures = mutator.mutate(List.of(row("b"), row("c")));
        assertThat(futures).hasSize(2);
        for (CompletableFuture<Void> future : futures) {
            assertThat(failure(future)).isInstanceOf(MutatorClosedException.class);
        }
        mutator.flush();
        assertThat(mutator.flush(Duration.ofSeconds(10)).pending()).isZero();
        assertThat(session.everything(table)).isEmpty();
    }

    @Test
    void closeOfConnection_openMutators_closesThem() throws Exception {
        TableName one = session.table("f");
        TableName other = session.table("f");
        AsyncBufferedMutator first = unhurried(one);
        AsyncBufferedMutator second = unhurried(other);
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        futures.add(first.mutate(row("a")));
        futures.add(second.mutate(row("b")));
        futures.add(second.mutate(row("c")));
        session.connection().close();
        assertThat(session.connection().isClosed()).isTrue();
        for (CompletableFuture<Void> future : futures) {
            assertThat(future).isCompletedWithValue(null);
        }
        assertThat(session.everything(one)).containsExactly(cell("a"));
        assertThat(session.everything(other)).containsExactly(cell("b"), cell("c"));
        assertThat(failure(first.mutate(row("d")))).isInstanceOf(MutatorClosedException.class);
        session.connection().close();
    }

    @Test
    void closeAsyncOfConnection_openMutators_addsTheirResults() throws Exception {
        AsyncBufferedMutator first = unhurried(session.table("f"));
        AsyncBufferedMutator second = unhurried(session.table("f"));
        var unused = first.mutate(row("a"));
        unused = second.mutate(row("b"));
        unused = second.mutate(new Put(bytes("c")).addColumn(bytes("none"), bytes("q"), bytes("v")));
        CloseResult result = get(session.connection().closeAsync(Session.LIMIT));
        assertThat(result.acked()).isEqualTo(2);
        assertThat(result.failed()).isEqualTo(1);
        assertThat(result.unacknowledged()).isEmpty();
    }

    @Test
    void getBufferedMutator_connectionClosed_refused() throws Exception {
        TableName table = session.table("f");
        session.connection().close();
        assertThatThrownBy(() -> session.connection().getBufferedMutator(table))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThat(failure(session.connection().preloadRegions(table))).isInstanceOf(IOException.class);
    }

    private AsyncBufferedMutator unhurried(TableName table) {
        return session.mutator(table, builder -> builder.disableWriteBufferPeriodicFlush());
    }

    private static Put row(String row) {
        return new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), 1, bytes("value of " + row));
    }

    private static CellText cell(String row) {
        return put(row, "f", "q", 1, "value of " + row);
    }
}
