package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.BufferFullException;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.memory.ByteBudget;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackpressureTest {
    private final EngineFixture fixture = new EngineFixture();

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    private AsyncBufferedMutator mutator(Backpressure mode) {
        return fixture.builder()
                .disableWriteBufferPeriodicFlush()
                .setBackpressure(mode)
                .build();
    }

    private static CompletableFuture<Void> fill(AsyncBufferedMutator mutator) {
        return mutator.mutate(put("a", 9_850));
    }

    private void awaitWaiter() {
        long giveUp = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!fixture.budget.hasWaiters()) {
            assertThat(System.nanoTime() - giveUp)
                    .as("nobody queued up for room")
                    .isNegative();
            Thread.onSpinWait();
        }
    }

    private static void join(Thread thread) throws InterruptedException {
        thread.join(60_000);
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void fail_noRoom_failsAtOnceAndSendsTheBuffers() {
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        CompletableFuture<Void> first = fill(mutator);
        assertThatThrownBy(() -> mutator.mutate(put("b", 100)).join())
                .hasCauseInstanceOf(BufferFullException.class)
                .hasMessageContaining("bufferBudget");
        fixture.time.run();
        assertThat(first).isCompleted();
    }

    @Test
    void unbounded_noRoom_accepts() {
        AsyncBufferedMutator mutator = mutator(Backpressure.unbounded());
        CompletableFuture<Void> first = fill(mutator);
        CompletableFuture<Void> second = mutator.mutate(put("b", 20_000));
        assertThat(fixture.budget.usedBytes()).isGreaterThan(EngineFixture.BUDGET);
        mutator.flush();
        fixture.time.run();
        assertThat(CompletableFuture.allOf(first, second)).isCompleted();
    }

    @Test
    void block_noRoom_waitsUntilTheBuffersOfAllAreSent() throws InterruptedException {
        AsyncBufferedMutator other = mutator(Backpressure.fail());
        AsyncBufferedMutator mutator = mutator(Backpressure.block(EngineFixture.TOO_LONG));
        CompletableFuture<Void> first = fill(other);
        CompletableFuture<CompletableFuture<Void>> second = new CompletableFuture<>();
        Thread thread = new Thread(() -> second.complete(mutator.mutate(put("b", 100))));
        thread.start();
        awaitWaiter();
        while (!first.isDone()) {
            fixture.time.run();
        }
        join(thread);
        assertThat(second).isCompleted();
        mutator.flush();
        fixture.time.run();
        assertThat(second.join()).isCompleted();
    }

    @Test
    void block_timeOver_fails() {
        AsyncBufferedMutator mutator = mutator(Backpressure.block(Duration.ofMillis(1)));
        CompletableFuture<Void> first = fill(mutator);
        assertThatThrownBy(() -> mutator.mutate(put("b", 100)).join())
                .hasCauseInstanceOf(BufferFullException.class)
                .hasMessageContaining("in 1 ms");
        fixture.time.run();
        assertThat(first).isCompleted();
    }

    @Test
    void block_interrupted_failsAndKeepsTheFlag() throws InterruptedException {
        AsyncBufferedMutator mutator = mutator(Backpressure.block(Duration.ofDays(1)));
        CompletableFuture<Void> first = fill(mutator);
        CompletableFuture<CompletableFuture<Void>> second = new CompletableFuture<>();
        AtomicBoolean flag = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            second.complete(mutator.mutate(put("b", 100)));
            flag.set(Thread.currentThread().isInterrupted());
        });
        thread.start();
        awaitWaiter();
        thread.interrupt();
        join(thread);
        assertThatThrownBy(() -> second.join().join()).hasCauseInstanceOf(InterruptedIOException.class);
        assertThat(flag).isTrue();
        fixture.time.run();
        assertThat(first).isCompleted();
    }

    @Test
    void block_onANetworkThread_failsInsteadOfWaiting() {
        AsyncBufferedMutator mutator = mutator(Backpressure.block(Duration.ofDays(1)));
        fixture.sender.hold();
        CompletableFuture<Void> first = fill(mutator);
        mutator.flush();
        CompletableFuture<CompletableFuture<Void>> second = new CompletableFuture<>();
        fixture.time.execute(() -> second.complete(mutator.mutate(put("b", 100))));
        fixture.time.run();
        assertThatThrownBy(() -> second.join().join())
                .hasCauseInstanceOf(BufferFullException.class)
                .hasMessageContaining("network thread");
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        assertThat(first).isCompleted();
    }

    @Test
    void mutate_acceptedWhileOthersWaitForItsRoom_isSentSoon() {
        AsyncBufferedMutator mutator = mutator(Backpressure.unbounded());
        CompletableFuture<Void> first = fill(mutator);
        ByteBudget.Claim claim = fixture.budget.claim(9_900);
        List<CompletableFuture<Void>> late = mutator.mutate(List.of(put("b"), put("c")));
        fixture.time.run();
        assertThat(first).isCompleted();

        fixture.time.advance(TimeUnit.MILLISECONDS.toNanos(10));

        assertThat(late).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(claim.granted()).isCompleted();
        claim.leave();
    }

    @Test
    void claims_whileWhatIsOnItsWayComesBack_leaveABufferWithLittle() {
        fixture.sender.hold();
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        List<CompletableFuture<Void>> onTheirWay = new ArrayList<>();
        while (fixture.budget.usedBytes() < EngineFixture.BUDGET - 3 * EngineFixture.BLOCK_CHARGE) {
            onTheirWay.add(mutator.mutate(put("a", 450)));
            mutator.flush();
            fixture.time.run();
        }
        CompletableFuture<Void> little = mutator(Backpressure.fail()).mutate(put("b"));

        long taken = 0;
        int inFlight = fixture.sender.sent().size();
        int answered = onTheirWay.size() - inFlight;
        for (int i = 0; i < answered; i++) {
            ByteBudget.Claim claim = claimMoreThanIsFree();
            fixture.time.advance(TimeUnit.MILLISECONDS.toNanos(10));
            assertThat(claim.granted()).isNotDone();
            answer(i);
            assertThat(claim.use()).as("granted").isTrue();
            taken += claim.bytes();
        }
        assertThat(fixture.sender.sent()).as("requests").hasSameSizeAs(onTheirWay);

        ByteBudget.Claim stuck = claimMoreThanIsFree();
        fixture.time.advance(TimeUnit.MILLISECONDS.toNanos(100));
        for (int i = answered; i < fixture.sender.sent().size(); i++) {
            answer(i);
        }
        assertThat(fixture.sender.sent()).as("requests").hasSize(onTheirWay.size() + 1);
        assertThat(little).isCompleted();
        assertThat(onTheirWay).allSatisfy(each -> assertThat(each).isCompleted());
        assertThat(stuck.granted()).isCompleted();
        stuck.leave();
        fixture.budget.give(taken);
    }

    private ByteBudget.Claim claimMoreThanIsFree() {
        return fixture.budget.claim(EngineFixture.BUDGET - fixture.budget.usedBytes() + 1);
    }

    private void answer(int request) {
        fixture.sender.sent().get(request).answer().complete(ServerBatchResult.acknowledged());
        fixture.time.run();
    }

    @Test
    void claim_whileAServerHangs_hasTheBuffersFlushedAllTheSame() {
        fixture.sender.hold();
        AsyncBufferedMutator hanging = mutator(Backpressure.fail());
        CompletableFuture<Void> hangs = hanging.mutate(put("a"));
        hanging.flush();
        fixture.time.run();
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        CompletableFuture<Void> buffered = mutator.mutate(put("z", 7_000));
        ByteBudget.Claim claim = fixture.budget.claim(5_000);

        fixture.time.advance(TimeUnit.MILLISECONDS.toNanos(10));

        assertThat(fixture.sender.sent()).hasSize(2);
        fixture.sender.sent().get(1).answer().complete(ServerBatchResult.acknowledged());
        assertThat(buffered).isCompleted();
        assertThat(claim.granted()).isCompleted();
        claim.leave();
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        assertThat(hangs).isCompleted();
    }

    @Test
    void ready_budgetFullOfBufferedBytes_sendsThem() {
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        assertThat(mutator.ready()).isCompleted();
        CompletableFuture<Void> first = fill(mutator);
        fixture.budget.takeUnbounded(EngineFixture.BUDGET - fixture.budget.usedBytes());
        long added = EngineFixture.BUDGET - fixture.budget.usedBytes();
        assertThat(added).isZero();
        CompletableFuture<Void> ready = mutator.ready();
        assertThat(ready).isNotDone();
        fixture.time.run();
        assertThat(first).isCompleted();
        assertThat(ready).isCompleted();
        fixture.budget.give(fixture.budget.usedBytes());
    }

    @Test
    void ready_mutateWasRefused_waitsForItsRoom() {
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        fixture.budget.takeUnbounded(EngineFixture.BUDGET - 1);
        assertThat(mutator.mutate(EngineFixture.put("row"))).isCompletedExceptionally();
        CompletableFuture<Void> ready = mutator.ready();
        assertThat(ready).as("one byte is free").isNotDone();
        fixture.budget.give(EngineFixture.BUDGET - 1);
        assertThat(ready).isCompleted();
    }

    @Test
    void ready_smallMutationWasRefusedAfterALargeOne_waitsForTheSmallOne() {
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        fixture.budget.takeUnbounded(EngineFixture.BUDGET - EngineFixture.BLOCK_CHARGE + 1);
        assertThat(mutator.tryMutate(EngineFixture.put("row", 4 * EngineFixture.BLOCK_BYTES), error -> {}))
                .isFalse();
        assertThat(mutator.mutate(EngineFixture.put("row"))).isCompletedExceptionally();
        CompletableFuture<Void> ready = mutator.ready();
        assertThat(ready).isNotDone();
        fixture.budget.give(1);
        assertThat(ready).isCompleted();
        fixture.budget.give(EngineFixture.BUDGET - EngineFixture.BLOCK_CHARGE);
    }
}
