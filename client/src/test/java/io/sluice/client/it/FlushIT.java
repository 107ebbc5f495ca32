package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.put;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AsyncBufferedMutator;
import io.sluice.FlushResult;
import io.sluice.Put;
import io.sluice.TableName;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FlushIT {
    @RegisterExtension
    final Session session = new Session();

    @Test
    void periodicFlush_oneRowAndNothingCalled_arrives() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        assertThat(mutator.getPeriodicalFlushTimeout(TimeUnit.MILLISECONDS)).isEqualTo(1_000);
        assertThat(mutator.mutate(row(1))).succeedsWithin(Session.LIMIT);
        assertThat(session.everything(table)).containsExactly(cell(1));
    }

    @Test
    void periodicFlush_shortTimeoutAndSecondBatch_arrivesToo() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator =
                session.mutator(table, builder -> builder.setWriteBufferPeriodicFlush(50, TimeUnit.MILLISECONDS));
        assertThat(mutator.mutate(row(1))).succeedsWithin(Session.LIMIT);
        assertThat(mutator.mutate(row(2))).succeedsWithin(Session.LIMIT);
        assertThat(session.everything(table)).containsExactly(cell(1), cell(2));
    }

    @Test
    void maxMutations_reached_sentWithoutFlush() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = unhurried(table, 3, 1 << 20);
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 1; i <= 7; i++) {
            futures.add(mutator.mutate(row(i)));
        }
        for (CompletableFuture<Void> future : futures.subList(0, 6)) {
            assertThat(future).succeedsWithin(Session.LIMIT);
        }
        assertThat(futures.get(6)).isNotDone();
        assertThat(mutator.state().bufferedBytes()).isPositive();
        assertThat(session.everything(table)).containsExactly(cell(1), cell(2), cell(3), cell(4), cell(5), cell(6));
        mutator.flush();
        assertThat(futures.get(6)).succeedsWithin(Session.LIMIT);
        assertThat(session.everything(table)).contains(cell(7)).hasSize(7);
    }

    @Test
    void writeBufferSize_reached_sentWithoutFlush() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = unhurried(table, 0, 10_000);
        CompletableFuture<Void> first =
                mutator.mutate(new Put(bytes("a")).addColumn(bytes("f"), bytes("q"), 1, new byte[5_000]));
        long buffered = mutator.state().bufferedBytes();
        assertThat(buffered).isBetween(5_000L, 5_200L);
        assertThat(mutator.state().pending()).isEqualTo(1);
        assertThat(mutator.state().budgetUsedBytes()).isGreaterThanOrEqualTo(buffered);
        assertThat(first).isNotDone();
        assertThat(session.everything(table)).isEmpty();

        CompletableFuture<Void> second =
                mutator.mutate(new Put(bytes("b")).addColumn(bytes("f"), bytes("q"), 1, new byte[5_000]));
        assertThat(mutator.state().bufferedBytes()).isZero();
        assertThat(first).succeedsWithin(Session.LIMIT);
        assertThat(second).succeedsWithin(Session.LIMIT);
        assertThat(session.everything(table)).extracting(CellText::row).containsExactly("a", "b");
        Session.assertNothingHeld(mutator);
        assertThat(mutator.state().acknowledged()).isEqualTo(2);
    }

    @Test
    void flush_nothingBuffered_noEffect() throws Exception {
        AsyncBufferedMutator mutator = session.mutator(session.table("f"));
        mutator.flush();
        FlushResult result = mutator.flush(Duration.ofSeconds(10));
        assertThat(result.acked()).isZero();
        assertThat(result.failed()).isZero();
        assertThat(result.pending()).isZero();
    }

    @Test
    void flushAsync_someBadMutations_countsBoth() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = unhurried(table, 0, 1 << 20);
        for (int i = 1; i <= 5; i++) {
            var unused = mutator.mutate(row(i));
        }
        CompletableFuture<Void> bad =
                mutator.mutate(new Put(bytes("x")).addColumn(bytes("none"), bytes("q"), bytes("v")));
        FlushResult result = get(mutator.flushAsync());
        assertThat(result.acked()).isEqualTo(5);
        assertThat(result.failed()).isEqualTo(1);
        assertThat(result.pending()).isZero();
        assertThat(result.took()).isPositive();
        assertThat(bad).isCompletedExceptionally();
        assertThat(session.everything(table)).containsExactly(cell(1), cell(2), cell(3), cell(4), cell(5));
    }

    @Test
    void flushWithDeadline_enoughTime_everythingStoredWhenItReturns() throws Exception {
        TableName table = session.table(List.of(bytes("r0500")), "f");
        AsyncBufferedMutator mutator = unhurried(table, 100, 1 << 20);
        List<CellText> expected = new ArrayList<>();
        for (int i = 1; i <= 1_050; i++) {
            var unused = mutator.mutate(row(i));
            expected.add(cell(i));
        }
        FlushResult result = mutator.flush(Session.LIMIT);
        assertThat(result.pending()).isZero();
        assertThat(result.failed()).isZero();
        assertThat(mutator.state().acknowledged()).isEqualTo(1_050);
        assertThat(session.everything(table)).isEqualTo(expected);
    }

    @Test
    void flushWithDeadline_noTime_saysHowManyArePending() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = unhurried(table, 0, 1 << 20);
        CompletableFuture<Void> first = mutator.mutate(row(1));
        CompletableFuture<Void> second = mutator.mutate(row(2));
        FlushResult result = mutator.flush(Duration.ZERO);
        assertThat(result.acked() + result.failed() + result.pending()).isEqualTo(2);
        assertThat(first).succeedsWithin(Session.LIMIT);
        assertThat(second).succeedsWithin(Session.LIMIT);
        assertThat(session.everything(table)).containsExactly(cell(1), cell(2));
    }

    @Test
    void flushWithDeadline_onANetworkThread_refused() throws Exception {
        AsyncBufferedMutator mutator = session.mutator(session.table("f"));
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        CompletableFuture<Void> written = mutator.mutate(row(1));
        CompletableFuture<Void> checked = written.thenRun(() -> {
            try {
                FlushResult unexpected = mutator.flush(Duration.ofSeconds(1));
                refused.complete(new AssertionError("flushed: " + unexpected));
            } catch (IOException | InterruptedException e) {
                refused.complete(e);
            }
        });
        mutator.flush();
        get(checked);
        assertThatThrownBy(() -> {
                    throw refused.join();
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("flushAsync()");
    }

    /** A mutator that sends nothing because of its age. */
    private AsyncBufferedMutator unhurried(TableName table, int maxMutations, long bufferBytes) {
        return session.mutator(
                table,
                builder -> builder.disableWriteBufferPeriodicFlush()
                        .setMaxMutations(maxMutations)
                        .setWriteBufferSize(bufferBytes));
    }

    private static Put row(int i) {
        return new Put(bytes(name(i))).addColumn(bytes("f"), bytes("q"), i, bytes("v" + i));
    }

    private static CellText cell(int i) {
        return put(name(i), "f", "q", i, "v" + i);
    }

    private static String name(int i) {
        return String.format("r%04d", i);
    }
}
