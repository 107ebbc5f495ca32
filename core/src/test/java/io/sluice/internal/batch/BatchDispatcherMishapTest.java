package io.sluice.internal.batch;

import static io.sluice.internal.batch.DispatcherFixture.MAX_ATTEMPTS;
import static io.sluice.internal.batch.DispatcherFixture.OPERATION_TIMEOUT;
import static io.sluice.internal.batch.DispatcherFixture.PAUSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.DoNotRetryIOException;
import io.sluice.HBaseIOException;
import io.sluice.MutatorClosedException;
import io.sluice.Ordering;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.Batches.Filled;
import io.sluice.internal.flow.RequestWindows;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.retry.RetryPolicy;
import io.sluice.internal.time.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Exceptions that nobody foresees, and batches that are given up. */
class BatchDispatcherMishapTest {
    private final MutatorClosedException closed = new MutatorClosedException("closed");
    private final DispatcherFixture fixture = new DispatcherFixture();
    private final RequestWindows windows = new RequestWindows(1, new ConcurrentHashMap<>());
    private final Shares shares = new Shares(1 << 20, 0.25);

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    @Test
    void completions_onTheCallersExecutor_runThere() {
        List<Runnable> tasks = new ArrayList<>();
        Filled filled = fixture.puts("a");
        fixture.dispatcher(tasks::add, fixture.sender, MAX_ATTEMPTS).dispatch(filled.batch());
        fixture.time.run();
        assertThat(filled.future(0)).isNotDone();
        assertThat(tasks).hasSize(1);
        tasks.get(0).run();
        assertThat(filled.future(0)).isCompleted();
    }

    @Test
    void completions_executorRejects_completeAllTheSame() {
        Filled filled = fixture.puts("a");
        fixture.dispatcher(
                        task -> {
                            throw new RejectedExecutionException("shut down");
                        },
                        fixture.sender,
                        MAX_ATTEMPTS)
                .dispatch(filled.batch());
        fixture.time.run();
        assertThat(filled.future(0)).isCompleted();
    }

    @Test
    void completions_dependentThrows_othersComplete() {
        Filled filled = fixture.puts("a", "b", "c");
        CompletableFuture<Void> throwing = filled.future(0).thenRun(() -> {
            throw new IllegalStateException("the caller's");
        });
        fixture.dispatcher().dispatch(filled.batch());
        fixture.time.run();
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(throwing).isCompletedExceptionally();
    }

    /** With a window of one request. */
    private BatchDispatcher paced(BatchSender sender, Timer timer, Executor network) {
        return paced(sender, timer, network, OPERATION_TIMEOUT);
    }

    private BatchDispatcher paced(BatchSender sender, Timer timer, Executor network, long timeoutNanos) {
        DispatchSettings settings = new DispatchSettings(
                Ordering.NONE,
                1 << 20,
                100,
                new RetryPolicy(MAX_ATTEMPTS, PAUSE, PAUSE, () -> 0),
                DispatcherFixture.RPC_TIMEOUT,
                timeoutNanos,
                100,
                Map.of());
        return new BatchDispatcher(
                fixture.locator,
                sender,
                timer,
                fixture.time,
                fixture.limits,
                windows,
                shares,
                network,
                null,
                settings,
                fixture.stats);
    }

    /** Sends a batch whose answer is held back, so that its request fills the window. */
    private Filled sent(BatchDispatcher dispatcher) {
        assertThat(fixture.locator.preload(Regions.TABLE)).isCompleted();
        fixture.sender.hold();
        Filled first = fixture.puts("a");
        dispatcher.dispatch(first.batch());
        return first;
    }

    /** The request that waited has failed and left the window; the one before it is answered as usual. */
    private void assertFailedUnsent(Filled second, Filled first) {
        assertThat(second.future(0)).isCompletedExceptionally();
        assertThat(windows.of(Regions.server(0)).state().waiting()).isZero();
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        fixture.time.run();
        assertThat(first.future(0)).isCompleted();
        assertThat(fixture.sender.sent()).hasSize(1);
        assertThat(shares.largest(1)).isEmpty();
    }

