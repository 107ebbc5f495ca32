package io.sluice.internal.batch;

import static io.sluice.internal.batch.DispatcherFixture.MAX_ATTEMPTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Delete;
import io.sluice.MutatorClosedException;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.Put;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.internal.batch.BatchDispatcher.Abandoned;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.retry.SharedCallback;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A failure names its mutation, in time for those that wait for the batch, wherever it is found. */
class SharedCallbackTest {
    private final DispatcherFixture fixture = new DispatcherFixture();
    private final NoSuchColumnFamilyException noFamily = new NoSuchColumnFamilyException("no f");

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    private record Failed(@Nullable Row mutation, Throwable error) {}

    /** What the callback of a batch was told. */
    private static final class Told implements SharedCallback {
        private final List<Failed> failed = new ArrayList<>();
        private final List<@Nullable Throwable> settled = new ArrayList<>();
        private int failedBeforeSettled;
        private int failedWhenBatchSettled = -1;

        @Override
        public void failed(@Nullable Row mutation, Throwable error) {
            failed.add(new Failed(mutation, error));
        }

        @Override
        public void settled(@Nullable Throwable error) {
            settled.add(error);
            failedBeforeSettled = Math.min(failed.size(), settled.size());
        }
    }

    private Batch batch(Told told, List<? extends Row> rows) {
        Batch batch = new Batch(Regions.TABLE, Batches.budgeted(fixture.allocator), 0);
        rows.forEach(row -> Batches.append(batch, fixture.allocator, row, told));
        batch.seal();
        batch.whenSettled(() -> told.failedWhenBatchSettled = told.failed.size());
        return batch;
    }

    private ServerBatchResult refuse(ServerBatch request) {
        Throwable[] errors = new Throwable[request.mutationCount()];
        Arrays.fill(errors, noFamily);
        return ServerBatchResult.answered(errors);
    }

    private BatchDispatcher onNetworkThread() {
        return fixture.dispatcher(null, fixture.sender, MAX_ATTEMPTS);
    }

