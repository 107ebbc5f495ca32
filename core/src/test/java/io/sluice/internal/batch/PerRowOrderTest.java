package io.sluice.internal.batch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.CallQueueTooBigException;
import io.sluice.CallTimeoutException;
import io.sluice.DoNotRetryIOException;
import io.sluice.HBaseIOException;
import io.sluice.NotServingRegionException;
import io.sluice.Ordering;
import io.sluice.Put;
import io.sluice.RemoteException;
import io.sluice.RequestTooBigException;
import io.sluice.RetriesExhaustedException;
import io.sluice.Row;
import io.sluice.internal.batch.Batches.Filled;
import io.sluice.internal.flow.RequestWindows;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.retry.RetryPolicy;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches of few rows against servers that fail, answer late and move: no mutation is sent before an earlier one of its row. */
class PerRowOrderTest {
    private static final int MAX_REQUEST = 6;

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    private final DispatcherFixture fixture = new DispatcherFixture();
    private final Map<Batch, Filled> sentOf = new IdentityHashMap<>();
    /** The futures of each row, in the order of mutate. */
    private final Map<String, List<CompletableFuture<Void>>> rows = new HashMap<>();

    private final Map<CompletableFuture<Void>, Integer> places = new IdentityHashMap<>();
    private final Shares shares = new Shares(1 << 20, 0.25);
    private int wholeRuns;
    /** Which requests the server takes. */
    private Predicate<ServerBatch> isTaken = request -> true;

    private BatchDispatcher dispatcher(Ordering ordering) {
        return dispatcher(ordering, new RetryPolicy(50, DispatcherFixture.PAUSE, DispatcherFixture.PAUSE * 2, () -> 0));
    }

    private BatchDispatcher dispatcher(Ordering ordering, RetryPolicy policy) {
        DispatchSettings settings = new DispatchSettings(
                ordering,
                1 << 20,
                MAX_REQUEST,
                policy,
                DispatcherFixture.RPC_TIMEOUT,
                DispatcherFixture.OPERATION_TIMEOUT,
                100,
                Map.of());
        return new BatchDispatcher(
                fixture.locator,
                fixture.sender,
                fixture.time,
                fixture.time,
                new ServerLimits(),
                new RequestWindows(4, new ConcurrentHashMap<>()),
                shares,
                fixture.time,
                null,
                settings,
                fixture.stats);
    }

    @Test
    void errorInADispatch_requestThatWaitsForItsWindow_isNotSentWithWhatHasFailed() {
        AtomicInteger timers = new AtomicInteger();
        Timer failing = (task, delayNanos) -> {
            // The first one is for the look-up, the second one for the third request.
            if (timers.incrementAndGet() == 3) {
                throw new AssertionError("no timer");
            }
            return fixture.time.schedule(task, delayNanos);
        };
        DispatchSettings settings = new DispatchSettings(
                Ordering.PER_ROW,
                1 << 20,
                1,
                new RetryPolicy(50, DispatcherFixture.PAUSE, DispatcherFixture.PAUSE * 2, () -> 0),
                DispatcherFixture.RPC_TIMEOUT,
                // So near that each wait gets its timer at once.
                BatchDispatcher.CHECK_NANOS,
                100,
                Map.of());
        BatchDispatcher dispatcher = new BatchDispatcher(
                fixture.locator,
                fixture.sender,
                failing,
                fixture.time,
                new ServerLimits(),
                new RequestWindows(0, new ConcurrentHashMap<>()),
                shares,
                fixture.time,
                null,
                settings,
                fixture.stats);
        fixture.sender.hold();
        // Two are sent, the third one waits for the window, and with the fourth one the dispatch fails.
        Filled filled = fixture.puts("a", "b", "c", "d");
        filled.batch().number(0);
        dispatcher.dispatch(filled.batch());
        fixture.time.run();
        assertThat(filled.future(2)).isCompletedExceptionally();
        assertThat(filled.future(3)).isCompletedExceptionally();

        fixture.sender.sent().forEach(sent -> sent.answer().complete(ServerBatchResult.acknowledged()));
        fixture.time.run();

        assertThat(fixture.sender.sent()).hasSize(2);
        assertThat(filled.future(0)).isCompleted();
        assertThat(filled.future(1)).isCompleted();
    }

