package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Mutation;
import io.sluice.MutationScope;
import io.sluice.MutationSubscriber;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.Put;
import io.sluice.RetriesExhaustedWithDetailsException;
import io.sluice.RowMutations;
import io.sluice.TableName;
import java.util.List;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StreamAndScopeIT {
    /** Small, so that a stream meets it. */
    private static final int BUDGET = 100_000;

    @RegisterExtension
    final Session session = new Session(conf -> {}, builder -> builder.bufferBudget(BUDGET));

    private static Put good(String row, String value) {
        return new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), 1, bytes(value));
    }

    private static Put bad(String row) {
        return new Put(bytes(row)).addColumn(bytes("none"), bytes("q"), 1, bytes("v"));
    }

    @Test
    void stream_severalTimesTheBudget_allStored() throws Exception {
        TableName table = session.table(List.of(bytes("5")), "f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.disableWriteBufferPeriodicFlush());
        MutationSubscriber subscriber = mutator.asSubscriber(64);
        int rows = 5_000;
        try (SubmissionPublisher<Mutation> publisher = new SubmissionPublisher<>()) {
            publisher.subscribe(subscriber);
            for (int i = 0; i < rows; i++) {
                int unused = publisher.submit(good(i % 10 + "-" + i, "x".repeat(100)));
            }
        }
        assertThat(subscriber.completion()).succeedsWithin(Session.LIMIT).isEqualTo((long) rows);
        assertThat(session.everything(table)).hasSize(rows);
    }

    @Test
    void stream_badRow_failsWithItsErrorAndStoresWhatWasReceived() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        MutationSubscriber subscriber = mutator.asSubscriber(8);
        try (SubmissionPublisher<Mutation> publisher = new SubmissionPublisher<>()) {
            publisher.subscribe(subscriber);
            List.of(good("a", "1"), bad("b"), good("c", "3")).forEach(put -> {
                int unused = publisher.submit(put);
            });
        }
        assertThat(Session.failure(subscriber.completion())).isInstanceOf(NoSuchColumnFamilyException.class);
        assertThat(session.everything(table)).containsExactly(put("a", "f", "q", 1, "1"), put("c", "f", "q", 1, "3"));
    }

    @Test
    void scope_closed_everythingOfItIsStored() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.disableWriteBufferPeriodicFlush());
        try (MutationScope scope = mutator.openScope()) {
            scope.mutate(good("a", "1"));
            scope.mutate(List.of(good("b", "2")));
            scope.mutate(RowMutations.of(List.of(good("c", "3"))));
            assertThat(scope.join()).isEqualTo(3);
            scope.mutate(good("d", "4"));
        }
        assertThat(session.everything(table)).extracting(CellText::row).containsExactly("a", "b", "c", "d");
    }

    @Test
    void scope_badRows_throwsThemOnce() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        MutationScope scope = mutator.openScope();
        scope.mutate(good("a", "1"));
        scope.mutate(bad("b"));
        scope.mutate(bad("c"));
        RetriesExhaustedWithDetailsException error =
                catchThrowableOfType(RetriesExhaustedWithDetailsException.class, scope::join);
        assertThat(error.getNumExceptions()).isEqualTo(2);
        assertThat(error.getCauses()).allMatch(NoSuchColumnFamilyException.class::isInstance);
        scope.close();
        assertThatThrownBy(() -> scope.mutate(good("d", "4"))).isInstanceOf(IllegalStateException.class);
        assertThat(session.everything(table)).containsExactly(put("a", "f", "q", 1, "1"));
    }
}