    @Test
    void requestThatWaitsForAPlace_getsItsTimerWhenTheDeadlineIsNear_andFailsOnTime() {
        BatchDispatcher dispatcher = paced(fixture.sender, fixture.time, fixture.time);
        Filled first = sent(dispatcher);
        Filled second = fixture.puts("b");
        dispatcher.dispatch(second.batch());
        fixture.time.run();
        long near = 2 * BatchDispatcher.CHECK_NANOS;
        fixture.time.advance(OPERATION_TIMEOUT - near - 1);
        dispatcher.checkDeadline(second.batch());
        assertThat(fixture.time.waiting())
                .as("timers while the deadline is far")
                .isZero();
        fixture.time.advance(1);
        dispatcher.checkDeadline(second.batch());
        dispatcher.checkDeadline(second.batch());
        assertThat(fixture.time.waiting()).as("timers, one for the request").isOne();
        fixture.time.advance(near - 1);
        assertThat(second.future(0)).isNotDone();
        fixture.time.advance(1);
        fixture.time.run();

        assertFailedUnsent(second, first);
    }

    @Test
    void requestThatWaitsForAPlace_goesAfterItsTimerIsSet_cancelsTheTimer() {
        BatchDispatcher dispatcher = paced(fixture.sender, fixture.time, fixture.time);
        Filled first = sent(dispatcher);
        Filled second = fixture.puts("b");
        dispatcher.dispatch(second.batch());
        fixture.time.run();
        fixture.time.advance(OPERATION_TIMEOUT - BatchDispatcher.CHECK_NANOS);
        dispatcher.checkDeadline(second.batch());
        assertThat(fixture.time.waiting()).isOne();

        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        fixture.time.run();
        assertThat(fixture.time.waiting()).isZero();
        fixture.sender.sent().get(1).answer().complete(ServerBatchResult.acknowledged());
        fixture.time.run();
        assertThat(second.future(0)).isCompleted();
    }

    @Test
    void timerThrows_requestThatWaitsForAPlace_failsAndLeavesTheWindow() {
        boolean[] noMemory = {false};
        Timer timer = (task, delayNanos) -> {
            if (noMemory[0]) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return fixture.time.schedule(task, delayNanos);
        };
        // The deadline is so near that the wait gets its timer at once.
        BatchDispatcher dispatcher = paced(fixture.sender, timer, fixture.time, BatchDispatcher.CHECK_NANOS);
        Filled first = sent(dispatcher);
        noMemory[0] = true;
        Filled second = fixture.puts("b");
        dispatcher.dispatch(second.batch());
        fixture.time.run();

        assertFailedUnsent(second, first);
    }

    @Test
    void sender_throws_failsTheEntriesOutsideTheCall() {
        Filled filled = fixture.puts("a", "x");
        assertThat(fixture.locator.preload(filled.batch().table())).isCompleted();
        fixture.dispatcher(
                        Runnable::run,
                        (request, timeout, answer) -> {
                            throw new IllegalArgumentException("cannot encode");
                        },
                        MAX_ATTEMPTS)
                .dispatch(filled.batch());
        assertThat(filled.future(0)).isNotDone();
        fixture.time.run();
        assertThat(filled.futures()).allSatisfy(f -> assertThatThrownBy(f::join).hasRootCauseMessage("cannot encode"));
    }

    static List<Error> errors() {
        return List.of(new StackOverflowError(), new OutOfMemoryError());
    }

