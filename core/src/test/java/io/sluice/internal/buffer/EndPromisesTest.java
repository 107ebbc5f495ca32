package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.DoNotRetryIOException;
import io.sluice.FlushResult;
import io.sluice.Put;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.MemoryRegionLookup;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Flush and close end, and batches are sent, whatever the program's callbacks and stacks do. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndPromisesTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    /** Frames on the way up from the end of a stack until the next call. */
    private static final int STRIDE = 7;

    /** Calls of a round to be accepted: frames further up have room enough, and the compiler decides how many there are. */
    private static final int CALLS = 600;

    private static final int ROUNDS = 20 * STRIDE;
    private static final int WARM_UP_CALLS = 20_000;
    private static final int WARM_UP_CLOSES = 2_000;

    @Test
    void close_byACompletionOnTheOnlyThreadOfItsExecutor_endsAtItsDeadline() throws Exception {
        ExecutorService only = Executors.newSingleThreadExecutor();
        try (LiveEngine engine = new LiveEngine(1 << 20)) {
            AsyncBufferedMutator mutator =
                    engine.builder(only).setCloseTimeout(Duration.ofMillis(200)).build();
            AtomicInteger settled = new AtomicInteger();
            CountDownLatch closed = new CountDownLatch(1);
            for (int i = 0; i < 100; i++) {
                boolean first = i == 0;
                assertThat(mutator.tryMutate(put("a" + i), error -> {
                            if (first) {
                                mutator.close();
                                closed.countDown();
                            }
                            settled.getAndIncrement();
                        }))
                        .isTrue();
            }
            mutator.flush();
            assertThat(closed.await(1, TimeUnit.MINUTES)).isTrue();
            await().untilAsserted(() -> assertThat(settled).hasValue(100));
            assertThat(mutator.state().pending()).isZero();
            assertThat(engine.usedBytes()).isZero();
        } finally {
            only.shutdownNow();
        }
    }

    @Test
    void close_whileACallbackBlocks_notifiesTheOthersOfTheirAcknowledgement() {
        EngineFixture fixture = new EngineFixture();
        CountDownLatch release = new CountDownLatch(1);
        ExecutorService completions = Executors.newSingleThreadExecutor();
        try {
            AsyncBufferedMutator mutator = fixture.engine
                    .newBuilder(Regions.TABLE, completions)
                    .setMaxMutations(10)
                    .build();
            AtomicInteger told = new AtomicInteger();
            CountDownLatch blocks = new CountDownLatch(1);
            for (int i = 0; i < 10; i++) {
                boolean blocking = i == 4;
                assertThat(mutator.tryMutate(put("a" + i), error -> {
                            told.getAndAdd(error == null ? 1 : 100);
                            if (blocking) {
                                blocks.countDown();
                                awaitUninterruptibly(release);
                            }
                        }))
                        .isTrue();
            }
            fixture.time.run();
            awaitUninterruptibly(blocks);
            CompletableFuture<CloseResult> closed = mutator.closeAsync(SHORT);
            fixture.time.advance(SHORT.toNanos());
            assertThat(closed)
                    .isCompletedWithValueMatching(result -> result.acked() == 10
                            && result.failed() == 0
                            && result.unacknowledged().isEmpty());
            assertThat(told).as("those behind the one that blocks, too").hasValue(10);
        } finally {
            release.countDown();
            completions.shutdown();
        }
    }

    /** A program gives an executor since its callbacks may block: they must block no other mutator's network thread. */
    @Test
    void close_ofAMutatorWithAnExecutor_leavesTheNetworkThreadFree() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch blocks = new CountDownLatch(1);
        ExecutorService completions = Executors.newSingleThreadExecutor();
        try (LiveEngine engine = new LiveEngine(1 << 20)) {
            engine.hold();
            AsyncBufferedMutator mutator = engine.builder(completions).build();
            assertThat(mutator.tryMutate(put("a"), error -> {
                        blocks.countDown();
                        awaitUninterruptibly(release);
                    }))
                    .isTrue();

            CompletableFuture<CloseResult> closed = mutator.closeAsync(SHORT);

            assertThat(blocks.await(1, TimeUnit.MINUTES)).isTrue();
            engine.onNetwork(() -> {});
            assertThat(closed.get(1, TimeUnit.MINUTES).unacknowledged()).hasSize(1);
            release.countDown();
        } finally {
            release.countDown();
            completions.shutdown();
        }
    }

    @Test
    void answer_beforeTheExecutorHasRun_givesTheMemoryBack() {
        EngineFixture fixture = new EngineFixture();
        Queue<Runnable> executor = new ConcurrentLinkedQueue<>();
        AsyncBufferedMutator mutator =
                fixture.engine.newBuilder(Regions.TABLE, executor::add).build();
        CompletableFuture<Void> first = mutator.mutate(put("a", 2_000));
        CompletableFuture<Void> second = mutator.mutate(put("z", 2_000));
        CompletableFuture<FlushResult> flushed = mutator.flushAsync();
        fixture.time.run();

        assertThat(executor).isNotEmpty();
        assertThat(fixture.budget.usedBytes())
                .as("for the two receivers")
                .isPositive()
                .isLessThan(100);
        assertThat(mutator.state().pending()).isEqualTo(2);
        assertThat(first).isNotDone();
        assertThat(flushed).isNotDone();

        executor.forEach(Runnable::run);
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(flushed).isCompleted();
        assertThat(mutator.state().pending()).isZero();
        assertThat(fixture.budget.usedBytes()).isZero();
        fixture.assertAllGivenBack();
    }

    @Test
    void failure_beforeTheExecutorHasRun_givesTheMemoryBack() {
        EngineFixture fixture = new EngineFixture();
        fixture.sender.script(request -> ServerBatchResult.failed(new DoNotRetryIOException("refused"), false));
        Queue<Runnable> executor = new ConcurrentLinkedQueue<>();
        AsyncBufferedMutator mutator =
                fixture.engine.newBuilder(Regions.TABLE, executor::add).build();
        CompletableFuture<Void> future = mutator.mutate(put("a", 2_000));
        mutator.flush();
        fixture.time.run();

        assertThat(fixture.budget.usedBytes()).isPositive().isLessThan(100);
        assertThat(future).isNotDone();

        executor.forEach(Runnable::run);
        assertThat(future).isCompletedExceptionally();
        assertThat(mutator.state().failed()).isOne();
        assertThat(fixture.budget.usedBytes()).isZero();
    }

    @Test
    void close_withAnExecutorThatNeverRuns_completesTheFutures() {
        EngineFixture fixture = new EngineFixture();
        AsyncBufferedMutator mutator =
                fixture.engine.newBuilder(Regions.TABLE, task -> {}).build();
        CompletableFuture<Void> acknowledged = mutator.mutate(put("a"));
        mutator.flush();
        fixture.time.run();
        fixture.sender.hold();
        CompletableFuture<Void> unanswered = mutator.mutate(put("b"));
        CompletableFuture<CloseResult> closed = mutator.closeAsync(SHORT);
        fixture.time.run();
        assertThat(acknowledged).isNotDone();

        fixture.time.advance(SHORT.toNanos());

        assertThat(acknowledged).isCompleted();
        assertThat(unanswered).isCompletedExceptionally();
        assertThat(closed)
                .isCompletedWithValueMatching(result -> result.acked() == 1
                        && result.failed() == 0
                        && result.unacknowledged().size() == 1);
        assertThat(fixture.budget.usedBytes()).isZero();
    }

    @Test
    void close_whoseHandedBackCallbacksBlock_endsWithinASecondOfItsDeadline() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (LiveEngine engine = new LiveEngine(1 << 20)) {
            engine.hold();
            AsyncBufferedMutator mutator = engine.builder().build();
            assertThat(mutator.tryMutate(put("a"), error -> awaitUninterruptibly(release)))
                    .isTrue();
            CompletableFuture<CloseResult> closed = mutator.closeAsync(SHORT);
            try {
                assertThat(closed.get(1, TimeUnit.MINUTES).unacknowledged()).hasSize(1);
            } finally {
                release.countDown();
            }
        }
    }

    @Test
    void flush_forgotten_leavesNothingBehindInWhatItWaitedFor() {
        EngineFixture fixture = new EngineFixture();
        fixture.sender.hold();
        AsyncBufferedMutator mutator = fixture.mutator();
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        mutator.flush();
        fixture.time.run();
        WriteBuffer buffer = ((AsyncBufferedMutatorImpl) mutator).writeBuffers().get(0);
        Outstanding forgotten = new Outstanding(buffer.unsettled());
        Outstanding kept = new Outstanding(buffer.unsettled());
        CompletableFuture<FlushResult> never = new CompletableFuture<>();
        CompletableFuture<FlushResult> result = new CompletableFuture<>();
        Runnable forget = forgotten.whenAllSettled(() -> never.complete(forgotten.flushResult(0)));
        Runnable unused = kept.whenAllSettled(() -> result.complete(kept.flushResult(0)));
        forget.run();

        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        fixture.time.run();

        assertThat(future).isCompleted();
        assertThat(result).isCompletedWithValueMatching(done -> done.acked() == 1);
        assertThat(never).isNotDone();
        fixture.assertAllGivenBack();
    }

    @Test
    void ready_polledDuringAnOutage_leavesOneClaimBehind() {
        EngineFixture fixture = new EngineFixture();
        fixture.sender.hold();
        AsyncBufferedMutator mutator =
                fixture.builder().setBackpressure(Backpressure.fail()).build();
        CompletableFuture<Void> first = mutator.mutate(put("a", 9_300));
        mutator.flush();
        fixture.time.run();
        for (int i = 0; i < 1_000; i++) {
            assertThat(mutator.tryMutate(put("b"), error -> {})).isFalse();
            assertThat(mutator.ready()).isNotDone();
        }
        assertThat(fixture.budget.waiters()).isOne();
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        fixture.time.run();
        assertThat(first).isCompleted();
        assertThat(mutator.ready()).isCompleted();
        fixture.assertAllGivenBack();
    }

    /** Mutates at every depth near the end of the stack: what was accepted settles, whatever the calls ended with. */
    @Test
    void mutate_whereTheStackEnds_losesNothingThatWasAccepted() throws Exception {
        Queue<BatchSender.Answer> open = new ConcurrentLinkedQueue<>();
        ManualTime time = new ManualTime();
        MemoryRegionLookup lookup = new MemoryRegionLookup();
        lookup.set(Regions.table(2, "m"));
        CachingRegionLocator locator = new CachingRegionLocator(lookup);
        assertThat(locator.preload(Regions.TABLE)).isCompleted();
        ByteBudget budget = new ByteBudget(1 << 30);
        WriteEngine engine = new WriteEngine(new WriteEngine.Parts(
                new Configuration(),
                locator,
                (request, timeoutNanos, answer) -> open.add(answer),
                time,
                time,
                new PooledBlockAllocator(1_000, 1_000),
                budget,
                new Shares(budget.limitBytes(), 1),
                new ClientNumbers(),
                null,
                time,
                () -> false,
                new ConcurrentHashMap<>()));
        AsyncBufferedMutator mutator = engine.newBuilder(Regions.TABLE, null)
                .setMaxMutations(20)
                .setBackpressure(Backpressure.fail())
                .setMaxInFlightPerServer(1_000_000)
                .build();
        // With room for all, so that the list need not grow at the end of the stack.
        List<CompletableFuture<Void>> accepted = new ArrayList<>(WARM_UP_CALLS + ROUNDS * CALLS);
        // Compiled and linked: what is loaded for the first time needs more stack than what runs.
        for (int i = 0; i < WARM_UP_CALLS; i++) {
            accepted.add(mutator.mutate(put("a")));
        }
        inRounds((round, depth) -> {
            Put put = put("a" + round);
            int most = accepted.size() + CALLS;
            pad(round / STRIDE, () -> descend(mutator, accepted, most, put, depth));
        });
        assertThat(accepted).hasSizeGreaterThan(WARM_UP_CALLS);

        mutator.flush();
        for (int i = 0; i < 100; i++) {
            time.run();
            for (BatchSender.Answer answer = open.poll(); answer != null; answer = open.poll()) {
                answer.complete(ServerBatchResult.acknowledged());
            }
            time.advance(TimeUnit.SECONDS.toNanos(1));
        }
        long ends = accepted.stream().filter(CompletableFuture::isDone).count();
        assertThat(ends).isEqualTo(accepted.size());
        CompletableFuture<CloseResult> closed = mutator.closeAsync(SHORT);
        time.advance(2 * SHORT.toNanos());
        assertThat(closed.join().unacknowledged()).isEmpty();
        assertThat(budget.usedBytes()).isZero();
    }

    /** Closes at every depth near the end of the stack until a call returns: it ends, and its result is complete. */
    @Test
    void close_whereTheStackEnds_endsOnceACallReturns() throws Exception {
        EngineFixture fixture = new EngineFixture();
        // Compiled and linked: what is loaded for the first time needs more stack than what runs.
        for (int i = 0; i < WARM_UP_CLOSES; i++) {
            assertThat(closedWithFive(fixture, AsyncBufferedMutator::closeAsync))
                    .isEqualTo(5);
        }
        AtomicInteger refused = new AtomicInteger();
        List<Long> settled = new ArrayList<>(ROUNDS);
        inRounds((round, depth) -> settled.add(closedWithFive(fixture, (mutator, deadline) -> {
            AtomicReference<CompletableFuture<CloseResult>> closed = new AtomicReference<>();
            pad(round / STRIDE, () -> closeDeep(mutator, deadline, closed, refused, depth));
            return closed.get();
        })));
        assertThat(refused).as("calls that ended with an error").hasPositiveValue();
        assertThat(settled).containsOnly(5L);
        fixture.assertAllGivenBack();
        assertThat(fixture.engine.reports()).isEmpty();
    }

    private static long closedWithFive(
            EngineFixture fixture, BiFunction<AsyncBufferedMutator, Duration, CompletableFuture<CloseResult>> close) {
        AsyncBufferedMutator mutator = fixture.mutator();
        for (int i = 0; i < 5; i++) {
            CompletableFuture<Void> unused = mutator.mutate(put("a"));
        }
        CompletableFuture<CloseResult> closed = close.apply(mutator, SHORT);
        fixture.time.advance(2 * SHORT.toNanos());
        assertThat(closed).isCompleted();
        CloseResult result = closed.join();
        return result.acked() + result.failed() + result.unacknowledged().size();
    }

    @SuppressWarnings("InfiniteRecursion") // Until the stack ends, on purpose.
    private static void closeDeep(
            AsyncBufferedMutator mutator,
            Duration deadline,
            AtomicReference<CompletableFuture<CloseResult>> closed,
            AtomicInteger refused,
            int depth) {
        try {
            closeDeep(mutator, deadline, closed, refused, depth + 1);
        } catch (StackOverflowError e) {
            if (depth % STRIDE != 0) {
                throw e;
            }
        }
        if (closed.get() == null) {
            try {
                closed.set(mutator.closeAsync(deadline));
            } catch (StackOverflowError e) {
                refused.getAndIncrement();
                throw e;
            }
        }
    }

    /** On a thread with a short stack, each with its number and the depth to begin with. */
    private static void inRounds(BiConsumer<Integer, Integer> task) throws InterruptedException {
        AtomicInteger rounds = new AtomicInteger();
        Thread thread = new Thread(
                null,
                () -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        task.accept(round, round % STRIDE);
                        rounds.getAndIncrement();
                    }
                },
                "deep",
                256 << 10);
        thread.start();
        thread.join(TimeUnit.MINUTES.toMillis(1));
        assertThat(thread.isAlive()).isFalse();
        assertThat(rounds).as("rounds that ended without any other error").hasValue(ROUNDS);
    }

    /** Moves the frames above: each round ends at another place in the client. */
    private static void pad(int frames, Runnable task) {
        if (frames == 0) {
            task.run();
        } else {
            pad(frames - 1, task);
        }
    }

    @SuppressWarnings("InfiniteRecursion") // Until the stack ends, on purpose.
    private static void descend(
            AsyncBufferedMutator mutator, List<CompletableFuture<Void>> accepted, int most, Put put, int depth) {
        try {
            descend(mutator, accepted, most, put, depth + 1);
        } catch (StackOverflowError e) {
            // In one of the frames on the way up the call just fits.
            if (depth % STRIDE != 0) {
                throw e;
            }
        }
        if (accepted.size() < most) {
            CompletableFuture<Void> future = mutator.mutate(put);
            accepted.add(future);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
