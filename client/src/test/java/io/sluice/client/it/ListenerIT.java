package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.acknowledge;
import static io.sluice.client.it.Session.failure;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.BackpressureEvent;
import io.sluice.CloseResult;
import io.sluice.FailedMutation;
import io.sluice.FlushEvent;
import io.sluice.MutatorListener;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.Put;
import io.sluice.RegionMovedEvent;
import io.sluice.RetryEvent;
import io.sluice.TableName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A listener that throws, or never comes back, harms nobody. */
class ListenerIT {
    @RegisterExtension
    final Session session =
            new Session(conf -> {}, builder -> builder.bufferBudget(16 << 10).blockSize(1 << 10));

    /** Throws whatever it is told. */
    private static final class Throwing implements MutatorListener {
        private final Set<String> heard = ConcurrentHashMap.newKeySet();

        private RuntimeException unhappy(String what) {
            heard.add(what);
            throw new IllegalStateException("a listener's own: " + what);
        }

        @Override
        public void onFlush(FlushEvent event) {
            throw unhappy("flush");
        }

        @Override
        public void onRetry(RetryEvent event) {
            throw unhappy("retry");
        }

        @Override
        public void onMutationFailed(FailedMutation failed) {
            throw unhappy("failed");
        }

        @Override
        public void onBackpressure(BackpressureEvent event) {
            throw unhappy("backpressure");
        }

        @Override
        public void onRegionMoved(RegionMovedEvent event) {
            throw unhappy("moved");
        }
    }

    /** Writes what makes every event happen. */
    private List<CompletableFuture<Void>> writeAll(TableName table, AsyncBufferedMutator mutator) throws Exception {
        var unused = get(session.connection().preloadRegions(table));
        CompletableFuture<Void> bad =
                mutator.mutate(new Put(bytes("x")).addColumn(bytes("none"), bytes("q"), bytes("v")));
        mutator.flush();
        assertThat(failure(bad)).isInstanceOf(NoSuchColumnFamilyException.class);
        session.server().client().disableTable(table.getNameAsString());
        CompletableFuture<Void> early = mutator.mutate(row(0));
        mutator.flush();
        await().atMost(Session.LIMIT).until(() -> mutator.state().retried() > 0);
        session.server().client().enableTable(table.getNameAsString());
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 1; i < 2_000; i++) {
            futures.add(mutator.mutate(row(i)));
        }
        // The one that met the disabled table may have been refused for it.
        await().atMost(Session.LIMIT).until(early::isDone);
        return futures;
    }

    @Test
    void throwsInEachMethod_nothingIsLost_failuresAreCounted() throws Exception {
        TableName table = session.table("f");
        Throwing throwing = new Throwing();
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.addListener(throwing));
        List<CompletableFuture<Void>> futures = writeAll(table, mutator);
        acknowledge(mutator, futures);
        assertThat(session.visible(table)).hasSizeBetween(1_999, 2_000);
        await().atMost(Session.LIMIT)
                .untilAsserted(
                        () -> assertThat(throwing.heard).contains("flush", "retry", "failed", "backpressure", "moved"));
        assertThat(mutator.state().listenerFailures()).isGreaterThanOrEqualTo(5);
        assertThat(session.connection().state().mutators())
                .singleElement()
                .satisfies(one -> assertThat(one.state().listenerFailures()).isGreaterThanOrEqualTo(5));
    }

    @Test
    void neverComesBack_writesAndCloseGoOn_lostEventsAreCounted() throws Exception {
        TableName table = session.table("f");
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        MutatorListener stuck = new MutatorListener() {
            @Override
            public void onFlush(FlushEvent event) {
                entered.countDown();
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        try {
            AsyncBufferedMutator mutator =
                    session.mutator(table, builder -> builder.addListener(stuck).setMaxMutations(1));
            List<CompletableFuture<Void>> futures = new ArrayList<>();
            for (int i = 0; i < 3_000; i++) {
                futures.add(mutator.mutate(row(i)));
            }
            acknowledge(mutator, futures);
            assertThat(entered.getCount()).isZero();
            assertThat(mutator.state().eventsDropped()).isPositive();
            assertThat(mutator.state().listenerFailures()).isZero();
            assertThat(session.visible(table)).hasSize(3_000);
            CompletableFuture<CloseResult> closed = session.connection().closeAsync(Duration.ofSeconds(30));
            assertThat(closed).succeedsWithin(Duration.ofSeconds(20));
            assertThat(closed.join().unacknowledged()).isEmpty();
        } finally {
            never.countDown();
        }
    }

    private static Put row(int i) {
        return new Put(bytes(String.format("r%04d", i))).addColumn(bytes("f"), bytes("q"), i + 1, bytes("v" + i));
    }
}