    /** An answer settles the first mutation; when the pause of the second one is chosen, the stack overflows. */
    @Test
    void errorInASettle_rowsOfWhatHasSettled_areReleased() {
        boolean[] overflows = {true};
        RetryPolicy policy = new RetryPolicy(50, DispatcherFixture.PAUSE, DispatcherFixture.PAUSE * 2, () -> {
            if (overflows[0]) {
                throw new StackOverflowError();
            }
            return 0;
        });
        HBaseIOException refused = new HBaseIOException("refused");
        fixture.sender.inTurn(ServerBatchResult.answered(new @Nullable Throwable[] {null, refused}));
        BatchDispatcher dispatcher = dispatcher(Ordering.PER_ROW, policy);
        Filled first = fixture.puts("a", "b");
        first.batch().number(0);
        dispatcher.dispatch(first.batch());
        Filled second = fixture.puts("a", "b");
        second.batch().number(1);
        dispatcher.dispatch(second.batch());
        fixture.time.run();

        assertThat(first.future(0)).isCompleted();
        assertThat(second.future(0)).isCompleted();
        assertThat(second.future(1)).isNotDone();
        overflows[0] = false;
        fixture.time.advance(DispatcherFixture.OPERATION_TIMEOUT + TimeUnit.SECONDS.toNanos(1));
        dispatcher.checkDeadline(first.batch());
        dispatcher.checkDeadline(second.batch());
        fixture.time.run();
        assertThat(first.future(1)).isCompletedExceptionally();
        assertThat(second.future(1)).isDone();
    }

    private Filled fill(SplittableRandom random, long number) {
        List<Row> puts = new ArrayList<>();
        for (int count = 1 + random.nextInt(20); count > 0; count--) {
            puts.add(Batches.put("" + (char) ('a' + random.nextInt(8 + random.nextInt(18)))));
        }
        Filled filled = Batches.fill(fixture.allocator, puts);
        filled.batch().number(number);
        sentOf.put(filled.batch(), filled);
        for (int entry = 0; entry < puts.size(); entry++) {
            List<CompletableFuture<Void>> row =
                    rows.computeIfAbsent(new String(puts.get(entry).getRow(), ISO_8859_1), key -> new ArrayList<>());
            places.put(filled.future(entry), row.size());
            row.add(filled.future(entry));
        }
        return filled;
    }

    /** A request is on its way: all of earlier mutations of its rows have settled, or come before in it. */
    private void checkOrder(ServerBatch request) {
        assertThat(request.mutationCount()).isLessThanOrEqualTo(MAX_REQUEST);
        Set<CompletableFuture<Void>> before = new HashSet<>();
        Filled filled = requireNonNull(sentOf.get(request.batch()));
        for (int position = 0; position < request.mutationCount(); position++) {
            int entry = request.mutation(position);
            CompletableFuture<Void> future = filled.future(entry);
            List<CompletableFuture<Void>> row =
                    requireNonNull(rows.get(new String(request.batch().row(entry), ISO_8859_1)));
            for (CompletableFuture<Void> earlier : row.subList(0, requireNonNull(places.get(future)))) {
                assertThat(earlier.isDone() || before.contains(earlier))
                        .as("an earlier mutation of the row of entry %s has settled or goes before it", entry)
                        .isTrue();
                wholeRuns += before.contains(earlier) ? 1 : 0;
            }
            before.add(future);
        }
    }

