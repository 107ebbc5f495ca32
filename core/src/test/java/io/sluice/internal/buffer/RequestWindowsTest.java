package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.CallQueueTooBigException;
import io.sluice.CloseResult;
import io.sluice.RetriesExhaustedException;
import io.sluice.internal.batch.ScriptedSender.Sent;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.locate.Regions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each mutation is a request; two at a time, unless a test says otherwise. */
class RequestWindowsTest {
    private final EngineFixture fixture = new EngineFixture();

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
        fixture.assertNoTimers();
    }

    private AsyncBufferedMutator mutator(int window) {
        return fixture.builder()
                .disableWriteBufferPeriodicFlush()
                .setMaxMutations(1)
                .setMaxInFlightPerServer(window)
                .setOperationTimeout(10, TimeUnit.SECONDS)
                .setRpcTimeout(10, TimeUnit.SECONDS)
                .setBackpressure(Backpressure.unbounded())
                .build();
    }

    private List<CompletableFuture<Void>> mutate(AsyncBufferedMutator mutator, String row, int count) {
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            futures.add(mutator.mutate(put(row)));
            fixture.time.run();
        }
        return futures;
    }

    private void answer(int from, ServerBatchResult result) {
        for (Sent sent : List.copyOf(fixture.sender.sent())
                .subList(from, fixture.sender.sent().size())) {
            sent.answer().complete(result);
        }
        fixture.time.run();
    }

    @Test
    void send_windowFull_waitsUntilAnAnswer() {
        fixture.sender.hold();
        List<CompletableFuture<Void>> futures = mutate(mutator(0), "a", 5);
        assertThat(fixture.sender.sent()).hasSize(2);
        answer(0, ServerBatchResult.acknowledged());
        assertThat(fixture.sender.sent()).hasSize(4);
        answer(2, ServerBatchResult.acknowledged());
        answer(4, ServerBatchResult.acknowledged());
        assertThat(futures).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void send_twoMutators_shareTheWindowOfAServer() {
        fixture.sender.hold();
        AsyncBufferedMutator one = mutator(0);
        AsyncBufferedMutator another = mutator(0);
        AsyncBufferedMutator ofItsOwn = mutator(1);
        List<CompletableFuture<Void>> futures = new ArrayList<>(mutate(one, "a", 2));
        futures.addAll(mutate(another, "b", 2));
        assertThat(fixture.sender.sent()).as("two at a time").hasSize(2);
        futures.addAll(mutate(ofItsOwn, "c", 2));
        assertThat(fixture.sender.sent())
                .as("and one by another number, of its own")
                .hasSize(3);
        fixture.sender.script(request -> ServerBatchResult.acknowledged());
        answer(0, ServerBatchResult.acknowledged());
        assertThat(futures).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void close_ofOneMutator_leavesThePlacesOfTheWindowToTheOther() {
        fixture.sender.hold();
        AsyncBufferedMutator one = mutator(0);
        AsyncBufferedMutator another = mutator(0);
        List<CompletableFuture<Void>> handedBack = mutate(one, "a", 4);
        List<CompletableFuture<Void>> written = mutate(another, "b", 2);
        CompletableFuture<CloseResult> closed = one.closeAsync(Duration.ofSeconds(1));
        fixture.time.advance(TimeUnit.SECONDS.toNanos(1));
        assertThat(closed).isCompleted();
        assertThat(handedBack).allSatisfy(future -> assertThat(future).isCompletedExceptionally());
        fixture.sender.script(request -> ServerBatchResult.acknowledged());
        answer(0, ServerBatchResult.acknowledged());
        assertThat(written).allSatisfy(future -> assertThat(future).isCompleted());
        fixture.time.advance(TimeUnit.SECONDS.toNanos(10));
    }

    @Test
    void send_windowOfOneServerFull_othersGo() {
        fixture.sender.script(
                request -> request.server().equals(Regions.server(0)) ? null : ServerBatchResult.acknowledged());
        AsyncBufferedMutator mutator = mutator(0);
        List<CompletableFuture<Void>> hanging = mutate(mutator, "a", 4);
        assertThat(mutate(mutator, "n", 20))
                .allSatisfy(future -> assertThat(future).isCompleted());
        fixture.sender.script(request -> ServerBatchResult.acknowledged());
        for (Sent sent : fixture.sender.sent().subList(0, 2)) {
            sent.answer().complete(ServerBatchResult.acknowledged());
        }
        fixture.time.run();
        assertThat(hanging).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void send_adaptive_growsWithGoodAnswers_andShrinksByOverload() {
        fixture.sender.hold();
        AsyncBufferedMutator mutator = mutator(16);
        List<CompletableFuture<Void>> futures = mutate(mutator, "a", 200);
        assertThat(fixture.sender.sent()).hasSize(2);
        int answered = 0;
        for (int round = 0; round < 34; round++) {
            int sent = fixture.sender.sent().size();
            answer(answered, ServerBatchResult.acknowledged());
            answered = sent;
        }
        int grown = fixture.sender.sent().size() - answered;
        assertThat(grown).isGreaterThan(5);
        int sent = fixture.sender.sent().size();
        answer(answered, ServerBatchResult.failed(new CallQueueTooBigException("full"), false));
        int shrunk = fixture.sender.sent().size() - sent;
        assertThat(shrunk).isLessThanOrEqualTo(grown / 2 + 1).isPositive();
        fixture.sender.script(request -> ServerBatchResult.acknowledged());
        answer(sent, ServerBatchResult.acknowledged());
        fixture.time.advance(TimeUnit.SECONDS.toNanos(9));
        assertThat(futures).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void wait_longerThanTheDeadline_failsAsNotApplied() {
        fixture.sender.hold();
        List<CompletableFuture<Void>> futures = mutate(mutator(0), "a", 3);
        fixture.time.advance(TimeUnit.SECONDS.toNanos(10));
        assertThat(fixture.sender.sent()).hasSize(2);
        assertThatThrownBy(futures.get(2)::join)
                .cause()
                .isInstanceOfSatisfying(
                        RetriesExhaustedException.class,
                        error -> assertThat(error.getAttempts())
                                .singleElement()
                                .satisfies(
                                        attempt -> assertThat(attempt.cause()).hasMessageContaining("not applied")));
        answer(0, ServerBatchResult.acknowledged());
        assertThat(fixture.sender.sent()).as("what has failed is not sent").hasSize(2);
    }

    @Test
    void close_whileOneWaits_handsItBackAsNeverSent() {
        fixture.sender.hold();
        AsyncBufferedMutator mutator = mutator(0);
        List<CompletableFuture<Void>> futures = mutate(mutator, "a", 3);
        CompletableFuture<CloseResult> closed = mutator.closeAsync(Duration.ofSeconds(1));
        fixture.time.advance(TimeUnit.SECONDS.toNanos(1));
        assertThat(closed)
                .isCompletedWithValueMatching(result -> result.unacknowledged().size() == 3);
        assertThat(closed.join().unacknowledged())
                .extracting(one -> one.maybeApplied())
                .containsExactlyInAnyOrder(true, true, false);
        answer(0, ServerBatchResult.acknowledged());
        assertThat(fixture.sender.sent()).hasSize(2);
        assertThat(futures).allSatisfy(future -> assertThat(future).isCompletedExceptionally());
        fixture.time.advance(TimeUnit.SECONDS.toNanos(10));
    }

    @Test
    void regionMoves_whileOneWaits_itGoesToTheNewServer() {
        fixture.sender.hold();
        List<CompletableFuture<Void>> futures = mutate(mutator(0), "a", 3);
        fixture.lookup.move(Regions.server(0), Regions.server(5));
        fixture.sender.script(request -> ServerBatchResult.acknowledged());
        fixture.sender
                .sent()
                .get(0)
                .answer()
                .complete(ServerBatchResult.failed(new IOException("connection lost"), false));
        fixture.time.run();
        assertThat(fixture.sender.sent()).hasSize(3);
        assertThat(fixture.sender.sent().get(2).request().server()).isEqualTo(Regions.server(5));
        assertThat(futures.get(2)).isCompleted();
        fixture.sender.sent().get(1).answer().complete(ServerBatchResult.acknowledged());
        fixture.time.advance(TimeUnit.SECONDS.toNanos(1));
        assertThat(futures).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void setMaxInFlightPerServer_negative_refused() {
        assertThatThrownBy(() -> fixture.builder().setMaxInFlightPerServer(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxInFlightPerServer");
    }
}
