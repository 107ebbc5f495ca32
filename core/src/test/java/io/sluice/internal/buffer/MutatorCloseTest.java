package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static io.sluice.internal.locate.Regions.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.CloseResult;
import io.sluice.DoNotRetryIOException;
import io.sluice.FlushResult;
import io.sluice.Increment;
import io.sluice.MutatorClosedException;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.time.Timer;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class MutatorCloseTest {
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private final EngineFixture fixture = new EngineFixture();

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
        // What was under way when a mutator was closed must not come back later.
        fixture.time.advance(Duration.ofDays(1).toNanos());
        fixture.assertAllGivenBack();
        assertThat(fixture.time.waiting()).isZero();
    }

    @Test
    void closeAsync_buffered_sendsAndWaits() {
        AsyncBufferedMutator mutator = fixture.mutator();
        fixture.sender.script(request -> request.server().getHostname().equals("rs0")
                ? ServerBatchResult.acknowledged()
                : ServerBatchResult.failed(new DoNotRetryIOException("x"), false));
        mutator.mutate(List.of(put("a"), put("b"), put("x")));
        CompletableFuture<CloseResult> closed = mutator.closeAsync(DEADLINE);
        assertThat(closed).isNotDone();
        fixture.time.run();
        assertThat(closed).isCompletedWithValue(new CloseResult(2, 1, List.of()));
    }

    @Test
    void closeAsync_whileFlushing_waitsForThatToo() {
        AsyncBufferedMutator mutator = fixture.mutator();
        fixture.sender.hold();
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        mutator.flush();
        fixture.time.run();
        CompletableFuture<CloseResult> closed = mutator.closeAsync(DEADLINE);
        fixture.time.run();
        assertThat(closed).isNotDone();
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        assertThat(future).isCompleted();
        assertThat(closed).isCompletedWithValue(new CloseResult(1, 0, List.of()));
    }

    @Test
    void closeAsync_failedBefore_isNotCounted() {
        AsyncBufferedMutator mutator = fixture.mutator();
        fixture.sender.hold();
        mutator.mutate(List.of(put("a"), put("b"), put("x")));
        mutator.flush();
        fixture.time.run();
        // The last row is looked up first.
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.failed(new DoNotRetryIOException("x"), false));
        CompletableFuture<FlushResult> flushed = mutator.flushAsync();
        CompletableFuture<CloseResult> closed = mutator.closeAsync(DEADLINE);
        fixture.sender.sent().get(1).answer().complete(ServerBatchResult.acknowledged());
        fixture.time.run();
        assertThat(flushed.join()).isEqualTo(new FlushResult(2, 0, 0, Duration.ZERO));
        assertThat(closed).isCompletedWithValue(new CloseResult(2, 0, List.of()));
    }

    @Test
    void closeAsync_twice_hasOneResult() {
        AsyncBufferedMutator mutator = fixture.mutator();
        mutator.mutate(List.of(put("a")));
        CompletableFuture<CloseResult> first = mutator.closeAsync(DEADLINE);
        CompletableFuture<CloseResult> second = mutator.closeAsync(DEADLINE);
        assertThat(second.cancel(true)).isTrue();
        fixture.time.run();
        assertThat(first).isCompletedWithValue(new CloseResult(1, 0, List.of()));
        assertThat(mutator.closeAsync(DEADLINE)).isCompletedWithValue(first.join());
        fixture.assertNoTimers();
    }

    @Test
    void closeAsync_secondWithAnEarlierDeadline_endsBothThen() {
        fixture.sender.hold();
        AsyncBufferedMutator mutator = fixture.mutator();
        mutator.mutate(List.of(put("a")));
        CompletableFuture<CloseResult> first = mutator.closeAsync(DEADLINE);
        fixture.time.run();
        CompletableFuture<CloseResult> second = mutator.closeAsync(DEADLINE.dividedBy(10));
        fixture.time.advance(DEADLINE.dividedBy(10).toNanos());
        assertThat(second.join().unacknowledged()).hasSize(1);
        assertThat(first).isCompletedWithValue(second.join());
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
    }

    @RepeatedTest(50)
    void closeAsync_whileThreadsWrite_countsEveryMutationThatWasAccepted() throws InterruptedException {
        AsyncBufferedMutator mutator = fixture.builder()
                .setBackpressure(Backpressure.unbounded())
                .setMaxMutations(10)
                .build();
        Queue<CompletableFuture<Void>> futures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(() -> {
                CompletableFuture<Void> last;
                do {
                    last = mutator.mutate(put("a"));
                    futures.add(last);
                } while (!last.isDone());
            });
            threads.add(thread);
            thread.start();
        }
        while (futures.size() < 50) {
            Thread.onSpinWait();
        }
        // No answer comes before the time runs.
        CompletableFuture<CloseResult> closed = mutator.closeAsync(DEADLINE);
        for (Thread thread : threads) {
            thread.join();
        }
        fixture.time.run();
        long accepted = futures.stream()
                .filter(future -> !future.isCompletedExceptionally())
                .count();
        assertThat(accepted).isGreaterThanOrEqualTo(50 - 3);
        assertThat(closed).isCompletedWithValue(new CloseResult(accepted, 0, List.of()));
    }

    @Test
    void close_byManyThreads_endsForAll() throws InterruptedException {
        AsyncBufferedMutator mutator = fixture.mutator();
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(mutator::close);
            threads.add(thread);
            thread.start();
        }
        while (!future.isDone()) {
            fixture.time.run();
        }
        for (Thread thread : threads) {
            thread.join(60_000);
            assertThat(thread.isAlive()).isFalse();
        }
        fixture.time.run();
    }

    @Test
    void close_interrupted_returnsWithTheFlagSet() {
        AsyncBufferedMutator mutator = fixture.mutator();
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        Thread.currentThread().interrupt();
        mutator.close();
        assertThat(Thread.interrupted()).isTrue();
        fixture.time.run();
        assertThat(future).isCompleted();
    }

    @Test
    void close_fromACallback_doesNotWaitForItself() {
        AsyncBufferedMutator mutator = fixture.mutator();
        CompletableFuture<Void> closed = mutator.mutate(put("a")).thenRun(mutator::close);
        mutator.flush();
        fixture.time.run();
        assertThat(closed).isCompleted();
        assertThat(mutator.mutate(put("b"))).isCompletedExceptionally();
    }

    @Test
    void mutate_afterClose_failsAndKeepsNothing() {
        AsyncBufferedMutator mutator = fixture.mutator();
        mutator.close();
        assertThatThrownBy(() -> mutator.mutate(put("a")).join())
                .hasCauseInstanceOf(MutatorClosedException.class)
                .hasMessageContaining("'t' is closed");
        mutator.flush();
        assertThat(mutator.flushAsync()).isCompleted();
        assertThat(fixture.sender.sent()).isEmpty();
    }

    @Test
    void mutate_afterCloseWithAFullBudget_doesNotWaitForRoom() {
        AsyncBufferedMutator mutator = fixture.mutator();
        mutator.close();
        fixture.budget.takeUnbounded(EngineFixture.BUDGET);
        assertThatThrownBy(() -> mutator.mutate(put("a")).join()).hasCauseInstanceOf(MutatorClosedException.class);
        fixture.budget.give(EngineFixture.BUDGET);
    }

    @Test
    void closeAsync_clusterUnreachable_handsBackAtTheDeadline() {
        AsyncBufferedMutator mutator = fixture.mutator();
        fixture.lookup.hold();
        CompletableFuture<Void> put = mutator.mutate(put("a", 3));
        CompletableFuture<Void> increment =
                mutator.mutate(new Increment(bytes("i")).addColumn(bytes("f"), bytes("n"), 4));
        CompletableFuture<CloseResult> closed = mutator.closeAsync(DEADLINE);
        fixture.time.advance(DEADLINE.toNanos() - 1);
        assertThat(closed).isNotDone();
        fixture.time.advance(1);

        CloseResult result = closed.join();
        assertThat(result.acked()).isZero();
        assertThat(result.failed()).isZero();
        assertThat(result.unacknowledged())
                .hasSize(2)
                .allSatisfy(u -> assertThat(u.maybeApplied()).isFalse());
        assertThat(result.unacknowledged().get(0).mutations().get(0).heapSize())
                .isEqualTo(put("a", 3).heapSize());
        assertThat(result.unacknowledged().get(1).mutations().get(0)).isInstanceOf(Increment.class);
        assertThatThrownBy(put::join)
                .hasCauseInstanceOf(MutatorClosedException.class)
                .hasMessageContaining("5000 ms");
        assertThat(increment).isCompletedExceptionally();
    }

    @Test
    void closeAsync_serverRefuses_tellsTheLastErrorOfWhatWasHandedBack() {
        AsyncBufferedMutator mutator = fixture.mutator();
        ConnectException refused = new ConnectException("refused");
        fixture.sender.script(request -> ServerBatchResult.failed(refused, false));
        mutator.mutate(List.of(put("a")));
        CompletableFuture<CloseResult> closed = mutator.closeAsync(Duration.ofMillis(150));
        fixture.time.advance(Duration.ofMillis(150).toNanos());
        Unacknowledged back = closed.join().unacknowledged().get(0);
        assertThat(back.maybeApplied()).isFalse();
        assertThat(back.lastError()).isSameAs(refused);
    }

    @Test
    void closeAsync_requestUnderWay_mayBeApplied() {
        AsyncBufferedMutator mutator = fixture.mutator();
        fixture.sender.hold();
        mutator.mutate(List.of(put("a")));
        CompletableFuture<CloseResult> closed = mutator.closeAsync(Duration.ofMillis(150));
        fixture.time.advance(Duration.ofMillis(150).toNanos());
        assertThat(closed.join().unacknowledged().get(0).maybeApplied()).isTrue();
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        assertThat(mutator.state().acknowledged()).isZero();
    }

    @Test
    void closeAsync_noTime_handsBackOnTheNetworkThread() {
        AsyncBufferedMutator mutator = fixture.mutator();
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        CompletableFuture<CloseResult> closed = mutator.closeAsync(Duration.ZERO);
        assertThat(future).isNotDone();
        fixture.time.run();
        assertThat(closed).isCompleted();
    }

    @Test
    void closeAsync_ofTheEngine_closesAllMutators() {
        AsyncBufferedMutator one = fixture.mutator();
        AsyncBufferedMutator two = fixture.mutator();
        one.mutate(List.of(put("a")));
        two.mutate(List.of(put("x"), put("b")));
        CompletableFuture<CloseResult> closed = fixture.engine.closeAsync();
        fixture.time.run();
        assertThat(closed).isCompletedWithValue(new CloseResult(3, 0, List.of()));
        assertThatThrownBy(fixture::mutator)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void closeAsync_errorBeforeItSends_isContinuedByTheTimer() {
        AtomicInteger cancels = new AtomicInteger(1);
        AsyncBufferedMutator mutator = mutatorOf(fixture.engine(failing(cancels, new AtomicInteger())));
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        CompletableFuture<CloseResult> closed = mutator.closeAsync(DEADLINE);
        assertThat(cancels).hasNonPositiveValue();
        fixture.time.run();
        assertThat(closed).isNotDone();

        fixture.time.advance(DEADLINE.toNanos() / 2);
        assertThat(future).isCompleted();
        assertThat(closed).isCompletedWithValue(new CloseResult(1, 0, List.of()));
    }

    @Test
    void closeAsync_errorUntilTheDeadlineHasPassed_sendsAndEnds() {
        AtomicInteger cancels = new AtomicInteger(4);
        AsyncBufferedMutator mutator = mutatorOf(fixture.engine(failing(cancels, new AtomicInteger())));
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        CompletableFuture<CloseResult> closed = mutator.closeAsync(Duration.ZERO);
        fixture.time.advance(Duration.ofMillis(100).toNanos());
        assertThat(cancels).hasNonPositiveValue();
        assertThat(future).isDone();
        assertThat(closed)
                .isCompletedWithValueMatching(
                        result -> result.acked() + result.unacknowledged().size() == 1);
    }

    @Test
    void closeAsync_ofTheEngineWithoutATimer_closesTheMutatorsBehindOneThatFails() {
        AtomicInteger cancels = new AtomicInteger();
        AtomicInteger deadlines = new AtomicInteger();
        WriteEngine engine = fixture.engine(failing(cancels, deadlines));
        AsyncBufferedMutator one = mutatorOf(engine);
        AsyncBufferedMutator two = mutatorOf(engine);
        CompletableFuture<Void> first = one.mutate(put("a"));
        CompletableFuture<Void> second = two.mutate(put("b"));
        // Of the first one: each of its tries to begin.
        cancels.set(2);
        deadlines.set(Integer.MAX_VALUE);
        CompletableFuture<CloseResult> closed = engine.closeAsync(DEADLINE);
        assertThat(cancels).hasValue(0);
        fixture.time.run();
        assertThat(closed)
                .isCompletedWithValueMatching(result -> result.unacknowledged().size() == 1);
        assertThat(second).isCompletedExceptionally();
        assertThat(first).isNotDone();

        assertThat(one.closeAsync(DEADLINE)).isCompleted();
        fixture.time.run();
        assertThat(first).isCompletedExceptionally();
    }

    private static AsyncBufferedMutator mutatorOf(WriteEngine engine) {
        return engine.newBuilder(Regions.TABLE, null).build();
    }

    /** The fixture's time, of which so many cancellations and deadlines fail. */
    private Timer failing(AtomicInteger cancels, AtomicInteger deadlines) {
        return new Timer() {
            @Override
            public Cancellable schedule(Runnable task, long delayNanos) {
                Cancellable scheduled = fixture.time.schedule(task, delayNanos);
                return () -> {
                    fail(cancels);
                    scheduled.cancel();
                };
            }

            @Override
            public Cancellable deadline(Runnable task, long delayNanos) {
                fail(deadlines);
                return fixture.time.deadline(task, delayNanos);
            }

            private void fail(AtomicInteger left) {
                if (left.getAndUpdate(number -> Math.max(0, number - 1)) > 0) {
                    throw new InternalError("thrown by the test");
                }
            }
        };
    }

    @Test
    void closeAsync_ofTheEngine_waitsForAMutatorThatIsBeingClosed() {
        AsyncBufferedMutator mutator = fixture.mutator();
        fixture.sender.hold();
        mutator.mutate(List.of(put("a")));
        CompletableFuture<CloseResult> closed = mutator.closeAsync(DEADLINE);
        fixture.time.run();
        CompletableFuture<CloseResult> all = fixture.engine.closeAsync(DEADLINE);
        fixture.time.run();
        assertThat(all).isNotDone();
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        assertThat(closed).isCompleted();
        assertThat(all).isCompleted();
    }
}