    private @Nullable ServerBatchResult answer(SplittableRandom random, ServerBatch request) {
        checkOrder(request);
        ServerBatchResult result = result(random, request);
        if (random.nextInt(2) == 0) {
            return result;
        }
        BatchSender.Answer late =
                fixture.sender.sent().get(fixture.sender.sent().size() - 1).answer();
        var unused = fixture.time.schedule(() -> late.complete(result), random.nextLong(DispatcherFixture.PAUSE * 5));
        return null;
    }

    /** Half of the servers take fewer mutations than the mutator puts in a request; the others as many. */
    private static int mostRows(ServerBatch request) {
        boolean small =
                request.server().equals(Regions.server(0)) || request.server().equals(Regions.server(1));
        return small ? MAX_REQUEST / 2 : MAX_REQUEST;
    }

    private static ServerBatchResult tooManyRows(ServerBatch request, int limit) {
        return ServerBatchResult.failed(
                new RemoteException(
                        "java.io.IOException",
                        "Rejecting large batch operation for current batch with firstRegionName: t,,1. , Requested Number of"
                                + " Rows: " + request.rowCount() + " , Size Threshold: " + limit,
                        false),
                false);
    }

    private static ServerBatchResult result(SplittableRandom random, ServerBatch request) {
        if (request.rowCount() > mostRows(request)) {
            return tooManyRows(request, mostRows(request));
        }
        int dice = random.nextInt(10);
        if (dice < 5) {
            return ServerBatchResult.acknowledged();
        }
        if (dice < 7) {
            return ServerBatchResult.failed(error(random), random.nextBoolean());
        }
        @Nullable Throwable[] errors = new Throwable[request.mutationCount()];
        for (int i = 0; i < errors.length; i++) {
            errors[i] = random.nextBoolean() ? null : error(random);
        }
        return ServerBatchResult.answered(errors);
    }

