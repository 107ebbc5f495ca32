package io.sluice.internal.batch;

import static io.sluice.internal.locate.Regions.TABLE;
import static io.sluice.internal.locate.Regions.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AccessDeniedException;
import io.sluice.Delete;
import io.sluice.DoNotRetryIOException;
import io.sluice.Increment;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.RemoteException;
import io.sluice.RetriesExhaustedException;
import io.sluice.Row;
import io.sluice.internal.batch.Batches.Filled;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.locate.Regions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that fail innocent mutations for one that they refuse, as HBase's do. */
class CulpritFinderTest {
    private final DispatcherFixture fixture = new DispatcherFixture();
    private final Set<String> culprits = new HashSet<>();
    /** Rows in the order in which they were applied. */
    private final List<String> applied = new ArrayList<>();

    private Function<String, IOException> refusal = row -> new DoNotRetryIOException("Cell[" + row + "] exceeds limit");

    @BeforeEach
    void knowTheRegions() {
        assertThat(fixture.locator.preload(TABLE)).isCompleted();
        fixture.sender.script(this::answer);
    }

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
        assertThat(fixture.time.waiting()).as("timers left").isZero();
    }

    /** As {@code RSRpcServices.doBatchOp}: Puts and Deletes that follow each other are applied all, or none. */
    private ServerBatchResult answer(ServerBatch request) {
        @Nullable Throwable[] errors = new Throwable[request.mutationCount()];
        boolean failed = false;
        for (Slice slice : request.slices()) {
            int from = slice.from();
            while (from < slice.to()) {
                int to = runEnd(request, from, slice.to());
                Throwable error = apply(request, from, to);
                for (int position = from; position < to; position++) {
                    errors[position] = error;
                }
                failed |= error != null;
                from = to;
            }
        }
        return failed ? ServerBatchResult.answered(errors) : ServerBatchResult.acknowledged();
    }

    private static int runEnd(ServerBatch request, int from, int end) {
        int to = from;
        while (to < end && isPlain(request, to)) {
            to++;
        }
        return Math.max(to, from + 1);
    }

    private static boolean isPlain(ServerBatch request, int position) {
        MutationKind kind = request.batch().kind(request.mutation(position));
        return kind == MutationKind.PUT || kind == MutationKind.DELETE;
    }

    private @Nullable Throwable apply(ServerBatch request, int from, int to) {
        List<String> rows = new ArrayList<>();
        for (int position = from; position < to; position++) {
            String row = row(request, position);
            if (culprits.contains(row)) {
                return refusal.apply(row);
            }
            rows.add(row);
        }
        applied.addAll(rows);
        return null;
    }

    private static String row(ServerBatch request, int position) {
        return new String(
                request.batch().row(request.mutation(position)), java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    private static String name(int number) {
        return String.format("%s%04d", number % 2 == 0 ? "a" : "x", number);
    }

    private Filled dispatch(List<? extends Row> rows) {
        Filled filled = Batches.fill(fixture.allocator, rows);
        fixture.dispatcher(Runnable::run, fixture.sender, DispatcherFixture.MAX_ATTEMPTS)
                .dispatch(filled.batch());
        return filled;
    }

    private static Throwable errorOf(Filled filled, int entry) {
        assertThat(filled.future(entry)).isCompletedExceptionally();
        return Objects.requireNonNull(
                filled.future(entry).handle((done, error) -> error).join());
    }

    static Stream<Arguments> counts() {
        return Stream.of(
                Arguments.of(100, 0, 1L),
                Arguments.of(100, 1, 2L),
                Arguments.of(100, 2, 3L),
                Arguments.of(100, 5, 4L),
                Arguments.of(100, 20, 5L),
                Arguments.of(2_000, 1, 6L),
                Arguments.of(2_000, 5, 7L),
                Arguments.of(2_000, 40, 8L));
    }

    @ParameterizedTest(name = "mutations={0} culprits={1} seed={2}")
    @MethodSource("counts")
    void refusal_ofSome_failsExactlyThemWithoutAPause(int count, int guilty, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Set<Integer> chosen = new TreeSet<>();
        while (chosen.size() < guilty) {
            chosen.add(random.nextInt(count));
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(random.nextInt(4) == 0 ? new Delete(bytes(name(i))) : Batches.put(name(i)));
        }
        chosen.forEach(i -> culprits.add(name(i)));
        Filled filled = dispatch(rows);
        long first = fixture.sender.sent().size();

        fixture.time.run();

        for (int i = 0; i < count; i++) {
            if (chosen.contains(i)) {
                assertThat(errorOf(filled, i)).hasMessage("Cell[" + name(i) + "] exceeds limit");
            } else {
                assertThat(filled.future(i)).isCompleted();
            }
        }
        assertThat(applied).hasSize(count - guilty).doesNotHaveDuplicates();
        // A request has 100 mutations at most here, so that is what each culprit infects.
        long most = 2L * guilty * 8;
        assertThat(fixture.sender.sent().size() - first).isLessThanOrEqualTo(most);
    }

    @Test
    void refusal_ofOne_tellsOfItsAttempts() {
        culprits.add("b");
        Filled filled = dispatch(List.of(Batches.put("a"), Batches.put("b"), Batches.put("c"), Batches.put("d")));
        fixture.time.run();
        Throwable error = errorOf(filled, 1);
        assertThat(error).isInstanceOf(DoNotRetryIOException.class).hasMessageContaining("Cell[b]");
        assertThat(error.getSuppressed()).hasSize(1);
        assertThat(RetriesExhaustedException.attemptsOf(error)).hasSize(3);
        assertThat(error.getSuppressed()[0]).hasMessageContaining("Put row 'b' of 't' failed after 3 attempts");
    }

    /** A program that leaves out what a server refuses must not leave out an innocent mutation. */
    @Test
    void refusal_timeEndsTheSearch_saysThatTimeIsOver() {
        culprits.add("b");
        Filled filled = Batches.puts(fixture.allocator, "a", "b", "c", "d");
        fixture.sender.script(request -> {
            fixture.time.advance(DispatcherFixture.OPERATION_TIMEOUT);
            return answer(request);
        });
        fixture.dispatcher().dispatch(filled.batch());
        fixture.time.run();

        for (int i = 0; i < 4; i++) {
            assertThat(errorOf(filled, i))
                    .isInstanceOf(RetriesExhaustedException.class)
                    .hasMessageContaining("failed after 1 attempt")
                    .hasMessageContaining("last: DoNotRetryIOException");
        }
    }

    @Test
    void refusal_ofOneAloneAsTimeEnds_isTheServersError() {
        culprits.add("b");
        Filled filled = Batches.puts(fixture.allocator, "b");
        fixture.sender.script(request -> {
            fixture.time.advance(DispatcherFixture.OPERATION_TIMEOUT);
            return answer(request);
        });
        fixture.dispatcher().dispatch(filled.batch());
        fixture.time.run();

        assertThat(errorOf(filled, 0)).isInstanceOf(DoNotRetryIOException.class).hasMessage("Cell[b] exceeds limit");
    }

    @Test
    void refusal_ofAll_isGivenUpSoonAndSoonerTheNextTime() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            String row = "a" + (100 + i);
            rows.add(Batches.put(row));
            culprits.add(row);
        }
        BatchDispatcher dispatcher =
                fixture.dispatcher(Runnable::run, fixture.sender, DispatcherFixture.MAX_ATTEMPTS, 10_000);
        List<Row> many = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            culprits.add("b" + (1_000 + i));
            many.add(Batches.put("b" + (1_000 + i)));
        }
        Filled filled = Batches.fill(fixture.allocator, many);
        dispatcher.dispatch(filled.batch());
        fixture.time.run();
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompletedExceptionally());
        assertThat(fixture.sender.sent()).hasSize(1 + 2 * CulpritFinder.MOST_CUTS);

        Filled next = Batches.fill(fixture.allocator, rows);
        dispatcher.dispatch(next.batch());
        fixture.time.run();
        assertThat(next.futures()).allSatisfy(f -> assertThat(f).isCompletedExceptionally());
        assertThat(fixture.sender.sent()).hasSize(2 + 2 * CulpritFinder.MOST_CUTS + 2 * CulpritFinder.LEAST_CUTS);
    }

    @Test
    void refusal_ofAnIncrement_isItsOwn() {
        culprits.add("b");
        Increment increment = new Increment(bytes("b")).addColumn(bytes("f"), bytes("q"), 1);
        Filled filled = dispatch(List.of(Batches.put("a"), increment, Batches.put("c")));
        fixture.time.run();
        assertThat(errorOf(filled, 1)).isInstanceOf(DoNotRetryIOException.class);
        assertThat(filled.future(0)).isCompleted();
        assertThat(filled.future(2)).isCompleted();
        assertThat(fixture.sender.sent()).hasSize(1);
    }

    @Test
    void refusal_besideIncrements_sendsTheseOnce() {
        culprits.add("c");
        Increment increment = new Increment(bytes("b")).addColumn(bytes("f"), bytes("q"), 1);
        Filled filled = dispatch(List.of(Batches.put("a"), increment, Batches.put("c"), Batches.put("d")));
        fixture.time.run();
        assertThat(errorOf(filled, 2)).isInstanceOf(DoNotRetryIOException.class);
        assertThat(applied).containsExactlyInAnyOrder("a", "b", "d");
    }

    @Test
    void refusal_thatServersTellForEachMutation_isNotSearched() {
        refusal = row -> new NoSuchColumnFamilyException("no such family");
        culprits.addAll(List.of("a", "b"));
        Filled filled = dispatch(List.of(Batches.put("a"), Batches.put("b")));
        fixture.time.run();
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompletedExceptionally());
        assertThat(fixture.sender.sent()).hasSize(1);
    }

    @Test
    void refusal_byRightsOfTheUser_failsOnlyWhatIsDenied() {
        refusal = row -> new AccessDeniedException("Insufficient permissions for " + row);
        culprits.add("b");
        Filled filled = dispatch(List.of(Batches.put("a"), Batches.put("b"), Batches.put("c")));
        fixture.time.run();
        assertThat(errorOf(filled, 1)).isInstanceOf(AccessDeniedException.class);
        assertThat(applied).containsExactlyInAnyOrder("a", "c");
    }

    @Test
    void refusal_ofOneOfTheSameRow_keepsRowsTogether() {
        culprits.add("d");
        Filled filled = dispatch(List.of(
                Batches.put("b"),
                Batches.put("a"),
                Batches.put("c"),
                Batches.put("b"),
                Batches.put("d"),
                Batches.put("b")));
        fixture.time.run();
        assertThat(errorOf(filled, 4)).isInstanceOf(DoNotRetryIOException.class);
        assertThat(fixture.sender.sent().stream().filter(sent -> sent.request().mutationCount() < 6))
                .allSatisfy(sent -> assertThat(rowsOf(sent.request()).stream()
                                .filter("b"::equals)
                                .count())
                        .isIn(0L, 3L));
    }

    private static List<String> rowsOf(ServerBatch request) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < request.mutationCount(); i++) {
            rows.add(row(request, i));
        }
        return rows;
    }

    @Test
    void uncheckedException_failsTheWholeCall_innocentsAreWrittenSoon() {
        culprits.add("x7");
        fixture.sender.script(request -> {
            List<String> before = List.copyOf(applied);
            ServerBatchResult result = answer(request);
            if (result.isAcknowledged()) {
                return result;
            }
            // What was applied before stays applied: here nothing, to see each row once below.
            applied.retainAll(before);
            return ServerBatchResult.failed(new RemoteException("java.io.IOException", "boom", false), true);
        });
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            rows.add(Batches.put("x" + i));
        }
        Filled filled = dispatch(rows);
        // After the second failure it is halved, with a pause; after the first success there is no pause any more.
        fixture.time.advance(3 * DispatcherFixture.PAUSE);
        for (int i = 0; i < 10; i++) {
            if (i != 7) {
                assertThat(filled.future(i)).as("row x%d", i).isCompleted();
            }
        }
        assertThat(filled.future(7)).isNotDone();
        fixture.time.advance(DispatcherFixture.OPERATION_TIMEOUT);
        assertThat(errorOf(filled, 7))
                .isInstanceOf(RetriesExhaustedException.class)
                .hasMessageContaining("may have been applied");
        assertThat(applied).hasSize(9);
    }

    @Test
    void serverInTrouble_failsEverythingForAWhile_isNotFloodedWithHalves() {
        fixture.sender.script(request -> ServerBatchResult.failed(
                new RemoteException("java.io.IOException", "the log cannot be written", false), true));
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            rows.add(Batches.put("a" + (100 + i)));
        }
        Filled filled = dispatch(rows);
        fixture.time.advance(3 * DispatcherFixture.PAUSE);
        assertThat(fixture.sender.sent()).hasSize(4);
        fixture.sender.script(this::answer);
        fixture.time.advance(DispatcherFixture.OPERATION_TIMEOUT);
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(Regions.TABLE).isEqualTo(filled.batch().table());
    }
}
