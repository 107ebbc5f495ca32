package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.BufferFullException;
import io.sluice.MutationScope;
import io.sluice.MutationSubscriber;
import io.sluice.Ordering;
import io.sluice.RegionMovedException;
import io.sluice.RegionTooBusyException;
import io.sluice.internal.batch.ScriptedSender.Sent;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.Regions;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows before m are on server 0, which hangs; those from m on are on server 1, which does not. */
class IsolationTest {
    private static final int ROUNDS = 300;

    private final EngineFixture fixture = new EngineFixture();
    private final Shares shares = new Shares(EngineFixture.BUDGET, 0.25);
    private final WriteEngine engine = fixture.engine(shares, null);

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
        assertThat(shares.largest(1)).isEmpty();
        assertThat(shares.isAnyOver()).isFalse();
    }

    private AsyncBufferedMutator mutator(Backpressure mode) {
        return engine.newBuilder(Regions.TABLE, null)
                .setMaxMutations(1)
                .setBackpressure(mode)
                .build();
    }

    private void hangServer0() {
        fixture.sender.script(
                request -> request.server().equals(Regions.server(0)) ? null : ServerBatchResult.acknowledged());
    }

    /** Server 0 answers again, and what it has not answered yet. */
    private void recover() {
        List<Sent> sent = new ArrayList<>(fixture.sender.sent());
        fixture.sender.script(request -> ServerBatchResult.acknowledged());
        for (Sent one : sent) {
            if (one.request().server().equals(Regions.server(0))) {
                one.answer().complete(ServerBatchResult.acknowledged());
            }
        }
        fixture.time.run();
    }

    /** Writes to the region that hangs, and a little to the other, until the one that hangs holds its share. */
    private List<CompletableFuture<Void>> fillShare(AsyncBufferedMutator mutator) {
        return fillShare(mutator, 0);
    }

    /** @param stepNanos between two writes */
    private List<CompletableFuture<Void>> fillShare(AsyncBufferedMutator mutator, long stepNanos) {
        List<CompletableFuture<Void>> accepted = new ArrayList<>();
        while (!shares.isAnyOver()) {
            accepted.add(mutator.mutate(put("a", 100)));
            fixture.time.advance(stepNanos);
            CompletableFuture<Void> unused = mutator.mutate(put("n"));
            fixture.time.run();
            assertThat(fixture.budget.usedBytes()).as("held by one server").isLessThan(EngineFixture.BUDGET * 3 / 4);
        }
        return accepted;
    }

    private void assertOthersGoOn(AsyncBufferedMutator mutator) {
        for (int i = 0; i < ROUNDS; i++) {
            CompletableFuture<Void> other = mutator.mutate(put("n", 100));
            fixture.time.run();
            assertThat(other).as("mutation %s for the server that answers", i).isCompleted();
        }
    }

    @Test
    void fail_oneServerHangs_othersGoOn_andItsRowsAreRefusedByName() {
        hangServer0();
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        List<CompletableFuture<Void>> accepted = fillShare(mutator);
        assertThat(fixture.budget.usedBytes()).isLessThan(EngineFixture.BUDGET / 2);
        assertThatThrownBy(() -> mutator.mutate(put("a", 100)).join())
                .hasCauseInstanceOf(BufferFullException.class)
                .hasMessageContainingAll("server rs0", "regionShare 0.25", "sluice.client.region.share");
        assertOthersGoOn(mutator);
        recover();
        assertThat(accepted).allSatisfy(future -> assertThat(future).isCompleted());
        CompletableFuture<Void> again = mutator.mutate(put("a", 100));
        fixture.time.run();
        assertThat(again).isCompleted();
    }

    /** Each was sent alone, so its block is nearly empty. */
    @Test
    void fail_oneServerHangs_itsShareIsForMutations_notForTheEndsOfBlocks() {
        hangServer0();
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        List<CompletableFuture<Void>> accepted = fillShare(mutator);
        int atFirst = accepted.size();
        for (int i = 0; i < 50; i++) {
            CompletableFuture<Void> future = mutator.mutate(put("a", 100));
            if (!future.isDone()) {
                accepted.add(future);
            }
            fixture.time.advance(TimeUnit.MILLISECONDS.toNanos(10));
        }
        assertThat(accepted).hasSizeGreaterThan(3 * atFirst);
        assertThat(fixture.budget.usedBytes()).isLessThan(EngineFixture.BUDGET / 2);
        assertOthersGoOn(mutator);
        recover();
        assertThat(accepted).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void fail_theOnlyServerInUseHangs_holdsAllButOneShare_whichIsForOthers() {
        hangServer0();
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        List<CompletableFuture<Void>> accepted = new ArrayList<>();
        while (!shares.isAnyOver()) {
            accepted.add(mutator.mutate(put("a", 100)));
            fixture.time.run();
        }
        assertThat(fixture.budget.usedBytes()).isGreaterThan(EngineFixture.BUDGET / 2);
        assertThatThrownBy(() -> mutator.mutate(put("a", 100)).join()).hasCauseInstanceOf(BufferFullException.class);
        assertOthersGoOn(mutator);
        recover();
        assertThat(accepted).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void block_oneServerHangs_itsWriterWaits_othersGoOn() throws InterruptedException {
        hangServer0();
        AsyncBufferedMutator mutator = mutator(Backpressure.block(EngineFixture.TOO_LONG));
        List<CompletableFuture<Void>> accepted = fillShare(mutator);
        CompletableFuture<CompletableFuture<Void>> waiting = new CompletableFuture<>();
        Thread writer = new Thread(() -> waiting.complete(mutator.mutate(put("b", 100))));
        writer.start();
        assertOthersGoOn(mutator);
        assertThat(waiting).isNotDone();
        recover();
        writer.join(60_000);
        fixture.time.run();
        assertThat(waiting.join()).isCompleted();
        assertThat(accepted).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void block_timeOver_fails() {
        hangServer0();
        AsyncBufferedMutator mutator = mutator(Backpressure.block(Duration.ofMillis(1)));
        List<CompletableFuture<Void>> unused = fillShare(mutator);
        assertThatThrownBy(() -> mutator.mutate(put("a", 100)).join())
                .hasCauseInstanceOf(BufferFullException.class)
                .hasMessageContaining("in 1 ms");
        recover();
    }

    @Test
    void block_interrupted_failsAndKeepsTheFlag() {
        hangServer0();
        AsyncBufferedMutator mutator = mutator(Backpressure.block(EngineFixture.TOO_LONG));
        List<CompletableFuture<Void>> unused = fillShare(mutator);
        Thread.currentThread().interrupt();
        CompletableFuture<Void> refused = mutator.mutate(put("a", 100));
        assertThat(Thread.interrupted()).isTrue();
        assertThatThrownBy(refused::join).hasCauseInstanceOf(InterruptedIOException.class);
        recover();
    }

    @Test
    void scope_oneServerHangs_itsRowsAreRefused_othersGoOn() throws Exception {
        hangServer0();
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        List<CompletableFuture<Void>> accepted = fillShare(mutator);
        MutationScope scope = mutator.openScope();
        assertThatThrownBy(() -> scope.mutate(put("a", 100))).isInstanceOf(BufferFullException.class);
        scope.mutate(put("n", 100));
        recover();
        scope.close();
        assertThat(accepted).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void stream_oneServerHangs_itsRowsWaitForTheShare() {
        hangServer0();
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        List<CompletableFuture<Void>> accepted = fillShare(mutator);
        long held = fixture.budget.usedBytes();
        MutationSubscriber subscriber = mutator.asSubscriber(1);
        subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {
                // The test gives one.
            }

            @Override
            public void cancel() {
                // Nothing comes any more.
            }
        });
        subscriber.onNext(put("a", 100));
        fixture.time.run();
        assertThat(fixture.budget.usedBytes()).as("used").isEqualTo(held);
        recover();
        subscriber.onComplete();
        fixture.time.run();
        assertThat(subscriber.completion()).isCompleted();
        assertThat(accepted).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void unbounded_oneServerHangs_acceptsAll() {
        hangServer0();
        AsyncBufferedMutator mutator = mutator(Backpressure.unbounded());
        List<CompletableFuture<Void>> unused = fillShare(mutator);
        CompletableFuture<Void> more = mutator.mutate(put("a", 100));
        assertThat(more).isNotDone();
        recover();
        assertThat(more).isCompleted();
    }

    @Test
    void tryMutate_oneServerHangs_falseForItsRows_andReadyWhenItAnswers() {
        hangServer0();
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        List<CompletableFuture<Void>> unused = fillShare(mutator);
        assertThat(mutator.tryMutate(put("a", 100), error -> {})).isFalse();
        CompletableFuture<Void> ready = mutator.ready();
        assertThat(ready).isNotDone();
        assertThat(mutator.tryMutate(put("n", 100), error -> {})).isTrue();
        recover();
        assertThat(ready).isCompleted();
        assertThat(mutator.tryMutate(put("a", 100), error -> {})).isTrue();
        fixture.time.run();
    }

    @Test
    void ready_askedAgainAndAgainWhileAServerHangs_isTheSameFuture() {
        hangServer0();
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        List<CompletableFuture<Void>> unused = fillShare(mutator);
        assertThat(mutator.tryMutate(put("a", 100), error -> {})).isFalse();
        CompletableFuture<Void> ready = mutator.ready();
        for (int i = 0; i < 1_000; i++) {
            assertThat(mutator.tryMutate(put("a", 100), error -> {})).isFalse();
            assertThat(mutator.ready()).isSameAs(ready);
        }
        assertThat(ready.getNumberOfDependents()).isZero();
        recover();
        assertThat(ready).isCompleted();
        assertThat(mutator.ready()).isCompleted();
    }

    @Test
    void busyRegion_inItsPauses_holdsItsShareAndNoMore() {
        fixture.sender.script(request -> request.server().equals(Regions.server(0))
                ? ServerBatchResult.failed(new RegionTooBusyException("over memstore limit"), false)
                : ServerBatchResult.acknowledged());
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        List<CompletableFuture<Void>> accepted = fillShare(mutator);
        assertThatThrownBy(() -> mutator.mutate(put("a", 100)).join()).hasMessageContaining("RegionTooBusyException");
        assertOthersGoOn(mutator);
        fixture.sender.script(request -> ServerBatchResult.acknowledged());
        fixture.time.advance(Duration.ofMinutes(1).toNanos());
        assertThat(accepted).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void serverHangs_mutatorIsNew_itsFirstMutationIsRefused() {
        hangServer0();
        List<CompletableFuture<Void>> accepted = fillShare(mutator(Backpressure.fail()));
        AsyncBufferedMutator late = mutator(Backpressure.fail());
        assertThat(late.tryMutate(put("a", 100), error -> {})).isFalse();
        assertOthersGoOn(late);
        recover();
        assertThat(accepted).allSatisfy(future -> assertThat(future).isCompleted());
    }

    private void move(int region, int toServer) {
        RegionLocation known = Regions.table(2, "m").get(region);
        fixture.locator.misplaced(known, new RegionMovedException(Regions.server(toServer), 2));
    }

    @Test
    void serverHangs_regionMovesAway_itsRowsPassAtOnce() {
        hangServer0();
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        List<CompletableFuture<Void>> accepted = fillShare(mutator);
        assertThat(mutator.tryMutate(put("a", 100), error -> {})).isFalse();
        // Two changes: only the map that the last change was made from forgets where the region was.
        move(1, 2);
        move(0, 1);
        CompletableFuture<Void> moved = mutator.mutate(put("a", 100));
        fixture.time.run();
        assertThat(moved).isCompleted();
        recover();
        assertThat(accepted).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void serverHangs_regionMovesThere_itsRowsAreRefusedOnceTheNextBatchHasBegun() {
        hangServer0();
        List<CompletableFuture<Void>> accepted = fillShare(mutator(Backpressure.fail()));
        AsyncBufferedMutator mutator = engine.newBuilder(Regions.TABLE, null)
                .setBackpressure(Backpressure.fail())
                .build();
        accepted.add(mutator.mutate(put("n")));
        accepted.add(mutator.mutate(put("n")));
        move(1, 0);
        mutator.flush();
        accepted.add(mutator.mutate(put("n")));
        assertThat(mutator.tryMutate(put("n"), error -> {})).isFalse();
        mutator.flush();
        recover();
        assertThat(accepted).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void metaHangs_rowsThatAreNotLocatedHoldTheirShare_othersGoOn() {
        AsyncBufferedMutator mutator = mutator(Backpressure.fail());
        CompletableFuture<Void> known = mutator.mutate(put("n", 100));
        fixture.time.run();
        assertThat(known).isCompleted();
        fixture.lookup.hold();
        List<CompletableFuture<Void>> accepted = fillShare(mutator);
        assertThatThrownBy(() -> mutator.mutate(put("a", 100)).join())
                .hasCauseInstanceOf(BufferFullException.class)
                .hasMessageContaining("rows of table 't' whose region is not known");
        assertOthersGoOn(mutator);
        fixture.lookup.answerHeld();
        fixture.time.run();
        assertThat(accepted).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void perRow_oneRowWrittenAgainAndAgain_whatIsHeldBackHasItsShare() {
        hangServer0();
        AsyncBufferedMutator mutator = engine.newBuilder(Regions.TABLE, null)
                .setMaxMutations(1)
                .setBackpressure(Backpressure.fail())
                .setOrdering(Ordering.PER_ROW)
                .build();
        // What is held back counts its own bytes only. The rest of its blocks is had back after 30 to 40 ms.
        List<CompletableFuture<Void>> accepted = fillShare(mutator, TimeUnit.MILLISECONDS.toNanos(10));
        assertThat(fixture.sender.sent())
                .filteredOn(sent -> sent.request().server().equals(Regions.server(0)))
                .as("the others wait for the first")
                .hasSize(1);
        assertThatThrownBy(() -> mutator.mutate(put("a", 100)).join())
                .hasMessageContaining("wait for earlier mutations of the same rows");
        CompletableFuture<Void> sameRegion = mutator.mutate(put("b", 100));
        assertOthersGoOn(mutator);
        recover();
        assertThat(sameRegion).isCompleted();
        assertThat(accepted).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void wholeBudgetUsed_messageSaysWhoHoldsIt() {
        WriteEngine withoutShares = fixture.engine;
        AsyncBufferedMutator mutator = withoutShares
                .newBuilder(Regions.TABLE, null)
                .setMaxMutations(1)
                .setBackpressure(Backpressure.fail())
                .build();
        hangServer0();
        CompletableFuture<Void> first = mutator.mutate(put("a", 9_000));
        fixture.time.run();
        assertThatThrownBy(() -> mutator.mutate(put("n", 2_000)).join()).hasMessageContainingAll("bufferBudget", "rs0");
        recover();
        assertThat(first).isCompleted();
    }
}