    private static Throwable error(SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> new NotServingRegionException("moved");
            case 1 -> new CallQueueTooBigException("full");
            case 2 -> new DoNotRetryIOException("no");
            case 3 -> new ConnectException("refused");
            default -> new IOException("lost");
        };
    }

    @Test
    void heldBackUntilItsDeadline_isNotSent_andFailsAsNotApplied() {
        fixture.sender.script(request -> null);
        BatchDispatcher dispatcher = dispatcher(Ordering.PER_ROW);
        List<Filled> filled = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Filled next = Batches.puts(fixture.allocator, "a");
            next.batch().number(i);
            dispatcher.dispatch(next.batch());
            filled.add(next);
        }
        fixture.time.advance(DispatcherFixture.MILLI);
        assertThat(fixture.sender.sent()).as("requests on their way").hasSize(1);
        BatchSender.Answer late = fixture.sender.sent().get(0).answer();

        fixture.time.advance(DispatcherFixture.OPERATION_TIMEOUT);
        late.complete(ServerBatchResult.acknowledged());
        fixture.time.advance(DispatcherFixture.PAUSE);

        assertThat(fixture.sender.sent()).as("requests in all").hasSize(1);
        assertThat(filled.get(0).future(0)).isCompleted();
        for (Filled heldBack : filled.subList(1, 3)) {
            RetriesExhaustedException error = DispatcherFixture.exhausted(heldBack.future(0));
            assertThat(error.mayHaveBeenApplied()).isFalse();
            assertThat(error).hasRootCauseInstanceOf(CallTimeoutException.class);
        }
        fixture.assertAllGivenBack();
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void perRow_serversFailAndMove_keepsTheOrderOfEachRow(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<AssertionError> violations = new ArrayList<>();
        fixture.sender.script(request -> {
            try {
                return answer(random, request);
            } catch (AssertionError e) {
                violations.add(e);
                return ServerBatchResult.acknowledged();
            }
        });
        BatchDispatcher dispatcher = dispatcher(Ordering.PER_ROW);
        for (int i = 0; i < 30; i += 2) {
            change(random);
            Filled first = fill(random, i);
            Filled second = fill(random, i + 1);
            boolean swapped = random.nextBoolean();
            dispatcher.dispatch((swapped ? second : first).batch());
            fixture.time.advance(random.nextLong(DispatcherFixture.PAUSE));
            dispatcher.dispatch((swapped ? first : second).batch());
            fixture.time.advance(random.nextLong(DispatcherFixture.PAUSE * 3));
        }
        fixture.lookup.failWith(null);
        fixture.lookup.answerHeld();
        fixture.time.advance(DispatcherFixture.OPERATION_TIMEOUT * 3);

        assertThat(violations).isEmpty();
        assertThat(places.keySet()).allSatisfy(future -> {
            assertThat(future).isDone();
            assertThat(errorOf(future)).as("one mutation is never too many").doesNotContain("in one request");
        });
        assertThat(fixture.counted().acknowledged()).isPositive();
        assertThat(wholeRuns).as("mutations of a row that went together").isPositive();
        assertThat(fixture.time.waiting()).isZero();
        fixture.assertAllGivenBack();
        assertThat(shares.largest(1)).as("places that hold something").isEmpty();
    }

    private static String errorOf(CompletableFuture<Void> future) {
        return future.handle((done, error) -> String.valueOf(error)).join();
    }

    private Filled dispatchOneRow(int count, int valueBytes) {
        List<Row> puts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            puts.add(new Put(Regions.bytes("a"))
                    .addColumn(Regions.bytes("f"), Regions.bytes("q"), new byte[valueBytes]));
        }
        Filled filled = Batches.fill(fixture.allocator, puts);
        filled.batch().number(0);
        assertThat(fixture.locator.preload(Regions.TABLE)).isCompleted();
        dispatcher(Ordering.PER_ROW).dispatch(filled.batch());
        fixture.time.run();
        return filled;
    }

    private void assertSentInOrder(Filled filled) {
        assertThat(filled.futures()).allSatisfy(future -> assertThat(future).isCompleted());
        List<Integer> acknowledged = new ArrayList<>();
        for (ScriptedSender.Sent sent : fixture.sender.sent()) {
            if (isTaken.test(sent.request())) {
                for (int position = 0; position < sent.request().mutationCount(); position++) {
                    acknowledged.add(sent.request().mutation(position));
                }
            }
        }
        assertThat(acknowledged)
                .containsExactlyElementsOf(
                        IntStream.range(0, filled.futures().size()).boxed().toList());
        fixture.assertAllGivenBack();
        assertThat(shares.largest(1)).isEmpty();
    }

    @Test
    void perRow_moreMutationsOfARowThanTheServerTakes_goInParts() {
        isTaken = request -> request.rowCount() <= MAX_REQUEST - 1;
        fixture.sender.script(request ->
                isTaken.test(request) ? ServerBatchResult.acknowledged() : tooManyRows(request, MAX_REQUEST - 1));
        Filled filled = dispatchOneRow(20, 1);
        assertSentInOrder(filled);
        assertThat(fixture.sender.sent())
                .as("one is refused, then four of five")
                .hasSize(5);
    }

    @Test
    void perRow_moreBytesOfARowThanTheServerTakes_goInParts() {
        isTaken = request -> request.bytes() <= 500;
        fixture.sender.script(request -> isTaken.test(request)
                ? ServerBatchResult.acknowledged()
                : ServerBatchResult.failed(new RequestTooBigException("too big"), false));
        assertSentInOrder(dispatchOneRow(20, 150));
    }

    private void change(SplittableRandom random) {
        switch (random.nextInt(8)) {
            case 0 -> fixture.lookup.set(Regions.randomTable(random, random.nextInt(30), 4));
            case 1 -> fixture.lookup.set(Regions.table(3, "e", "m", "t"));
            case 2 -> fixture.lookup.failWith(new IOException("no meta"));
            case 3 -> fixture.lookup.failWith(null);
            case 4 -> fixture.lookup.hold();
            case 5 -> fixture.lookup.answerHeld();
            default -> fixture.lookup.move(Regions.server(random.nextInt(4)), Regions.server(random.nextInt(4)));
        }
    }
}
