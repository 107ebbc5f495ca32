package io.sluice.internal.batch;

import static io.sluice.internal.locate.Regions.TABLE;
import static io.sluice.internal.locate.Regions.bytes;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Increment;
import io.sluice.MutatorClosedException;
import io.sluice.Put;
import io.sluice.RegionTooBusyException;
import io.sluice.RetriesExhaustedException;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.BatchDispatcher.Abandoned;
import io.sluice.internal.batch.Batches.Filled;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.Histogram;
import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A few entries that have not settled must not hold the memory of all others. */
class BatchCompactionTest {
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

    /** Rows with "busy" are refused, and requests with a row with "hang" are not answered, for as long as the server is busy. */
    private @Nullable ServerBatchResult answer(ServerBatch request) {
        @Nullable Throwable[] errors = new Throwable[request.mutationCount()];
        boolean failed = false;
        RegionTooBusyException error = new RegionTooBusyException("memstore is full");
        for (int i = 0; i < errors.length; i++) {
            String row = rowOf(request, i);
            if (busy && row.contains("hang")) {
                return null;
            }
            if (busy && row.contains("busy")) {
                errors[i] = error;
                failed = true;
            }
        }
        return failed ? ServerBatchResult.answered(errors) : ServerBatchResult.acknowledged();
    }

    private static String rowOf(ServerBatch request, int position) {
        return new String(request.batch().row(request.mutation(position)), US_ASCII);
    }

