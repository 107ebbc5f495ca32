package io.sluice.internal.buffer;

import static io.sluice.internal.locate.Regions.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.RETURNS_MOCKS;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.CallQueueTooBigException;
import io.sluice.CloseResult;
import io.sluice.NotServingRegionException;
import io.sluice.Ordering;
import io.sluice.Put;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.ScriptedSender.Sent;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.cell.CellReader;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.trace.BatchTrace;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The order of rows from mutate to the server, with threads that fill, swap and send buffers at the same time. */
class PerRowMutatorTest {
    private static final int THREADS = 4;
    private static final int ROWS = 5;
    private static final int ROUNDS = 150;

    private final EngineFixture fixture = new EngineFixture();
    /** What each row's server has applied, in order. */
    private final Map<String, List<Integer>> applied = new HashMap<>();

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    private AsyncBufferedMutator mutator(Ordering ordering) {
        return fixture.builder()
                .setMaxMutations(7)
                .setMaxRequestRows(4)
                .setMaxAttempts(1_000)
                .setRetryPause(1, TimeUnit.MILLISECONDS)
                .setOperationTimeout(1, TimeUnit.DAYS)
                .setOrdering(ordering)
                .build();
    }

    private static Put put(String row, int number) {
        return new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), Bytes.toBytes(number));
    }

    private void apply(ServerBatch request) {
        Batch batch = request.batch();
        synchronized (applied) {
            for (int position = 0; position < request.mutationCount(); position++) {
                int entry = request.mutation(position);
                CellReader cell = new CellReader(batch.array(entry), batch.offset(entry), batch.length(entry));
                assertThat(cell.next()).isTrue();
                int number = Bytes.toInt(cell.array(), cell.valueOffset());
                applied.computeIfAbsent(Bytes.toStringBinary(batch.row(entry)), row -> new ArrayList<>())
                        .add(number);
            }
        }
    }

    /** Applies or not, and answers or loses the answer; soon, or later than others. */
    private ServerBatchResult serve(SplittableRandom random, ServerBatch request) {
        switch (random.nextInt(6)) {
            case 0:
                return ServerBatchResult.failed(new CallQueueTooBigException("full"), false);
            case 1:
                return ServerBatchResult.failed(new NotServingRegionException("moving"), false);
            case 2:
                apply(request);
                return ServerBatchResult.failed(new IOException("lost"), true);
            default:
                apply(request);
                return ServerBatchResult.acknowledged();
        }
    }

    /** The first time each number was applied must be in order, and what came again must have come in order, too. */
    private static void assertInOrder(String row, List<Integer> numbers, int count) {
        int last = -1;
        int highest = -1;
        for (int number : numbers) {
            // A request whose answer was lost comes again as a whole: it begins where it began before.
            assertThat(number).as("row %s: %s", row, numbers).isLessThanOrEqualTo(last + 1);
            highest = Math.max(highest, number);
            last = number;
        }
        assertThat(highest).isEqualTo(count - 1);
        assertThat(last).as("what the row ends with: %s", numbers).isEqualTo(highest);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void perRow_manyThreads_failingServer_eachRowInOrder(long seed) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        fixture.sender.script(request -> {
            synchronized (random) {
                if (random.nextInt(3) > 0) {
                    return serve(random, request);
                }
                int sent = fixture.sender.sent().size() - 1;
                BatchSender.Answer late = fixture.sender.sent().get(sent).answer();
                ServerBatchResult result = serve(random, request);
                var unused = fixture.time.schedule(() -> late.complete(result), random.nextInt(5_000_000));
                return null;
            }
        });
        AsyncBufferedMutator mutator = mutator(Ordering.PER_ROW);
        ConcurrentLinkedQueue<CompletableFuture<Void>> futures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            String name = t % 2 == 0 ? "a" + t : "n" + t;
            threads.add(new Thread(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    for (int row = 0; row < ROWS; row++) {
                        futures.add(mutator.mutate(put(name + row, i)));
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        while (threads.stream().anyMatch(Thread::isAlive)) {
            move(random);
            fixture.time.advance(100_000);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        mutator.flush();
        fixture.time.advance(TimeUnit.HOURS.toNanos(12));
        assertThat(futures)
                .hasSize(THREADS * ROWS * ROUNDS)
                .allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(applied).hasSize(THREADS * ROWS);
        applied.forEach((row, numbers) -> assertInOrder(row, numbers, ROUNDS));
    }

    private void move(SplittableRandom random) {
        synchronized (random) {
            if (random.nextInt(20) == 0) {
                fixture.lookup.move(Regions.server(random.nextInt(4)), Regions.server(random.nextInt(4)));
            }
        }
    }

    @Test
    void perRow_firstIsTriedAgain_secondWaits_otherRowsDoNot() {
        fixture.sender.inTurn(ServerBatchResult.failed(new CallQueueTooBigException("full"), false));
        AsyncBufferedMutator mutator = mutator(Ordering.PER_ROW);
        CompletableFuture<Void> first = mutator.mutate(put("a", 0));
        mutator.flush();
        fixture.time.run();
        CompletableFuture<Void> second = mutator.mutate(put("a", 1));
        CompletableFuture<Void> other = mutator.mutate(put("b", 0));
        mutator.flush();
        fixture.time.run();
        assertThat(other).isCompleted();
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
        fixture.time.advance(TimeUnit.SECONDS.toNanos(1));
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(fixture.sender.sent()).hasSize(4);
    }

    @Test
    void none_firstIsTriedAgain_secondOvertakes() {
        fixture.sender.inTurn(ServerBatchResult.failed(new CallQueueTooBigException("full"), false));
        AsyncBufferedMutator mutator = mutator(Ordering.NONE);
        CompletableFuture<Void> first = mutator.mutate(put("a", 0));
        mutator.flush();
        fixture.time.run();
        CompletableFuture<Void> second = mutator.mutate(put("a", 1));
        mutator.flush();
        fixture.time.run();
        assertThat(second).isCompleted();
        assertThat(first).isNotDone();
        fixture.time.advance(TimeUnit.SECONDS.toNanos(1));
        assertThat(first).isCompleted();
    }

    /** A thread may lose its processor between the begin of a batch and the first mutation in it. */
    @Test
    void perRow_batchIsTakenOutForItsAgeBeforeItsFirstMutation_laterOnesGo() {
        AtomicBoolean standsStill = new AtomicBoolean(true);
        BatchTrace trace = mock(BatchTrace.class, RETURNS_MOCKS);
        doAnswer(call -> {
                    if (standsStill.getAndSet(false)) {
                        fixture.time.advance(TimeUnit.SECONDS.toNanos(2));
                    }
                    return null;
                })
                .when(trace)
                .appending();
        WriteEngine traced = fixture.engine(new Shares(EngineFixture.BUDGET, 1), () -> trace);
        AsyncBufferedMutator mutator = traced.newBuilder(Regions.TABLE, null)
                .setOrdering(Ordering.PER_ROW)
                .build();
        CompletableFuture<Void> first = mutator.mutate(put("a", 0));
        mutator.flush();
        CompletableFuture<Void> second = mutator.mutate(put("a", 1));
        mutator.flush();
        fixture.time.run();
        assertThat(standsStill).isFalse();
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
    }

    @Test
    void close_whileOneWaitsForItsRow_handsBothBack_andSendsNoMore() {
        fixture.sender.hold();
        AsyncBufferedMutator mutator = mutator(Ordering.PER_ROW);
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        futures.add(mutator.mutate(put("a", 0)));
        mutator.flush();
        futures.add(mutator.mutate(put("a", 1)));
        mutator.flush();
        fixture.time.run();
        CompletableFuture<CloseResult> closed = mutator.closeAsync(Duration.ofSeconds(1));
        fixture.time.advance(TimeUnit.SECONDS.toNanos(1));
        assertThat(closed.join().unacknowledged())
                .extracting(one -> one.maybeApplied())
                .containsExactlyInAnyOrder(true, false);
        for (Sent sent : fixture.sender.sent()) {
            sent.answer().complete(ServerBatchResult.acknowledged());
        }
        fixture.time.run();
        assertThat(fixture.sender.sent()).hasSize(1);
        assertThat(futures).allSatisfy(future -> assertThat(future).isCompletedExceptionally());
    }
}
