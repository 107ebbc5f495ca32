package io.sluice.internal.batch;

import static io.sluice.internal.batch.DispatcherFixture.MAX_ATTEMPTS;
import static io.sluice.internal.batch.DispatcherFixture.MILLI;
import static io.sluice.internal.batch.DispatcherFixture.OPERATION_TIMEOUT;
import static io.sluice.internal.batch.DispatcherFixture.PAUSE;
import static io.sluice.internal.batch.DispatcherFixture.RPC_TIMEOUT;
import static io.sluice.internal.batch.DispatcherFixture.errorOf;
import static io.sluice.internal.batch.DispatcherFixture.exhausted;
import static io.sluice.internal.batch.DispatcherFixture.refused;
import static io.sluice.internal.locate.Regions.TABLE;
import static io.sluice.internal.locate.Regions.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.CallQueueTooBigException;
import io.sluice.CallTimeoutException;
import io.sluice.DoNotRetryIOException;
import io.sluice.HBaseIOException;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.NotServingRegionException;
import io.sluice.RegionMovedException;
import io.sluice.RegionTooBusyException;
import io.sluice.RetriesExhaustedException;
import io.sluice.RpcThrottlingException;
import io.sluice.TableNotEnabledException;
import io.sluice.TableNotFoundException;
import io.sluice.internal.batch.Batches.Filled;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionUnknownException;
import io.sluice.internal.locate.Regions;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchDispatcherTest {
    private final DispatcherFixture fixture = new DispatcherFixture();

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    private long sendings() {
        return fixture.sender.sent().size();
    }

    /** Runs what is due now, look-ups included; nothing that waits for a pause. */
    private void run() {
        fixture.time.run();
    }

    @Test
    void dispatch_regionsUnknown_looksThemUpAndAcknowledges() {
        Filled filled = fixture.dispatch("a", "x", "b");
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isNotDone());
        assertThat(fixture.lookup.lookups()).isOne();

        run();

        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(Batches.isSettled(filled.batch())).isTrue();
        assertThat(sendings()).isEqualTo(2);
        assertThat(fixture.counted().acknowledged()).isEqualTo(3);
        assertThat(fixture.time.waiting()).as("timers left").isZero();
    }

    @Test
    void dispatch_regionsKnown_completesNoFutureInsideTheCall() {
        assertThat(fixture.locator.preload(TABLE)).isCompleted();
        Filled filled = fixture.dispatch("a", "x");
        assertThat(sendings()).isEqualTo(2);
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isNotDone());
        assertThat(fixture.sender.sent().get(0).timeoutNanos()).isEqualTo(RPC_TIMEOUT);
        run();
        assertThat(Batches.isSettled(filled.batch())).isTrue();
    }

    @Test
    void discard_noEntry_settlesAtOnceAndGivesTheBlockBack() {
        Batch batch = new Batch(TABLE, Batches.budgeted(fixture.allocator), 0);
        batch.enter(fixture.allocator.allocate(), 1_000);
        BatchSegment unused = batch.openSegment(1_000, 1_000);
        batch.seal();
        assertThat(batch.isComplete()).isTrue();

        batch.discard();

        assertThat(Batches.isSettled(batch)).isTrue();
        assertThat(fixture.allocator.blocksInUse()).isZero();
    }

    @Test
    void answer_mixedErrors_settlesEachByItsOwn() {
        NoSuchColumnFamilyException fatal = new NoSuchColumnFamilyException("f");
        fixture.sender.inTurn(ServerBatchResult.answered(
                new @Nullable Throwable[] {null, fatal, new RegionTooBusyException("busy")}));
        Filled filled = fixture.dispatch("a", "b", "c");
        run();
        assertThat(filled.future(0)).isCompleted();
        assertThat(errorOf(filled.future(1))).isSameAs(fatal);
        assertThat(filled.future(2)).isNotDone();
        assertThat(filled.batch().pending()).isOne();

        fixture.time.advance(PAUSE);

        assertThat(filled.future(2)).isCompleted();
        ServerBatch again = fixture.sender.sent().get(1).request();
        assertThat(again.mutationCount()).isOne();
        assertThat(again.mutation(0)).isEqualTo(2);
        assertThat(fixture.counted().retried()).isOne();
        assertThat(filled.batch().failures()).isOne();
    }

    @Test
    void answer_wholeFailure_triesAllAgainAfterThePauses() {
        fixture.sender.inTurn(refused(new HBaseIOException("1")), refused(new HBaseIOException("2")));
        Filled filled = fixture.dispatch("a", "b");
        run();
        fixture.time.advance(PAUSE - 1);
        assertThat(sendings()).isOne();
        fixture.time.advance(1);
        assertThat(sendings()).isEqualTo(2);
        fixture.time.advance(2 * PAUSE - 1);
        assertThat(sendings()).isEqualTo(2);
        fixture.time.advance(1);
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(fixture.counted().retried()).isEqualTo(4);
    }

    @Test
    void answer_overloadedServer_pausesLonger() {
        fixture.sender.inTurn(refused(new CallQueueTooBigException("full")));
        Filled filled = fixture.dispatch("a");
        run();
        fixture.time.advance(5 * PAUSE - 1);
        assertThat(sendings()).isOne();
        fixture.time.advance(1);
        assertThat(filled.future(0)).isCompleted();
    }

    @Test
    void answer_doNotRetry_failsWithTheErrorItself() {
        DoNotRetryIOException error = new DoNotRetryIOException("no");
        fixture.sender.inTurn(refused(error));
        Filled filled = fixture.dispatch("a");
        run();
        assertThat(errorOf(filled.future(0))).isSameAs(error);
        assertThat(sendings()).isOne();
    }

    @Test
    void answer_attemptsUsedUp_failsWithItsHistory() {
        fixture.sender.script(request -> refused(new RegionTooBusyException("busy")));
        Filled filled = fixture.dispatch("a");
        fixture.time.advance(OPERATION_TIMEOUT);
        assertThat(sendings()).isEqualTo(MAX_ATTEMPTS);
        RetriesExhaustedException error = exhausted(filled.future(0));
        assertThat(error.getAttempts()).hasSize(MAX_ATTEMPTS);
        assertThat(error.mayHaveBeenApplied()).isFalse();
        assertThat(error)
                .hasMessageContaining("Put row 'a' of 't' failed after 5 attempts in 1.1 s")
                .hasMessageContaining("RegionTooBusyException from rs0:16020 (5×)")
                .hasCauseInstanceOf(RegionTooBusyException.class);
    }

    @Test
    void answer_lostOnce_mayHaveBeenAppliedEver() {
        fixture.sender.inTurn(
                ServerBatchResult.failed(new CallTimeoutException("lost"), true),
                refused(new HBaseIOException("1")),
                refused(new HBaseIOException("2")),
                refused(new HBaseIOException("3")),
                refused(new HBaseIOException("4")));
        Filled filled = fixture.dispatch("a");
        fixture.time.advance(OPERATION_TIMEOUT);
        assertThat(exhausted(filled.future(0)).mayHaveBeenApplied()).isTrue();
    }

    @Test
    void answer_regionMoved_goesToTheNamedServerAtOnce() {
        fixture.sender.inTurn(
                ServerBatchResult.answered(new @Nullable Throwable[] {new RegionMovedException(server(7), 9)}));
        Filled filled = fixture.dispatch("a");
        run();
        assertThat(filled.future(0)).isCompleted();
        assertThat(fixture.sender.sent().get(1).request().server()).isEqualTo(server(7));
        assertThat(fixture.lookup.lookups()).isOne();
    }

    @Test
    void answer_regionMovedTwice_pausesTheSecondTime() {
        fixture.sender.inTurn(
                refused(new RegionMovedException(server(7), 9)), refused(new RegionMovedException(server(8), 10)));
        Filled filled = fixture.dispatch("a");
        run();
        assertThat(sendings()).isEqualTo(2);
        fixture.time.advance(2 * PAUSE);
        assertThat(filled.future(0)).isCompleted();
        assertThat(fixture.sender.sent().get(2).request().server()).isEqualTo(server(8));
    }

    @Test
    void answer_notServing_looksTheRegionUpAgain() {
        fixture.sender.inTurn(ServerBatchResult.answered(
                new @Nullable Throwable[] {new NotServingRegionException("moved"), new NoSuchColumnFamilyException("f")
                }));
        Filled filled = fixture.dispatch("a", "b");
        run();
        fixture.lookup.move(server(0), server(4));
        fixture.time.advance(PAUSE);
        assertThat(filled.future(0)).isCompleted();
        assertThat(filled.future(1)).isCompletedExceptionally();
        assertThat(fixture.lookup.lookups()).isEqualTo(2);
        assertThat(fixture.sender.sent().get(1).request().server()).isEqualTo(server(4));
    }

    @Test
    void answer_serverDown_forgetsAllItsRegions() {
        assertThat(fixture.locator.preload(TABLE)).isCompletedWithValue(2);
        fixture.sender.inTurn(refused(new ConnectException("refused")));
        Filled filled = fixture.dispatch("a");
        run();
        assertThat(fixture.locator.regions(TABLE).size()).isOne();
        fixture.time.advance(PAUSE);
        assertThat(filled.future(0)).isCompleted();
    }

    @Test
    void answer_throttled_waitsAsLongAsTheServerAsks() {
        fixture.sender.inTurn(refused(new RpcThrottlingException("quota", 4_000)));
        Filled filled = fixture.dispatch("a");
        fixture.time.advance(4_000 * MILLI - 1);
        assertThat(sendings()).isOne();
        fixture.time.advance(1);
        assertThat(filled.future(0)).isCompleted();
    }

    @Test
    void answer_throttledBeyondTheDeadline_failsAtOnce() {
        fixture.sender.inTurn(refused(new RpcThrottlingException("quota", 10_000)));
        Filled filled = fixture.dispatch("a");
        run();
        assertThat(errorOf(filled.future(0)))
                .isInstanceOf(RpcThrottlingException.class)
                .hasMessageContaining("Put row 'a' of 't' cannot wait for 10000 ms")
                .hasMessageContaining("10000 ms are left of the operation timeout of 10000 ms")
                .hasCauseInstanceOf(RetriesExhaustedException.class);
    }

    @Test
    void answer_notServingThreeTimes_asksWhetherTheTableIsEnabled() {
        fixture.sender.script(request -> refused(new NotServingRegionException("x")));
        TableNotEnabledException disabled = new TableNotEnabledException("t");
        fixture.lookup.disableWith(disabled);
        Filled filled = fixture.dispatch("a");
        fixture.time.advance(OPERATION_TIMEOUT);
        assertThat(errorOf(filled.future(0))).isSameAs(disabled);
        assertThat(sendings()).isEqualTo(3);
        assertThat(fixture.lookup.tableChecks()).isOne();
    }

    @Test
    void answer_notServingThreeTimesButEnabled_goesOn() {
        NotServingRegionException error = new NotServingRegionException("x");
        fixture.sender.inTurn(refused(error), refused(error), refused(error));
        Filled filled = fixture.dispatch("a");
        fixture.time.advance(OPERATION_TIMEOUT);
        assertThat(filled.future(0)).isCompleted();
        assertThat(fixture.lookup.tableChecks()).isOne();
    }

    @Test
    void lookup_noTable_fails() {
        fixture.lookup.set(List.of());
        Filled filled = fixture.dispatch("a", "b");
        run();
        assertThat(filled.futures()).allSatisfy(f -> assertThat(errorOf(f)).isInstanceOf(TableNotFoundException.class));
    }

    @Test
    void lookup_failsForATime_isTriedAgain() {
        fixture.lookup.failWith(new IOException("meta is moving"));
        Filled filled = fixture.dispatch("a");
        run();
        assertThat(filled.future(0)).isNotDone();
        fixture.lookup.failWith(null);
        fixture.time.advance(PAUSE);
        assertThat(filled.future(0)).isCompleted();
    }

    /** The region from m to t has no place. */
    private void damageTheMiddle() {
        List<RegionLocation> regions = new ArrayList<>(Regions.table(2, "g", "m", "t"));
        regions.remove(2);
        fixture.lookup.set(regions);
    }

    @Test
    void lookup_rowWithoutAPlaceIsAskedFor_neighboursAreWrittenAtOnce() {
        damageTheMiddle();
        Filled filled = fixture.dispatch("x", "b", "n", "h", "z");
        run();
        assertThat(List.of(0, 1, 3, 4))
                .allSatisfy(entry -> assertThat(filled.future(entry)).isCompleted());
        assertThat(filled.future(2)).isNotDone();

        fixture.lookup.set(Regions.table(2, "g", "m", "t"));
        fixture.time.advance(PAUSE);
        assertThat(filled.future(2)).isCompleted();
    }

    @Test
    void lookup_manyRowsWithoutAPlace_takesFewLookups() {
        damageTheMiddle();
        String[] rows = IntStream.range(0, 1_000)
                .mapToObj(i -> String.format("m%04d", i))
                .toArray(String[]::new);
        rows[999] = "x";
        Filled filled = fixture.dispatch(rows);
        run();
        assertThat(filled.future(999)).isCompleted();
        assertThat(filled.future(0)).isNotDone();
        assertThat(fixture.lookup.lookups()).isLessThan(20);

        fixture.lookup.set(Regions.table(2));
        fixture.time.advance(PAUSE);
        assertThat(filled.futures()).allSatisfy(future -> assertThat(future).isCompleted());
    }

    @Test
    void lookup_noPlaceEver_failsAfterTheAttempts() {
        damageTheMiddle();
        Filled filled = fixture.dispatch("n", "o");
        fixture.time.advance(OPERATION_TIMEOUT);
        assertThat(exhausted(filled.future(0)).getAttempts()).hasSize(MAX_ATTEMPTS);
        assertThat(exhausted(filled.future(1)))
                .hasCauseInstanceOf(RegionUnknownException.class)
                .hasMessageContaining("row 'o'");
    }

    @Test
    void lookup_hangs_failsAtTheOperationTimeout() {
        fixture.lookup.hold();
        Filled filled = fixture.dispatch("a", "b");
        fixture.time.advance(OPERATION_TIMEOUT - 1);
        assertThat(filled.future(0)).isNotDone();
        fixture.time.advance(1);
        assertThat(exhausted(filled.future(0)))
                .hasCauseInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("region not known");
        assertThat(exhausted(filled.future(1))).hasMessageContaining("row 'b'");

        fixture.lookup.answerHeld();
        run();
        assertThat(sendings()).isZero();
    }

    @Test
    void request_lateInTheOperation_getsOnlyTheRestOfItsTime() {
        fixture.sender.inTurn(refused(new RpcThrottlingException("quota", 9_000)));
        Filled filled = fixture.dispatch("a");
        fixture.time.advance(OPERATION_TIMEOUT);
        assertThat(fixture.sender.sent().get(1).timeoutNanos()).isEqualTo(1_000 * MILLI);
        assertThat(filled.future(0)).isCompleted();
    }

    @Test
    void request_regionUnknownBesideAKnownOne_isNotHeldUp() {
        assertThat(fixture.locator.locate(TABLE, new byte[] {'a'})).isCompleted();
        fixture.lookup.hold();
        Filled filled = fixture.dispatch("a", "x");
        run();
        assertThat(filled.future(0)).isCompleted();
        assertThat(filled.future(1)).isNotDone();
        fixture.lookup.answerHeld();
        run();
        assertThat(filled.future(1)).isCompleted();
    }
}
