package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.Bytes;
import io.sluice.FlushReason;
import io.sluice.MutatorClosedException;
import io.sluice.Put;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchMemory;
import io.sluice.internal.batch.BatchSegment;
import io.sluice.internal.batch.BatchSegment.Outcome;
import io.sluice.internal.batch.MutationExtras;
import io.sluice.internal.batch.MutationKind;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.BudgetedBlocks;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.ByteBudget.Claim;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.time.ManualTime;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One buffer, step by step as several threads would take them. */
class WriteBufferTest {
    private static final int BLOCK_BYTES = 4_096;
    private static final int MAX_MUTATIONS = 150;
    private static final long PERIOD_NANOS = 1_000_000;
    private static final Duration FOREVER = Duration.ofMinutes(1);
    private static final long CHARGE = BatchMemory.mostCharged(0, BLOCK_BYTES);

    private final ManualTime time = new ManualTime();
    private final PooledBlockAllocator allocator = new PooledBlockAllocator(BLOCK_BYTES, 16);
    private final ByteBudget budget = new ByteBudget(4 * CHARGE);
    private final List<Batch> sent = new ArrayList<>();
    private final WriteBuffer buffer = buffer(PERIOD_NANOS);
    private final Put small = put("a", 10);
    private final Put large = put("b", 3 * BLOCK_BYTES / 2);
    private final List<Thread> waiting = new ArrayList<>();
    private boolean stackEnds;
    private long wantedBytes;

    private WriteBuffer buffer(long periodNanos) {
        return buffer(periodNanos, MAX_MUTATIONS, false);
    }

    private WriteBuffer buffer(long periodNanos, int maxMutations, boolean unbounded) {
        return new WriteBuffer(
                Regions.TABLE,
                new BudgetedBlocks(allocator, budget),
                time,
                time,
                new WriteBuffer.Settings(1 << 20, maxMutations, periodNanos),
                unbounded,
                batch -> {},
                this::send,
                () -> wantedBytes,
                () -> {},
                () -> {});
    }

    private void send(Batch batch) {
        if (stackEnds) {
            throw new StackOverflowError();
        }
        if (batch.claimDispatch()) {
            sent.add(batch);
        }
    }

    private BatchSegment roomFor(Put put) throws IOException {
        return Objects.requireNonNull(buffer.roomFor(Batch.lengthOf(put), null));
    }

    private static Outcome append(BatchSegment segment, Put put) {
        return segment.append(
                put,
                Batch.lengthOf(put),
                MutationKind.shapeOf(put),
                MutationExtras.NONE,
                new CompletableFuture<Void>());
    }

    private int entriesSent() {
        return sent.stream().mapToInt(Batch::size).sum();
    }

    @Test
    void segment_sealedEmptyByALargerMutation_bothAreSentForTheirAge() throws IOException {
        BatchSegment first = roomFor(small);
        // Another thread, whose mutation is too large for what the first one opened.
        assertThat(append(roomFor(large), large)).isEqualTo(Outcome.APPENDED);
        assertThat(append(first, small)).isEqualTo(Outcome.REFUSED);
        assertThat(append(roomFor(small), small)).isEqualTo(Outcome.APPENDED);

        time.advance(PERIOD_NANOS);

        assertThat(entriesSent()).isEqualTo(2);
        assertThat(time.waiting()).as("timers").isZero();
    }

    @Test
    void batch_thatIsEmptyWhenTheBufferRefuses_isListed_andMayStillGetItsMutation() throws IOException {
        BatchSegment opened = roomFor(small);
        assertThat(buffer.outstanding()).as("nothing to flush").isEmpty();

        buffer.refuse();
        List<Batch> last = buffer.outstanding();

        assertThatThrownBy(() -> roomFor(large)).isInstanceOf(MutatorClosedException.class);
        assertThat(append(opened, small)).isEqualTo(Outcome.APPENDED);
        buffer.close();
        assertThat(sent).isEqualTo(last);
        assertThat(entriesSent()).isOne();
        assertThat(time.waiting()).as("timers").isZero();
    }

    @Test
    void batches_ofANewBuffer_doubleUpToTheSizeThatIsSet() throws IOException {
        WriteBuffer fresh = buffer(0, 100_000, true);
        Put put = put("a", 100);
        while (sent.size() < 7) {
            fresh.add(put, Batch.lengthOf(put), new CompletableFuture<Void>(), (full, length, began) -> null);
        }
        assertThat(sent)
                .extracting(batch -> Math.round((double) batch.bytes() / (64 << 10)))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 16L, 16L);

