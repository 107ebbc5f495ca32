package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static io.sluice.internal.locate.Regions.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Delete;
import io.sluice.DoNotRetryIOException;
import io.sluice.FlushResult;
import io.sluice.Increment;
import io.sluice.Mutation;
import io.sluice.MutatorState;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.Put;
import io.sluice.RowMutations;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.cell.AttributeCodec;
import io.sluice.internal.locate.Regions;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsyncBufferedMutatorTest {
    private static final long SECOND = 1_000_000_000;

    private final EngineFixture fixture = new EngineFixture();

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    private int requests() {
        return fixture.sender.sent().size();
    }

    private void finish(AsyncBufferedMutator mutator) {
        mutator.flush();
        fixture.time.run();
    }

    @Test
    void mutate_bytesReached_sends() {
        AsyncBufferedMutator mutator = fixture.builder()
                .setWriteBufferSize(Batch.lengthOf(put("a", 10)) * 2L)
                .build();
        CompletableFuture<Void> first = mutator.mutate(put("a", 10));
        fixture.time.run();
        assertThat(requests()).isZero();
        assertThat(mutator.state().bufferedBytes()).isEqualTo(Batch.lengthOf(put("a", 10)));
        CompletableFuture<Void> second = mutator.mutate(put("b", 10));
        assertThat(second).as("completes outside the call").isNotDone();
        fixture.time.run();
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(requests()).isOne();
    }

    @Test
    void mutate_countReached_sends() {
        AsyncBufferedMutator mutator = fixture.builder().setMaxMutations(3).build();
        assertThat(mutator.getMaxMutations()).isEqualTo(3);
        List<CompletableFuture<Void>> futures = mutator.mutate(List.of(put("a"), put("b"), put("c"), put("d")));
        fixture.time.run();
        assertThat(futures.subList(0, 3)).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(futures.get(3)).isNotDone();
        finish(mutator);
        assertThat(futures.get(3)).isCompleted();
    }

    @Test
    void mutate_ageReached_sendsCountingFromTheFirst() {
        AsyncBufferedMutator mutator = fixture.mutator();
        CompletableFuture<Void> first = mutator.mutate(put("a"));
        fixture.time.advance(SECOND - 1);
        CompletableFuture<Void> second = mutator.mutate(put("b"));
        assertThat(first).isNotDone();
        fixture.time.advance(1);
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        fixture.assertNoTimers();
    }

    @Test
    void mutate_youngerBatchWhenTheTimerFires_isSentAtItsOwnAge() {
        AsyncBufferedMutator mutator = fixture.mutator();
        mutator.mutate(List.of(put("a")));
        fixture.time.advance(SECOND / 2);
        finish(mutator);
        CompletableFuture<Void> young = mutator.mutate(put("b"));
        fixture.time.advance(SECOND - 1);
        assertThat(young).isNotDone();
        fixture.time.advance(1);
        assertThat(young).isCompleted();
        assertThat(fixture.time.elapsedNanos()).isEqualTo(SECOND * 3 / 2);
    }

    @Test
    void mutate_noPeriod_waitsForAFlush() {
        AsyncBufferedMutator mutator =
                fixture.builder().disableWriteBufferPeriodicFlush().build();
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        fixture.time.advance(100 * SECOND);
        assertThat(future).isNotDone();
        assertThat(fixture.sender.sent()).isEmpty();
        assertThat(fixture.time.waiting()).as("the engine's look at batches").isOne();
        assertThat(mutator.getPeriodicalFlushTimeout(TimeUnit.SECONDS)).isZero();
        finish(mutator);
        assertThat(future).isCompleted();
    }

    /** Nothing is accepted that would be lost if an error left it without an owner. */
    @Test
    void mutate_timerDoesNotTakeTheLookAtBatches_isRefused() {
        AtomicInteger failures = new AtomicInteger(1);
        WriteEngine engine = fixture.engine((task, delayNanos) -> {
            if (failures.getAndDecrement() > 0) {
                throw new InternalError("thrown by the test");
            }
            return fixture.time.schedule(task, delayNanos);
        });
        AsyncBufferedMutator mutator = engine.newBuilder(Regions.TABLE, null)
                .disableWriteBufferPeriodicFlush()
                .build();
        assertThatThrownBy(() -> mutator.mutate(put("a"))).isInstanceOf(InternalError.class);
        assertThat(mutator.state().pending()).isZero();
        fixture.assertAllGivenBack();

        CompletableFuture<Void> future = mutator.mutate(put("a"));
        assertThat(fixture.time.waiting()).isOne();
        finish(mutator);
        assertThat(future).isCompleted();
    }

    @Test
    void mutate_objectChangedAfterwards_sendsWhatItWas() {
        AsyncBufferedMutator mutator = fixture.mutator();
        byte[] row = bytes("a");
        byte[] value = bytes("v");
        Put put = new Put(row).addImmutable(bytes("f"), bytes("q"), value);
        put.setAttribute("n", bytes("1"));
        CompletableFuture<Void> future = mutator.mutate(put);
        Batch[] sent = new Batch[1];
        fixture.sender.script(request -> {
            sent[0] = request.batch();
            byte[] all = sent[0].array(0);
            int attributeBytes = sent[0].extras(0).attributeBytes();
            int end = sent[0].offset(0) + sent[0].length(0) - attributeBytes;
            assertThat(all[end - 1]).isEqualTo((byte) 'v');
            assertThat(sent[0].row(0)).containsExactly('a');
            Map<String, byte[]> attributes = new HashMap<>();
            AttributeCodec.decode(all, end, attributeBytes, attributes::put);
            assertThat(attributes).containsOnlyKeys("n");
            return ServerBatchResult.acknowledged();
        });

        value[0] = 'x';
        row[0] = 'x';
        put.setAttribute("m", bytes("2"));
        put.addColumn(bytes("f"), bytes("r"), bytes("y"));
        finish(mutator);

        assertThat(future).isCompleted();
        assertThat(sent[0]).isNotNull();
    }

    @Test
    void mutate_listWithABadOne_acceptsNone() {
        AsyncBufferedMutator mutator = fixture.mutator();
        List<Mutation> mutations = List.of(put("a"), new Put(bytes("b")), put("c"));
        assertThatThrownBy(() -> mutator.mutate(mutations))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mutation 1 of 3")
                .hasMessageContaining("row 'b'");
        assertThat(mutator.state().pending()).isZero();
        assertThat(mutator.state().bufferedBytes()).isZero();
    }

    @Test
    void mutate_tooLargeACell_refusesNamingTheKey() {
        AsyncBufferedMutator mutator = fixture.builder().setMaxKeyValueSize(60).build();
        assertThatThrownBy(() -> mutator.mutate(put("a", 50)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the limit is 60")
                .hasMessageContaining("hbase.client.keyvalue.maxsize");
    }

    @Test
    void mutate_moreThanTheBudget_refusesNamingTheSetting() {
        AsyncBufferedMutator mutator = fixture.mutator();
        assertThatThrownBy(() -> mutator.mutate(put("a", 10_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bufferBudget");
    }

    @Test
    void mutate_rowMutations_isOneEntryAppliedTogether() throws IOException {
        AsyncBufferedMutator mutator = fixture.mutator();
        RowMutations together = new RowMutations(bytes("a"));
        together.add(put("a"));
        together.add(new Delete(bytes("a")));
        together.add(new Increment(bytes("a")).addColumn(bytes("f"), bytes("n"), 1));
        CompletableFuture<Void> future = mutator.mutate(together);
        finish(mutator);
        assertThat(future).isCompleted();
        ServerBatch request = fixture.sender.sent().get(0).request();
        assertThat(request.slices()).hasSize(1);
        assertThat(request.slices().get(0).atomic()).isTrue();
        assertThat(request.batch().extras(0).parts()).hasSize(3);
        assertThat(request.batch().extras(0).parts().get(2).extras().nonce()).isNotZero();
        assertThatThrownBy(() -> mutator.mutate(new RowMutations(bytes("z"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'z'");
    }

    @Test
    void mutateAll_oneFails_failsWithItsErrorWhenAllHaveSettled() {
        AsyncBufferedMutator mutator = fixture.mutator();
        DoNotRetryIOException left = new DoNotRetryIOException("left");
        DoNotRetryIOException right = new DoNotRetryIOException("right");
        fixture.sender.script(request ->
                ServerBatchResult.failed(request.server().getHostname().equals("rs0") ? left : right, false));
        CompletableFuture<Void> all = mutator.mutateAll(List.of(put("x"), put("a")));
        finish(mutator);
        assertThatThrownBy(all::join).hasCause(right);
        assertThat(right.getSuppressed()).contains(left);
        fixture.sender.script(request -> ServerBatchResult.acknowledged());
        CompletableFuture<Void> good = mutator.mutateAll(List.of(put("x"), put("a")));
        finish(mutator);
        assertThat(good).isCompleted();
    }

    @Test
    void flushAsync_laterMutations_areNotWaitedFor() {
        AsyncBufferedMutator mutator = fixture.mutator();
        fixture.sender.inTurn(ServerBatchResult.failed(new NoSuchColumnFamilyException("x"), false));
        mutator.mutate(List.of(put("a"), put("b")));
        CompletableFuture<FlushResult> flushed = mutator.flushAsync();
        CompletableFuture<Void> later = mutator.mutate(put("x"));
        assertThat(flushed).isNotDone();
        fixture.time.advance(5);
        assertThat(flushed).isCompletedWithValue(new FlushResult(0, 2, 0, Duration.ZERO));
        assertThat(later).isNotDone();
        assertThat(mutator.flushAsync().getNow(null)).isNull();
        fixture.time.run();
        assertThat(later).isCompleted();
        assertThat(mutator.flushAsync()).as("nothing to wait for").isCompleted();
    }

    @Test
    void flush_timeOver_tellsHowItStands() throws Exception {
        AsyncBufferedMutator mutator = fixture.mutator();
        fixture.sender.hold();
        mutator.mutate(List.of(put("a"), put("b")));
        assertThat(mutator.flush(Duration.ofNanos(1)).pending()).isEqualTo(2);
        fixture.time.run();
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        FlushResult result = mutator.flush(EngineFixture.TOO_LONG);
        assertThat(result.pending()).isZero();
    }

    @Test
    void flush_byANetworkThread_isRefused() {
        AsyncBufferedMutator mutator = fixture.mutator();
        CompletableFuture<Void> tried = mutator.mutate(put("a"))
                .thenRun(() -> assertThatThrownBy(() -> mutator.flush(Duration.ofDays(1)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("flushAsync"));
        finish(mutator);
        assertThat(tried).isCompleted();
    }

    @Test
    void state_mutationsOfEachFate_areCounted() {
        AsyncBufferedMutator mutator = fixture.mutator();
        fixture.sender.script(request -> request.server().getHostname().equals("rs0")
                ? ServerBatchResult.acknowledged()
                : ServerBatchResult.failed(new DoNotRetryIOException("x"), false));
        mutator.mutate(List.of(put("a"), put("b"), put("x")));
        finish(mutator);
        mutator.mutate(List.of(put("c")));
        MutatorState state = mutator.state();
        assertThat(state.acknowledged()).isEqualTo(2);
        assertThat(state.failed()).isOne();
        assertThat(state.pending()).isOne();
        assertThat(state.bufferedBytes()).isEqualTo(Batch.lengthOf(put("c")));
        assertThat(state.budgetUsedBytes()).isEqualTo(EngineFixture.BLOCK_CHARGE);
        assertThat(state.budgetLimitBytes()).isEqualTo(EngineFixture.BUDGET);
        finish(mutator);
    }

    @Test
    void mutate_largeAndSmall_shareBlocksWell() {
        AsyncBufferedMutator mutator = fixture.mutator();
        mutator.mutate(List.of(put("a", 10), put("b", 400), put("c", 10), put("d", 560), put("e", 10)));
        assertThat(fixture.allocator.blocksInUse()).isEqualTo(3);
        finish(mutator);
        assertThat(mutator.state().acknowledged()).isEqualTo(5);
    }
}