    private static void assertNamed(Told told, List<? extends Row> rows) {
        assertThat(told.failed).hasSameSizeAs(rows);
        assertThat(told.settled).hasSameSizeAs(rows).doesNotContainNull();
        assertThat(told.failedBeforeSettled).isEqualTo(rows.size());
        assertThat(told.failedWhenBatchSettled).isEqualTo(rows.size());
        List<Row> left = new ArrayList<>(rows);
        for (Failed one : told.failed) {
            Row named = Objects.requireNonNull(one.mutation());
            assertThat(left).anyMatch(row -> EntryDecoderTest.areSame(named, row));
            left.remove(left.stream()
                    .filter(row -> EntryDecoderTest.areSame(named, row))
                    .findFirst()
                    .orElseThrow());
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    private static List<Row> randomRows(long seed) {
        return new RandomRows(new SplittableRandom(seed)).next(30);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void failed_onTheNetworkThread_namesEqualMutations(long seed) {
        Told told = new Told();
        List<Row> rows = randomRows(seed);
        fixture.sender.script(this::refuse);
        onNetworkThread().dispatch(batch(told, rows));
        fixture.time.run();
        assertNamed(told, rows);
        assertThat(told.failed).extracting(Failed::error).containsOnly(noFamily);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void failed_withAnExecutor_isNamedBeforeItRuns(long seed) {
        Told told = new Told();
        List<Row> rows = randomRows(seed);
        List<Runnable> tasks = new ArrayList<>();
        fixture.sender.script(this::refuse);
        fixture.dispatcher(tasks::add, fixture.sender, MAX_ATTEMPTS).dispatch(batch(told, rows));
        fixture.time.run();
        assertThat(told.failed).hasSameSizeAs(rows);
        assertThat(told.settled).isEmpty();
        tasks.forEach(Runnable::run);
        assertNamed(told, rows);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void abandoned_isNamedBeforeItSettles(long seed) {
        Told told = new Told();
        List<Row> rows = randomRows(seed);
        fixture.sender.hold();
        BatchDispatcher dispatcher = onNetworkThread();
        Batch batch = batch(told, rows);
        dispatcher.dispatch(batch);
        fixture.time.run();
        MutatorClosedException closed = new MutatorClosedException("closed");
        Abandoned abandoned = dispatcher.abandon(List.of(batch), given -> closed);
        assertThat(told.failed).hasSameSizeAs(rows);
        assertThat(told.settled).isEmpty();
        abandoned.tell().run();
        assertNamed(told, rows);
        assertThat(told.failed).extracting(Failed::error).containsOnly(closed);
        fixture.sender.sent().forEach(sent -> sent.answer().complete(ServerBatchResult.acknowledged()));
        fixture.time.run();
        assertThat(told.settled).hasSameSizeAs(rows);
    }

    @Test
    void acknowledged_isNoFailure() {
        Told told = new Told();
        onNetworkThread().dispatch(batch(told, List.of(Batches.put("a"), Batches.put("x"))));
        fixture.time.run();
        assertThat(told.failed).isEmpty();
        assertThat(told.settled).containsExactly(null, null);
    }

    /** Its {@code append} has returned as if nothing had happened: only this failure says that it is not stored. */
    @Test
    void notCopied_failsWithoutName() {
        Told told = new Told();
        Batch batch = new Batch(Regions.TABLE, Batches.budgeted(fixture.allocator), 0);
        Batches.append(batch, fixture.allocator, Batches.put("a"), told);
        Put put = Batches.put("b");
        Batches.append(batch, fixture.allocator, put, Batch.lengthOf(put) + 10, told);
        batch.seal();
        onNetworkThread().dispatch(batch);
        fixture.time.run();
        assertThat(told.failed).singleElement().satisfies(failed -> {
            assertThat(failed.mutation()).isNull();
            assertThat(failed.error()).hasMessageContaining("could not be copied");
        });
        assertThat(told.settled).hasSize(2);
    }

    /** An attribute that is set, or a cell or mutation that is added, while the mutation is given to the mutator. */
    @Test
    void changedMeanwhile_failsAndHarmsNoOther() throws IOException {
        Told told = new Told();
        Batch batch = new Batch(Regions.TABLE, Batches.budgeted(fixture.allocator), 0);
        Put put = Batches.put("b");
        MutationExtras before = MutationExtras.of(put, () -> 1);
        int length = Batch.lengthOf(put);
        Put other = Batches.put("b").setAttribute("name", new byte[3]);
        int longer = Batch.lengthOf(other);
        RowMutations atomic = RowMutations.of(List.of(put));
        Batches.append(batch, fixture.allocator, Batches.put("a"), told);
        int shape = MutationKind.shapeOf(put);
        MutationExtras after = MutationExtras.of(other, () -> 1);
        Batches.append(batch, fixture.allocator, other, longer, shape, before, told);
        Batches.append(batch, fixture.allocator, put, longer, shape, after, told);
        Batches.append(batch, fixture.allocator, other, length, shape, after, told);
        Batches.append(batch, fixture.allocator, atomic, length + 1, told);
        int twoCells = MutationKind.shapeOf(Batches.put("b").addColumn(put.getRow(), put.getRow(), put.getRow()));
        Batches.append(batch, fixture.allocator, put, length, twoCells, before, told);
        Delete delete = new Delete(put.getRow());
        int head = Batch.lengthOf(delete);
        int noCells = MutationKind.shapeOf(delete);
        delete.setAttribute("name", new byte[3]);
        Batches.append(batch, fixture.allocator, delete, head, noCells, MutationExtras.of(delete, () -> 1), told);
        Batches.append(batch, fixture.allocator, Batches.put("c"), told);
        batch.seal();
        onNetworkThread().dispatch(batch);
        fixture.time.run();
        assertThat(IntStream.range(0, 8).filter(batch::isVoid)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(told.failed)
                .hasSize(6)
                .allSatisfy(failed -> assertThat(failed.error()).hasMessageContaining("changed by another thread"));
        assertThat(told.settled).hasSize(8);
        assertThat(EntryDecoderTest.areSame(EntryDecoder.row(batch, 0), Batches.put("a")))
                .isTrue();
        assertThat(EntryDecoderTest.areSame(EntryDecoder.row(batch, 7), Batches.put("c")))
                .isTrue();
    }

    @Test
    void notDecodable_failsWithoutName() {
        Told told = new Told();
        Batch batch = batch(told, List.of(Batches.put("a"), Batches.put("b")));
        // The type of the only cell, which is before its value: no type has this number.
        int type = batch.offset(0) + batch.length(0) - "va".getBytes(StandardCharsets.US_ASCII).length - 1;
        batch.array(0)[type] = 99;
        fixture.sender.script(this::refuse);
        onNetworkThread().dispatch(batch);
        fixture.time.run();
        assertThat(told.failed).hasSize(2);
        assertThat(told.failed.get(0).mutation()).isNull();
        assertThat(told.failed.get(0).error()).isSameAs(noFamily);
        assertThat(EntryDecoderTest.areSame(
                        Objects.requireNonNull(told.failed.get(1).mutation()), Batches.put("b")))
                .isTrue();
        assertThat(told.settled).hasSize(2);
    }
}