        wantedBytes = 32 * (64 << 10);
        while (sent.size() < 9) {
            fresh.add(put, Batch.lengthOf(put), new CompletableFuture<Void>(), (full, length, began) -> null);
        }
        assertThat(sent.get(8).bytes()).as("wanted").isBetween(wantedBytes, wantedBytes + 200);
    }

    @Test
    void batch_begunAndNeverAppendedTo_givesItsBlockBackAfterAPeriod() throws IOException {
        BatchSegment opened = roomFor(small);
        assertThat(budget.usedBytes()).isPositive();

        time.advance(PERIOD_NANOS);

        assertThat(sent).isEmpty();
        assertThat(budget.usedBytes()).isZero();
        assertThat(allocator.blocksInUse()).isZero();
        assertThat(append(opened, small)).isEqualTo(Outcome.REFUSED);
    }

    @Test
    void batch_aLongTimeAfterTheLast_isSentForItsAge() throws IOException {
        for (int i = 0; i < 3; i++) {
            assertThat(append(roomFor(small), small)).isEqualTo(Outcome.APPENDED);
            time.advance(PERIOD_NANOS - 1);
            assertThat(sent).hasSize(i);
            time.advance(1);
            assertThat(sent).hasSize(i + 1);
            time.advance(10 * PERIOD_NANOS);
        }
    }

    @Test
    void firstBlock_isSmallUntilABatchWasNot() throws IOException {
        assertThat(append(roomFor(small), small)).isEqualTo(Outcome.APPENDED);
        long smallCharge = budget.usedBytes();
        assertThat(smallCharge).isLessThan(2_000);
        for (int i = 0; i < 100; i++) {
            BatchSegment segment = roomFor(small);
            assertThat(append(segment, small)).isNotEqualTo(Outcome.REFUSED);
        }
        buffer.flush(FlushReason.EXPLICIT);
        long before = budget.usedBytes();
        assertThat(append(roomFor(small), small)).isEqualTo(Outcome.APPENDED);
        assertThat(budget.usedBytes() - before).isEqualTo(CHARGE);
    }

    /** The first batch goes on from its small set of columns to a large one, the second begins with a large one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 63, 64, 65, 80, 127, 128, 129, 150})
    void batch_ofAnyNumberOfMutations_hasThemAllInOrder(int maxMutations) throws IOException {
        WriteBuffer any = buffer(PERIOD_NANOS, maxMutations, true);
        for (int i = 0; i < 2 * maxMutations; i++) {
            Put put = put(String.format("%04d", i), 1);
            BatchSegment room = Objects.requireNonNull(any.roomFor(Batch.lengthOf(put), null));
            if (append(room, put) == Outcome.FILLED) {
                any.flushFull(room.batch());
            }
        }
        assertThat(sent).extracting(Batch::size).containsExactly(maxMutations, maxMutations);
        for (int i = 0; i < 2 * maxMutations; i++) {
            assertThat(Bytes.toString(sent.get(i / maxMutations).row(i % maxMutations)))
                    .isEqualTo(String.format("%04d", i));
        }
    }

    @Test
    void claims_ofMutationsThatFitIntoOneBlock_areOne() throws IOException {
        budget.takeUnbounded(4 * CHARGE);
        assertThat(buffer.roomFor(Batch.lengthOf(small), null)).isNull();
        Claim first = buffer.claim(Batch.lengthOf(small));
        Claim second = buffer.claim(Batch.lengthOf(small));
        assertThat(second).isSameAs(first);
        assertThat(budget.waiters()).isOne();
        Claim own = buffer.claim(Batch.lengthOf(large));
        assertThat(own).isNotSameAs(first);

        budget.give(CHARGE);
        assertThat(first.granted()).isCompleted();
        assertThat(append(roomFor(small), small)).isEqualTo(Outcome.APPENDED);
        assertThat(append(roomFor(small), small)).as("the same block").isEqualTo(Outcome.APPENDED);
        first.leave();
        second.leave();
        own.leave();
        budget.give(3 * CHARGE);
        assertThat(budget.hasWaiters()).isFalse();
    }

    @Test
    void claim_grantedWhenNobodyNeedsIt_isGivenBack() throws IOException {
        budget.takeUnbounded(4 * CHARGE);
        Claim claim = buffer.claim(Batch.lengthOf(small));
        budget.give(4 * CHARGE);
        assertThat(budget.usedBytes()).isEqualTo(CHARGE);
        claim.leave();
        assertThat(budget.usedBytes()).isZero();
        Claim next = buffer.claim(Batch.lengthOf(small));
        assertThat(next.granted()).isCompleted();
        next.leave();
    }

    @Test
    void used_isWhatTheBlocksAreChargedFor() throws IOException {
        assertThat(append(roomFor(large), large)).isEqualTo(Outcome.APPENDED);
        assertThat(budget.usedBytes()).isGreaterThanOrEqualTo(Batch.lengthOf(large));
        assertThat(append(roomFor(small), small)).isEqualTo(Outcome.APPENDED);
        assertThat(budget.usedBytes())
                .isEqualTo(Objects.requireNonNull(buffer.begun()).bytes());
    }

    @Test
    void leftBehind_fullBatchThatNobodySwapped_isSentForItsAge() throws IOException {
        for (int i = 0; i < MAX_MUTATIONS; i++) {
            assertThat(append(roomFor(small), small)).isNotEqualTo(Outcome.REFUSED);
        }
        assertThat(sent).isEmpty();
        buffer.leftovers = true;
        buffer.flush(FlushReason.EXPLICIT);
        assertThat(entriesSent()).isEqualTo(MAX_MUTATIONS);
    }

    @Test
    void dispatch_whereTheStackEnds_isDoneByTheNextFlush() throws IOException {
        assertThat(append(roomFor(small), small)).isEqualTo(Outcome.APPENDED);
        stackEnds = true;
        buffer.flush(FlushReason.EXPLICIT);
        stackEnds = false;
        assertThat(sent).isEmpty();
        buffer.flush(FlushReason.EXPLICIT);
        assertThat(entriesSent()).isOne();
    }

    /** Appends on a thread of its own, and waits for room for this long; false if there was none. */
    private CompletableFuture<Boolean> adding(Put put, Duration most) {
        CompletableFuture<Boolean> added = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                added.complete(buffer.add(
                        put,
                        Batch.lengthOf(put),
                        new CompletableFuture<Void>(),
                        (from, length, beganNanos) -> claimOf(from, length, most)));
            } catch (IOException e) {
                added.completeExceptionally(e);
            }
        });
        waiting.add(thread);
        thread.start();
        await().until(() -> added.isDone() || thread.getState() == Thread.State.TIMED_WAITING);
        return added;
    }

    private static @Nullable Claim claimOf(WriteBuffer from, int length, Duration most) throws IOException {
        try {
            return from.awaitClaim(length, most.toNanos());
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
    }

    @Test
    void room_manyThreadsWait_oneWaitsForTheClaimAndAllGetIn() throws Exception {
        budget.takeUnbounded(4 * CHARGE);
        Claim claim = buffer.claim(Batch.lengthOf(small));
        List<CompletableFuture<Boolean>> added = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            added.add(adding(small, FOREVER));
        }
        assertThat(claim.granted().getNumberOfDependents()).isOne();

        budget.give(CHARGE);

        for (CompletableFuture<Boolean> each : added) {
            assertThat(each.get(10, TimeUnit.SECONDS)).isTrue();
        }
        claim.leave();
        assertThat(buffer.activeMutations()).isEqualTo(5);
        assertThat(budget.hasWaiters()).isFalse();
    }

    @Test
    void room_noneInTime_leavesNoClaim() throws Exception {
        budget.takeUnbounded(4 * CHARGE);
        CompletableFuture<Boolean> first = adding(small, Duration.ofMillis(50));
        CompletableFuture<Boolean> second = adding(small, Duration.ofMillis(50));
        CompletableFuture<Boolean> third = adding(large, Duration.ofMillis(50));
        assertThat(first.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(second.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(third.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(budget.hasWaiters()).isFalse();
    }

    @Test
    void room_threadBehindAnotherIsInterrupted_theOtherGetsIn() throws Exception {
        budget.takeUnbounded(4 * CHARGE);
        CompletableFuture<Boolean> first = adding(small, FOREVER);
        CompletableFuture<Boolean> second = adding(small, FOREVER);
        waiting.get(1).interrupt();
        assertThatThrownBy(() -> second.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedIOException.class);
        budget.give(CHARGE);
        assertThat(first.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(budget.hasWaiters()).isFalse();
    }

    @Test
    void room_firstOfTheThreadsGivesUp_theOtherKeepsItsPlaceBeforeOtherBuffers() throws Exception {
        budget.takeUnbounded(4 * CHARGE);
        CompletableFuture<Boolean> first = adding(small, Duration.ofMillis(200));
        CompletableFuture<Boolean> second = adding(small, FOREVER);
        Claim other = budget.claim(CHARGE);
        assertThat(first.get(10, TimeUnit.SECONDS)).isFalse();

        budget.give(CHARGE);

        assertThat(second.get(10, TimeUnit.SECONDS)).isTrue();
        other.leave();
    }
}
