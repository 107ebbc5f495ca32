package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.put;
import static io.sluice.client.it.Session.acknowledge;
import static io.sluice.client.it.Session.failure;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.BufferFullException;
import io.sluice.Put;
import io.sluice.TableName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The connection may hold 16 KiB, about 100 of the rows. */
class BackpressureIT {
    private static final int BUDGET = 16 << 10;

    @RegisterExtension
    final Session session =
            new Session(conf -> {}, builder -> builder.bufferBudget(BUDGET).blockSize(1 << 10));

    @Test
    void block_tinyBudget_allRowsStored() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        List<CellText> expected = new ArrayList<>();
        long most = 0;
        for (int i = 0; i < 5_000; i++) {
            futures.add(mutator.mutate(row(i)));
            most = Math.max(most, mutator.state().budgetUsedBytes());
            expected.add(put(name(i), "f", "q", i, "value " + i));
        }
        acknowledge(mutator, futures);
        assertThat(most).isBetween(BUDGET / 2L, (long) BUDGET);
        assertThat(mutator.state().budgetLimitBytes()).isEqualTo(BUDGET);
        assertThat(session.everything(table)).isEqualTo(expected);
    }

    @Test
    void block_mutatorsShareTheBudget_allFinish() throws Exception {
        TableName one = session.table("f");
        TableName other = session.table("f");
        // What the first one has buffered is sent because the last one needs room, and for no other reason.
        AsyncBufferedMutator writer = session.mutator(other, builder -> builder.disableWriteBufferPeriodicFlush());
        List<AsyncBufferedMutator> hoarders = new ArrayList<>();
        List<CompletableFuture<Void>> hoarded = new ArrayList<>();
        while (writer.state().budgetUsedBytes() < BUDGET * 3 / 4) {
            AsyncBufferedMutator hoarder = session.mutator(one, builder -> builder.disableWriteBufferPeriodicFlush());
            hoarders.add(hoarder);
            for (int i = 0; i < 10; i++) {
                hoarded.add(hoarder.mutate(row(hoarded.size())));
            }
        }
        assertThat(hoarded).noneMatch(CompletableFuture::isDone);
        List<CompletableFuture<Void>> written = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            written.add(writer.mutate(row(i)));
        }
        acknowledge(writer, written);
        assertThat(hoarded.get(0)).succeedsWithin(Session.LIMIT);
        hoarders.forEach(AsyncBufferedMutator::flush);
        for (CompletableFuture<Void> future : hoarded) {
            assertThat(future).succeedsWithin(Session.LIMIT);
        }
        assertThat(session.visible(one)).hasSize(hoarded.size());
        assertThat(session.visible(other)).hasSize(500);
    }

    @Test
    void fail_budgetOfLessThanTwoMutations_secondRefusedUntilThereIsRoom() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(
                table, builder -> builder.disableWriteBufferPeriodicFlush().setBackpressure(Backpressure.fail()));
        CompletableFuture<Void> first =
                mutator.mutate(new Put(bytes("a")).addColumn(bytes("f"), bytes("q"), 1, new byte[9_000]));
        CompletableFuture<Void> second =
                mutator.mutate(new Put(bytes("b")).addColumn(bytes("f"), bytes("q"), 1, new byte[9_000]));
        // The budget refuses it, or, while the first is on its way, the share of its region.
        assertThat(failure(second))
                .isInstanceOf(BufferFullException.class)
                .hasMessageContaining("No room")
                .hasMessageFindingMatch("(bufferBudget|regionShare) of the connection");
        // The refusal has sent what was buffered.
        assertThat(first).succeedsWithin(Session.LIMIT);
        get(mutator.ready());
        Session.assertNothingHeld(mutator);
        acknowledge(mutator, mutator.mutate(new Put(bytes("c")).addColumn(bytes("f"), bytes("q"), 1, new byte[9_000])));
        assertThat(session.everything(table)).extracting(CellText::row).containsExactly("a", "c");
        assertThat(mutator.state().failed())
                .as("what was not accepted does not count")
                .isZero();
    }

    @Test
    void fail_fasterThanTheServer_acceptedOnesStoredAndNoOther() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.setBackpressure(Backpressure.fail()));
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            futures.add(mutator.mutate(row(i)));
        }
        get(mutator.flushAsync());
        List<CellText> expected = new ArrayList<>();
        for (int i = 0; i < futures.size(); i++) {
            if (futures.get(i).isCompletedExceptionally()) {
                assertThat(failure(futures.get(i))).isInstanceOf(BufferFullException.class);
            } else {
                assertThat(futures.get(i)).succeedsWithin(Session.LIMIT);
                expected.add(put(name(i), "f", "q", i, "value " + i));
            }
        }
        assertThat(expected).hasSizeBetween(10, 999);
        assertThat(session.everything(table)).isEqualTo(expected);
    }

    @Test
    void block_noTimeToWait_refused() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator =
                session.mutator(table, builder -> builder.setBackpressure(Backpressure.block(Duration.ZERO)));
        CompletableFuture<Void> first =
                mutator.mutate(new Put(bytes("a")).addColumn(bytes("f"), bytes("q"), 1, new byte[9_000]));
        CompletableFuture<Void> second =
                mutator.mutate(new Put(bytes("b")).addColumn(bytes("f"), bytes("q"), 1, new byte[9_000]));
        assertThat(failure(second)).isInstanceOf(BufferFullException.class).hasMessageContaining("setBackpressure");
        assertThat(first).succeedsWithin(Session.LIMIT);
    }

    @Test
    void unbounded_overTheBudget_allRowsStored() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(
                table, builder -> builder.disableWriteBufferPeriodicFlush().setBackpressure(Backpressure.unbounded()));
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            futures.add(mutator.mutate(row(i)));
        }
        assertThat(mutator.state().budgetUsedBytes()).isGreaterThan(2 * BUDGET);
        acknowledge(mutator, futures);
        assertThat(session.visible(table)).hasSize(1_000);
    }

    private static Put row(int i) {
        return new Put(bytes(name(i))).addColumn(bytes("f"), bytes("q"), i, bytes("value " + i));
    }

    private static String name(int i) {
        return String.format("r%04d", i);
    }
}
