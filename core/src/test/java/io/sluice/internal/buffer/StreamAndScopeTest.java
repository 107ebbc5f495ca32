package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.Mutation;
import io.sluice.MutationScope;
import io.sluice.MutationSubscriber;
import io.sluice.MutatorClosedException;
import io.sluice.Put;
import io.sluice.RetriesExhaustedWithDetailsException;
import io.sluice.internal.batch.ServerBatchResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The stream and the scope over the whole engine, whose budget is what they go by. */
class StreamAndScopeTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final EngineFixture fixture = new EngineFixture();

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    /** Gives what is asked for, as long as it has some. */
    private static final class Source implements Subscription {
        private final MutationSubscriber subscriber;
        private final int valueBytes;
        private int left;
        private boolean cancelled;

        Source(MutationSubscriber subscriber, int left, int valueBytes) {
            this.subscriber = subscriber;
            this.left = left;
            this.valueBytes = valueBytes;
        }

        @Override
        public void request(long more) {
            for (long i = 0; i < more && left > 0 && !cancelled; i++) {
                subscriber.onNext(put("r" + left, valueBytes));
                if (--left == 0) {
                    subscriber.onComplete();
                }
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    private AsyncBufferedMutator mutator() {
        return fixture.builder()
                .disableWriteBufferPeriodicFlush()
                .setBackpressure(Backpressure.fail())
                .build();
    }

    @Test
    void stream_serversSilent_stopsWhenTheBudgetIsUsedUp() {
        MutationSubscriber subscriber = mutator().asSubscriber(4);
        fixture.sender.hold();
        Source source = new Source(subscriber, 100, 1_000);
        subscriber.onSubscribe(source);
        fixture.time.run();
        int sent = 100 - source.left;
        assertThat(sent).isBetween(9, 13); // About ten fit into the budget, and four may be held.
        assertThat(fixture.budget.usedBytes()).isLessThanOrEqualTo(EngineFixture.BUDGET);
        assertThat(subscriber.completion()).isNotDone();

        fixture.sender.script(request -> ServerBatchResult.acknowledged());
        fixture.sender.sent().forEach(request -> request.answer().complete(ServerBatchResult.acknowledged()));
        fixture.time.run();
        assertThat(source.left).isZero();
        assertThat(subscriber.completion()).isCompletedWithValue(100L);
    }

    /** As large as most of the budget: that some is free is not enough for it. */
    @Test
    void stream_largeMutation_waitsItsTurn() {
        AsyncBufferedMutator mutator = mutator();
        fixture.sender.hold();
        var first = mutator.mutate(put("a", 5_000));
        mutator.flush();
        MutationSubscriber subscriber = mutator.asSubscriber(1);
        subscriber.onSubscribe(new Source(subscriber, 1, 9_000));
        fixture.time.run();
        assertThat(mutator.state().pending()).isEqualTo(1);
        fixture.sender.script(request -> ServerBatchResult.acknowledged());
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        fixture.time.run();
        assertThat(first).isCompleted();
        assertThat(subscriber.completion()).isCompletedWithValue(1L);
    }

    @Test
    void stream_mutatorClosed_failsWithThatAndCancels() {
        AsyncBufferedMutator mutator = mutator();
        MutationSubscriber subscriber = mutator.asSubscriber(2);
        Source source = new Source(subscriber, 0, 0);
        subscriber.onSubscribe(source);
        var unused = mutator.closeAsync(Duration.ZERO);
        fixture.time.run();
        subscriber.onNext(put("a"));
        fixture.time.run();
        assertThat(source.cancelled).isTrue();
        assertThatThrownBy(() -> subscriber.completion().join()).hasCauseInstanceOf(MutatorClosedException.class);
    }

    @Test
    void stream_manyFromSeveralPublishers_allAcknowledgedWithinTheBudget() {
        long budget = 20_000;
        int streams = 3;
        int each = 5_000;
        AtomicLong most = new AtomicLong();
        try (LiveEngine engine = new LiveEngine(budget)) {
            AsyncBufferedMutator mutator =
                    engine.builder().disableWriteBufferPeriodicFlush().build();
            List<MutationSubscriber> subscribers = new ArrayList<>();
            List<SubmissionPublisher<Mutation>> publishers = new ArrayList<>();
            for (int i = 0; i < streams; i++) {
                MutationSubscriber subscriber = mutator.asSubscriber(16);
                SubmissionPublisher<Mutation> publisher = new SubmissionPublisher<>();
                publisher.subscribe(subscriber);
                subscribers.add(subscriber);
                publishers.add(publisher);
            }
            for (int i = 0; i < each; i++) {
                Put put = put((i % 2 == 0 ? "a" : "z") + i, i % 97 == 0 ? 3_000 : 40);
                publishers.forEach(publisher -> {
                    int unused = publisher.submit(new Put(put));
                });
                most.accumulateAndGet(engine.usedBytes(), Math::max);
            }
            publishers.forEach(SubmissionPublisher::close);
            subscribers.forEach(subscriber ->
                    assertThat(subscriber.completion()).succeedsWithin(LIMIT).isEqualTo((long) each));
            // The counters follow the futures by a moment.
            mutator.close();
            assertThat(mutator.state().acknowledged()).isEqualTo((long) streams * each);
        }
        // A batch counts for its blocks once it is sent, which may be more than was charged; never for much more.
        assertThat(most.get()).isLessThanOrEqualTo(budget + budget / 2);
    }

    @Test
    void scope_manyThreads_eachWaitsForItsOwn() throws Exception {
        try (LiveEngine engine = new LiveEngine(50_000)) {
            AsyncBufferedMutator mutator =
                    engine.builder().disableWriteBufferPeriodicFlush().build();
            List<Long> acknowledged = new ArrayList<>();
            List<Throwable> errors = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int number = t;
                Thread thread = new Thread(() -> {
                    try (MutationScope scope = mutator.openScope()) {
                        for (int i = 0; i < 1_000; i++) {
                            scope.mutate(put(number + "-" + i, 10));
                        }
                        long mine = scope.join();
                        synchronized (acknowledged) {
                            acknowledged.add(mine);
                        }
                    } catch (Exception e) {
                        synchronized (acknowledged) {
                            errors.add(e);
                        }
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join(TimeUnit.MINUTES.toMillis(1));
            }
            assertThat(errors).isEmpty();
            assertThat(acknowledged).containsExactly(1_000L, 1_000L, 1_000L, 1_000L);
        }
    }

    @Test
    void scope_closedWithPendingWhoseMutatorCloses_namesTheRow() throws Exception {
        AsyncBufferedMutator mutator = mutator();
        fixture.sender.hold();
        MutationScope scope = mutator.openScope();
        scope.mutate(put("a"));
        var closed = mutator.closeAsync(Duration.ZERO);
        fixture.time.run();
        assertThat(closed).isCompleted();
        assertThatThrownBy(scope::close)
                .isInstanceOf(RetriesExhaustedWithDetailsException.class)
                .hasMessageContaining("MutatorClosedException: 1 time")
                .hasMessageContaining("'a'");
        fixture.sender.sent().forEach(request -> request.answer().complete(ServerBatchResult.acknowledged()));
        fixture.time.run();
    }
}