    /** The network thread that is to fail the entry throws, too: then nothing but the deadline is left. */
    @ParameterizedTest
    @MethodSource("errors")
    void sender_throwsAnError_entriesFailAndPlaceAndShareComeBack(Error error) {
        boolean[] broken = {true};
        BatchSender sender = (request, timeout, answer) -> {
            if (broken[0]) {
                throw error;
            }
            fixture.sender.send(request, timeout, answer);
        };
        Executor network = task -> {
            if (broken[0]) {
                throw error;
            }
            fixture.time.execute(task);
        };
        BatchDispatcher dispatcher = paced(sender, fixture.time, network);
        assertThat(fixture.locator.preload(Regions.TABLE)).isCompleted();
        Filled lost = fixture.puts("a");
        dispatcher.dispatch(lost.batch());
        broken[0] = false;
        fixture.time.advance(OPERATION_TIMEOUT + TimeUnit.MILLISECONDS.toNanos(500) - 1);
        dispatcher.checkDeadline(lost.batch());
        fixture.time.run();
        assertThat(lost.future(0)).isNotDone();
        fixture.time.advance(1);
        dispatcher.checkDeadline(lost.batch());
        fixture.time.run();

        assertThatThrownBy(() -> lost.future(0).join()).hasRootCause(error);
        assertThat(Batches.isSettled(lost.batch())).isTrue();
        assertThat(windows.of(Regions.server(0)).state().inFlight()).isZero();
        assertThat(shares.largest(1)).isEmpty();
        Filled next = fixture.puts("a");
        dispatcher.dispatch(next.batch());
        fixture.time.run();
        assertThat(next.future(0)).isCompleted();
        assertThat(fixture.time.waiting()).as("timers").isZero();
    }

    @Test
    void answer_tooFewErrors_failsTheEntriesInsteadOfLeavingThemOpen() {
        fixture.sender.script(request -> ServerBatchResult.answered(new @Nullable Throwable[] {null}));
        Filled filled = fixture.dispatch("a", "b");
        fixture.time.run();
        assertThat(Batches.isSettled(filled.batch())).isTrue();
        assertThatThrownBy(() -> filled.future(1).join()).hasRootCauseInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void dispatch_againAfterAMishap_failsTheEntries() {
        fixture.sender.hold();
        Filled filled = fixture.dispatch("a", "b");
        fixture.time.run();
        fixture.dispatcher().dispatch(filled.batch());
        fixture.time.run();
        assertThat(filled.futures()).noneMatch(CompletableFuture::isDone);

        StackOverflowError mishap = new StackOverflowError();
        filled.batch().mishap = mishap;
        fixture.dispatcher().dispatch(filled.batch());
        fixture.time.run();

        assertThat(filled.futures()).allMatch(CompletableFuture::isDone);
        assertThat(filled.futures()).allSatisfy(f -> assertThatThrownBy(f::join).hasRootCause(mishap));
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
    }

    @Test
    void dispatch_againAfterAMishap_noThreadToFailTheEntries_keepsTheErrorForTheNext() {
        boolean[] noMemory = {false};
        Executor network = task -> {
            if (noMemory[0]) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            fixture.time.execute(task);
        };
        BatchDispatcher dispatcher = paced(fixture.sender, fixture.time, network);
        fixture.sender.hold();
        Filled filled = fixture.puts("a");
        dispatcher.dispatch(filled.batch());
        fixture.time.run();
        StackOverflowError mishap = new StackOverflowError();
        filled.batch().mishap = mishap;

        noMemory[0] = true;
        dispatcher.dispatch(filled.batch());
        assertThat(filled.batch().mishap()).isSameAs(mishap);
        noMemory[0] = false;
        dispatcher.dispatch(filled.batch());
        fixture.time.run();

        assertThatThrownBy(() -> filled.future(0).join()).hasRootCause(mishap);
        assertThat(filled.batch().mishap()).isNull();
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
    }

    private List<Unacknowledged> abandon(Filled filled) {
        return DispatcherFixture.abandon(fixture.dispatcher(), filled);
    }

    @Test
    void abandon_neverDispatched_handsBackWhatWasNotSent() {
        Filled filled = fixture.puts("a");
        List<Unacknowledged> back = abandon(filled);
        assertThat(back).hasSize(1);
        assertThat(back.get(0).maybeApplied()).isFalse();
        fixture.dispatcher().dispatch(filled.batch());
        fixture.time.run();
        assertThat(fixture.sender.sent()).isEmpty();
    }

    @Test
    void abandon_duringALookup_givesTheBlocksBackOnce() {
        fixture.lookup.hold();
        Filled filled = fixture.dispatch("a", "b");

        List<Unacknowledged> back = abandon(filled);

        assertThat(back).hasSize(2);
        assertThat(back.get(1).mutations().get(0).getRow()).containsExactly('b');
        assertThat(back).allSatisfy(u -> assertThat(u.maybeApplied()).isFalse());
        assertThat(filled.futures()).allSatisfy(f -> assertThatThrownBy(f::join).hasCause(closed));
        assertThat(fixture.allocator.blocksInUse()).isZero();
        // The look-up goes on: neither its answer nor its timeout may touch blocks that others may have by now.
        fixture.lookup.failWith(new DoNotRetryIOException("late"));
        fixture.lookup.answerHeld();
        fixture.time.advance(OPERATION_TIMEOUT);
        assertThat(fixture.sender.sent()).isEmpty();
    }

    @Test
    void abandon_lookupThatTimesOutLater_givesTheBlocksBackOnce() {
        fixture.lookup.hold();
        abandon(fixture.dispatch("a"));
        fixture.time.advance(OPERATION_TIMEOUT);
        assertThat(fixture.counted().failed()).isOne();
    }

    @Test
    void abandon_duringAPause_tellsTheLastErrorAndSendsNothingMore() {
        HBaseIOException error = new HBaseIOException("refused");
        fixture.sender.inTurn(ServerBatchResult.failed(error, false));
        Filled filled = fixture.dispatch("a");
        fixture.time.run();

        List<Unacknowledged> back = abandon(filled);

        assertThat(back).hasSize(1);
        assertThat(back.get(0).maybeApplied()).isFalse();
        assertThat(back.get(0).lastError()).isSameAs(error);
        fixture.time.advance(PAUSE);
        assertThat(fixture.sender.sent()).hasSize(1);
    }

    @Test
    void abandon_requestUnderWay_mayBeAppliedAndTheAnswerIsIgnored() {
        fixture.sender.hold();
        Filled filled = fixture.dispatch("a", "b");
        fixture.time.run();

        List<Unacknowledged> back = abandon(filled);

        assertThat(back).hasSize(2).allSatisfy(u -> assertThat(u.maybeApplied()).isTrue());
        assertThat(fixture.allocator.blocksInUse()).isZero();
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.acknowledged());
        assertThat(filled.future(0)).isCompletedExceptionally();
        assertThat(fixture.counted().acknowledged()).isZero();
    }