    /** Rows of the first server, and then others. */
    private Filled dispatch(List<? extends Row> last) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            rows.add(Batches.put("a" + i));
        }
        rows.addAll(last);
        Filled filled = Batches.fill(fixture.allocator, rows);
        dispatcher.dispatch(filled.batch());
        return filled;
    }

    private static List<Put> puts(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> Batches.put(prefix + i)).toList();
    }

    private void compact(Filled filled) {
        look(filled, 0);
        look(filled, 0);
    }

    private void look(Filled filled, long standingNanos) {
        filled.batch().compact(fixture.time.nanoTime(), standingNanos);
    }

    @Test
    void requestWithoutAnswer_holdsWhatItNeedsItself() {
        Filled filled = dispatch(puts("x-hang", 3));
        fixture.time.run();
        long before = filled.batch().occupiedBytes();
        compact(filled);
        assertThat(fixture.allocator.blocksInUse()).isOne();
        assertThat(filled.batch().occupiedBytes()).isLessThan(before / 8);
        assertThat(filled.batch().pending()).isEqualTo(3);

        // What was given back is used again, with the columns in which the request had its order.
        List<Put> others = new ArrayList<>(puts("x", 3));
        others.addAll(puts("a", COUNT));
        Filled other = Batches.fill(fixture.allocator, others);
        dispatcher.dispatch(other.batch());
        ServerBatch held = fixture.sender.sent().get(1).request();
        assertThat(IntStream.range(0, held.mutationCount()).mapToObj(i -> rowOf(held, i)))
                .containsExactly("x-hang0", "x-hang1", "x-hang2");
        fixture.sender.sent().get(1).answer().complete(ServerBatchResult.acknowledged());
        fixture.time.run();

        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(Batches.isSettled(filled.batch())).isTrue();
        assertThat(other.futures()).allSatisfy(f -> assertThat(f).isCompleted());
    }

    @Test
    void requestThatTimesOut_isSentAgainFromTheCopy() {
        Filled filled = dispatch(puts("x-hang", 3));
        fixture.time.run();
        compact(filled);
        ServerBatch held = fixture.sender.sent().get(1).request();
        fixture.sender.sent().get(1).answer().complete(DispatcherFixture.refused(new IOException("lost")));
        fixture.time.run();
        busy = false;
        fixture.time.advance(2 * DispatcherFixture.PAUSE);
        ServerBatch again = fixture.sender.sent().get(2).request();
        assertThat(again).isNotSameAs(held);
        assertThat(again.mutationCount()).isEqualTo(3);
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompleted());
    }

    @Test
    void fewerAndFewerEntries_holdLessAndLess() {
        List<Put> last = new ArrayList<>(puts("busy", 12));
        last.add(Batches.put("x-hang"));
        Filled filled = dispatch(last);
        fixture.time.run();
        compact(filled);
        long first = filled.batch().occupiedBytes();
        busy = false;
        fixture.time.advance(2 * DispatcherFixture.PAUSE);
        assertThat(filled.batch().pending()).isOne();
        compact(filled);
        assertThat(filled.batch().occupiedBytes()).isLessThan(first / 4);
        fixture.sender.sent().get(1).answer().complete(ServerBatchResult.acknowledged());
        fixture.time.run();
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompleted());
    }

    @Test
    void copies_haveAllThatBelongsToAMutation() throws IOException {
        Increment increment = new Increment(bytes("busy+")).addColumn(bytes("f"), bytes("q"), 5);
        Put put = new Put(bytes("busy")).addColumn(bytes("f"), bytes("q"), bytes("v"));
        put.setAttribute("name", bytes("value"));
        RowMutations atomic = new RowMutations(bytes("busy-atomic"));
        atomic.add(new Put(bytes("busy-atomic")).addColumn(bytes("f"), bytes("q"), bytes("v")));
        Filled filled = dispatch(List.of(increment, put, atomic));
        long nonce = nonceOf(fixture.sender.sent().get(0).request());
        fixture.time.run();
        compact(filled);
        assertThat(fixture.allocator.blocksInUse()).isOne();
        List<Row> written = List.of(increment, put, atomic);
        for (int i = 0; i < written.size(); i++) {
            assertThat(EntryDecoderTest.areSame(EntryDecoder.row(filled.batch(), COUNT + i), written.get(i)))
                    .isTrue();
        }

        busy = false;
        fixture.time.advance(2 * DispatcherFixture.PAUSE);

        ServerBatch again =
                fixture.sender.sent().get(fixture.sender.sent().size() - 1).request();
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
        fixture.time.run();
        compact(filled);
        fixture.time.advance(DispatcherFixture.OPERATION_TIMEOUT);
        assertThat(DispatcherFixture.exhausted(filled.future(COUNT)))
                .isInstanceOfSatisfying(
                        RetriesExhaustedException.class,
                        exhausted -> assertThat(exhausted.getAttempts()).hasSize(DispatcherFixture.MAX_ATTEMPTS))
                .hasMessageContaining("Put row 'busy' of 't' failed after 5 attempts in 1.1 s");
        assertThat(filled.batch().failures()).isOne();
        assertThat(Batches.isSettled(filled.batch())).isTrue();
    }

    @Test
    void abandon_findsWhatWasMoved() {
        Filled filled = dispatch(List.of(Batches.put("busy1"), Batches.put("x-hang2")));
        fixture.time.run();
        compact(filled);
        List<Unacknowledged> left = DispatcherFixture.abandon(dispatcher, filled);
        assertThat(left)
                .extracting(one -> new String(one.mutations().get(0).getRow(), US_ASCII))
                .containsExactly("busy1", "x-hang2");
        assertThat(left).extracting(Unacknowledged::maybeApplied).containsExactly(false, true);
        assertThat(filled.future(COUNT)).isCompletedExceptionally();
        assertThat(Batches.isSettled(filled.batch())).isTrue();
        int sent = fixture.sender.sent().size();
        fixture.time.advance(DispatcherFixture.OPERATION_TIMEOUT);
        assertThat(fixture.sender.sent()).hasSize(sent);
    }

    @Test
    void moreThanHalfLeft_staysWhereItIs() {
        Filled filled = dispatch(puts("busy", 2 * COUNT));
        fixture.time.run();
        int blocks = fixture.allocator.blocksInUse();
        compact(filled);
        assertThat(fixture.allocator.blocksInUse()).isEqualTo(blocks);
        busy = false;
        fixture.time.advance(DispatcherFixture.PAUSE);
        assertThat(Batches.isSettled(filled.batch())).isTrue();
    }

    @Test
    void batchThatSettles_orIsRead_staysWhereItIs() {
        List<Put> last = new ArrayList<>(puts("x-hang", 3));
        last.add(Batches.put("busy"));
        Filled filled = dispatch(last);
        fixture.time.run();
        int blocks = fixture.allocator.blocksInUse();
        long standing = 2 * DispatcherFixture.PAUSE;
        look(filled, standing);
        busy = false;
        fixture.time.advance(DispatcherFixture.PAUSE);
        assertThat(filled.batch().pending()).isEqualTo(3);
        look(filled, standing);
        fixture.time.advance(standing - 1);
        look(filled, standing);
        assertThat(fixture.allocator.blocksInUse()).isEqualTo(blocks);
        assertThat(filled.batch().tryRetain()).isTrue();
        compact(filled);
        assertThat(fixture.allocator.blocksInUse()).isEqualTo(blocks);
        filled.batch().release();
        compact(filled);
        assertThat(fixture.allocator.blocksInUse()).isOne();
        assertThat(DispatcherFixture.abandon(dispatcher, filled)).hasSize(3);
    }

    @Test
    void batchOfWhichNothingHasSettled_holdsWhatItNeeds() {
        Filled filled = Batches.fill(fixture.allocator, puts("x-hang", 1));
        dispatcher.dispatch(filled.batch());
        fixture.time.run();
        compact(filled);
        assertThat(filled.batch().occupiedBytes())
                .isLessThan(2 * Batch.heldBytes(1, filled.batch().bytes()));
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        fixture.time.run();
        assertThat(filled.future(0)).isCompleted();
    }

    @Test
    void batchThatIsCompactedBeforeItIsSent_isSentFromTheCopy() {
        Batch batch = new Batch(TABLE, Batches.budgeted(fixture.allocator), 0);
        batch.locateIn(fixture.locator.regions(TABLE));
        Filled filled = Batches.fill(batch, fixture.allocator, List.of(Batches.put("x"), Batches.put("y")));
        int blocks = fixture.allocator.blocksInUse();
        long before = filled.batch().occupiedBytes();
        compact(filled);
        assertThat(filled.batch().occupiedBytes()).isLessThan(before);
        assertThat(fixture.allocator.blocksInUse()).isEqualTo(blocks);
        dispatcher.dispatch(filled.batch());
        fixture.time.run();
        ServerBatch request = fixture.sender.sent().get(0).request();
        assertThat(request.server()).isEqualTo(Regions.server(1));
        assertThat(IntStream.range(0, request.mutationCount()).mapToObj(i -> rowOf(request, i)))
                .containsExactly("x", "y");
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompleted());
    }

    @Test
    void batchToWhichAThreadStillWrites_staysWhereItIs() {
        PooledBlockAllocator allocator = new PooledBlockAllocator(1 << 16, 4);
        Batch batch = new Batch(TABLE, Batches.budgeted(allocator), 0);
        long[] afterLook = new long[1];
        // One entry of some asks for the time in the middle of being written.
        batch.timeBy(
                new Clock() {
                    @Override
                    public long nanoTime() {
                        batch.seal();
                        batch.compact(0, 0);
                        batch.compact(0, 0);
                        afterLook[0] = batch.occupiedBytes();
                        return 0;
                    }

                    @Override
                    public long currentTimeMillis() {
                        return 0;
                    }
                },
                new Histogram());
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        while (afterLook[0] == 0) {
            futures.add(new CompletableFuture<>());
            Batches.append(batch, allocator, Batches.put("a"), futures.get(futures.size() - 1));
        }
        assertThat(afterLook[0]).isEqualTo(batch.occupiedBytes());
        batch.compact(0, 0);
        batch.compact(0, 0);
        assertThat(batch.occupiedBytes()).isLessThan(afterLook[0]);
        dispatcher.dispatch(batch);
        fixture.time.run();
        assertThat(futures).allSatisfy(future -> assertThat(future).isCompleted());
    }

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    /** Answers, a compaction and an abandonment at the same instant: each mutation settles once, and no memory is left. */
    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void compactSettleAndAbandon_atTheSameTime_settleOnce(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        PooledBlockAllocator allocator = new PooledBlockAllocator(200, 100);
        AtomicInteger settled = new AtomicInteger();
        int count = 8 + random.nextInt(40);
        Filled filled = Batches.fill(allocator, puts("r", count));
        Batch batch = filled.batch();
        batch.handOver(0, Long.MAX_VALUE / 2);
        Executor direct = Runnable::run;
        Completer completer = new Completer(direct, fixture.stats, new RateLimitedLog(fixture.time, line -> {}));
        for (CompletableFuture<Void> future : filled.futures()) {
            var unused = future.whenComplete((done, error) -> settled.incrementAndGet());
        }
        boolean abandons = random.nextBoolean();
        CyclicBarrier start = new CyclicBarrier(3);
        List<String> wrong = new CopyOnWriteArrayList<>();
        Thread answers = new Thread(() -> {
            await(start);
            for (int i = 0; i < count; i++) {
                int entry = i;
                if (batch.tryRetain()) {
                    // Before the row: another thread may settle it, but not move what is left.
                    boolean left = !batch.isSettled(entry);
                    if (left && !new String(batch.row(entry), US_ASCII).equals("r" + entry)) {
                        wrong.add("r" + entry);
                    }
                    completer.acknowledge(batch, new int[] {entry});
                    batch.release();
                }
            }
        });
        Thread compactor = new Thread(() -> {
            await(start);
            while (batch.pending() > 0) {
                batch.compact(1, 0);
            }
        });
        answers.start();
        compactor.start();
        await(start);
        if (abandons && batch.tryRetain()) {
            Abandoned abandoned = completer.abandon(batch, new MutatorClosedException("closed"));
            batch.release();
            abandoned.tell().run();
        }
        answers.join();
        compactor.join();
        assertThat(wrong).isEmpty();
        assertThat(settled.get()).isEqualTo(count);
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isDone());
        assertThat(fixture.counted().acknowledged() + fixture.counted().failed())
                .isEqualTo(count);
        assertThat(allocator.blocksInUse()).isZero();
    }

    private static void await(CyclicBarrier start) {
        try {
            start.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
