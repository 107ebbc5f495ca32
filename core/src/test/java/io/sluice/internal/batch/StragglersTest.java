package io.sluice.internal.batch;

import static io.sluice.internal.locate.Regions.TABLE;
import static io.sluice.internal.locate.Regions.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Increment;
import io.sluice.MutatorClosedException;
import io.sluice.Put;
import io.sluice.RegionTooBusyException;
import io.sluice.RetriesExhaustedException;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.Batches.Filled;
import io.sluice.internal.memory.PooledBlockAllocator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StragglersTest {
    private static final int COUNT = 64;

    private final DispatcherFixture fixture = new DispatcherFixture();
    private final BatchDispatcher dispatcher = fixture.dispatcher();
    private boolean busy = true;

    @BeforeEach
    void knowTheRegions() {
        assertThat(fixture.locator.preload(TABLE)).isCompleted();
        fixture.sender.script(this::answer);
    }

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    /** Rows that begin with "busy" are refused for as long as the server is. */
    private @Nullable ServerBatchResult answer(ServerBatch request) {
        @Nullable Throwable[] errors = new Throwable[request.mutationCount()];
        boolean failed = false;
        RegionTooBusyException error = new RegionTooBusyException("memstore is full");
        for (int i = 0; i < errors.length; i++) {
            String row = rowOf(request, i);
            if (busy && row.contains("busy")) {
                errors[i] = error;
                failed = true;
            }
        }
        return failed ? ServerBatchResult.answered(errors) : ServerBatchResult.acknowledged();
    }

    private static String rowOf(ServerBatch request, int position) {
        return new String(
                request.batch().row(request.mutation(position)), java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    private Filled dispatch(List<Row> last) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            rows.add(Batches.put("row" + i));
        }
        rows.addAll(last);
        Filled filled = Batches.fill(fixture.allocator, rows);
        dispatcher.dispatch(filled.batch());
        return filled;
    }

    /** Lets them fail once more: at the first failure the requests to the other server are under way. */
    private void failTwice() {
        fixture.time.run();
        fixture.time.advance(DispatcherFixture.PAUSE);
    }

    @Test
    void fewEntriesLeft_blocksGoBackWhileTheyWait() {
        Filled filled = dispatch(List.of(Batches.put("busy1"), Batches.put("x-busy2")));
        failTwice();
        assertThat(fixture.allocator.blocksInUse()).as("those of the copies").isEqualTo(2);
        assertThat(filled.batch().isSettled()).isFalse();
        assertThat(filled.batch().pending()).isEqualTo(2);

        busy = false;
        fixture.time.advance(2 * DispatcherFixture.PAUSE);

        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(filled.batch().isSettled()).isTrue();
        assertThat(filled.batch().pending()).isZero();
    }

    @Test
    void copies_haveAllThatBelongsToAMutation() throws IOException {
        Increment increment = new Increment(bytes("busy+")).addColumn(bytes("f"), bytes("q"), 5);
        Put put = new Put(bytes("busy")).addColumn(bytes("f"), bytes("q"), bytes("v"));
        put.setAttribute("name", bytes("value"));
        RowMutations atomic = new RowMutations(bytes("busy-atomic"));
        atomic.add(new Put(bytes("busy-atomic")).addColumn(bytes("f"), bytes("q"), bytes("v")));
        Filled filled = dispatch(List.of(increment, put, atomic));
        ServerBatch first = fixture.sender.sent().get(0).request();
        long nonce = nonceOf(first);
        failTwice();
        assertThat(fixture.allocator.blocksInUse()).as("that of the copy").isOne();

        busy = false;
        fixture.time.advance(2 * DispatcherFixture.PAUSE);

        ServerBatch again =
                fixture.sender.sent().get(fixture.sender.sent().size() - 1).request();
        assertThat(again.batch()).isNotSameAs(filled.batch());
        assertThat(again.mutationCount()).isEqualTo(3);
        assertThat(nonceOf(again)).isEqualTo(nonce).isNotZero();
        assertThat(again.slices())
                .anySatisfy(slice -> assertThat(slice.atomic()).isTrue());
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompleted());
    }

    private static long nonceOf(ServerBatch request) {
        for (int i = 0; i < request.mutationCount(); i++) {
            if (request.batch().kind(request.mutation(i)) == MutationKind.INCREMENT) {
                return request.batch().extras(request.mutation(i)).nonce();
            }
        }
        return 0;
    }

    @Test
    void deadlineAndAttempts_goOnAsIfNothingHadBeenMoved() {
        Filled filled = dispatch(List.of(Batches.put("busy")));
        fixture.time.advance(DispatcherFixture.OPERATION_TIMEOUT);
        Throwable error = Objects.requireNonNull(
                filled.future(COUNT).handle((done, failure) -> failure).join());
        assertThat(error)
                .isInstanceOfSatisfying(
                        RetriesExhaustedException.class,
                        exhausted -> assertThat(exhausted.getAttempts()).hasSize(DispatcherFixture.MAX_ATTEMPTS));
        assertThat(error).hasMessageContaining("Put row 'busy' of 't' failed after 5 attempts in 1.1 s");
        assertThat(filled.batch().failures()).isOne();
        assertThat(filled.batch().isSettled()).isTrue();
    }

    @Test
    void abandon_findsWhatWasMoved() {
        Filled filled = dispatch(List.of(Batches.put("busy1"), Batches.put("x-busy2")));
        failTwice();
        assertThat(fixture.allocator.blocksInUse()).as("those of the copies").isEqualTo(2);
        List<Unacknowledged> left = DispatcherFixture.abandon(dispatcher, filled);
        assertThat(left)
                .extracting(
                        one -> new String(one.mutations().get(0).getRow(), java.nio.charset.StandardCharsets.US_ASCII))
                .containsExactlyInAnyOrder("busy1", "x-busy2");
        assertThat(filled.future(COUNT)).isCompletedExceptionally();
        assertThat(filled.batch().isSettled()).isTrue();
        int sent = fixture.sender.sent().size();
        fixture.time.advance(DispatcherFixture.OPERATION_TIMEOUT);
        assertThat(fixture.sender.sent()).hasSize(sent);
    }

    @Test
    void manyEntriesLeft_stayWhereTheyAre() {
        List<Row> many = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            many.add(Batches.put("busy" + i));
        }
        Filled filled = dispatch(many);
        fixture.time.run();
        assertThat(fixture.allocator.blocksInUse()).as("those of the batch").isGreaterThan(2);
        busy = false;
        fixture.time.advance(DispatcherFixture.PAUSE);
        assertThat(filled.batch().isSettled()).isTrue();
    }

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    /** A move and an abandonment at the same instant: each mutation settles once, and no memory is left. */
    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void moveAndAbandon_atTheSameTime_settleOnce(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        PooledBlockAllocator allocator = new PooledBlockAllocator(200, 100);
        AtomicInteger settled = new AtomicInteger();
        List<Row> rows = new ArrayList<>();
        int count = 1 + random.nextInt(20);
        for (int i = 0; i < count; i++) {
            rows.add(Batches.put("r" + i));
        }
        Filled filled = Batches.fill(allocator, rows);
        Batch batch = filled.batch();
        Ledger ledger = new Ledger();
        Consumer<Runnable> direct = Runnable::run;
        Completer completer = new Completer(
                direct::accept,
                ledger,
                new BatchEvents(ledger, fixture.locator),
                new Warnings(fixture.time, line -> {}));
        for (CompletableFuture<Void> future : filled.futures()) {
            var unused = future.whenComplete((done, error) -> settled.incrementAndGet());
        }
        int from = random.nextInt(count);
        int[] held = java.util.stream.IntStream.range(from, count).toArray();
        int[] rest = java.util.stream.IntStream.range(0, from).toArray();
        completer.acknowledge(batch, rest.length, i -> rest[i]);
        batch.retain();
        CyclicBarrier start = new CyclicBarrier(2);
        AtomicBoolean moved = new AtomicBoolean();
        Thread mover = new Thread(() -> {
            await(start);
            Batch copy = batch.copies().moveOut(held);
            if (copy != null) {
                batch.moved(copy);
                moved.set(true);
                if (copy.tryRetain()) {
                    completer.acknowledge(copy, copy.size(), i -> i);
                    copy.release();
                }
            }
            batch.release();
        });
        mover.start();
        await(start);
        Throwable error = new MutatorClosedException("closed");
        List<Batch> copies = batch.copies().abandon(error);
        for (Batch each : concat(batch, copies)) {
            if (each.tryRetain()) {
                completer.abandon(each, error).tell().run();
                each.release();
            }
        }
        mover.join();
        assertThat(settled.get()).isEqualTo(count);
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isDone());
        assertThat(batch.isSettled()).isTrue();
        assertThat(ledger.acknowledged() + ledger.failed()).isEqualTo(count);
        assertThat(allocator.blocksInUse()).isZero();
        assertThat(copies.isEmpty() || moved.get()).isTrue();
    }

    private static List<Batch> concat(Batch batch, List<Batch> copies) {
        List<Batch> all = new ArrayList<>(List.of(batch));
        all.addAll(copies);
        return all;
    }

    private static void await(CyclicBarrier start) {
        try {
            start.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