    @Test
    void abandon_requestUnderWayThatFailsLater_isNotTriedAgain() {
        fixture.sender.hold();
        Filled filled = fixture.dispatch("a");
        fixture.time.run();
        abandon(filled);
        fixture.sender.sent().get(0).answer().complete(ServerBatchResult.failed(new HBaseIOException("x"), false));
        fixture.time.advance(OPERATION_TIMEOUT);
        assertThat(fixture.sender.sent()).hasSize(1);
        assertThat(fixture.counted().failed()).isOne();
    }

    @Test
    void abandon_acknowledgementWaitsForItsExecutor_isNotHandedBack() {
        List<Runnable> tasks = new ArrayList<>();
        fixture.sender.inTurn(
                ServerBatchResult.answered(new @Nullable Throwable[] {null, new HBaseIOException("refused")}));
        Filled filled = fixture.puts("a", "b");
        BatchDispatcher dispatcher = fixture.dispatcher(tasks::add, fixture.sender, MAX_ATTEMPTS);
        dispatcher.dispatch(filled.batch());
        fixture.time.run();

        List<Unacknowledged> back = DispatcherFixture.abandon(dispatcher, filled);

        assertThat(back).extracting(Unacknowledged::maybeApplied).containsExactly(false);
        assertThat(filled.future(0)).isCompleted();
        tasks.forEach(Runnable::run);
        assertThat(filled.future(1)).isCompletedExceptionally();
        assertThat(fixture.counted().acknowledged()).isOne();
    }

    @Test
    void abandon_settledBatch_handsBackNothing() {
        Filled filled = fixture.dispatch("a");
        fixture.time.run();
        assertThat(abandon(filled)).isEmpty();
        assertThat(filled.future(0)).isCompleted();
    }
}
