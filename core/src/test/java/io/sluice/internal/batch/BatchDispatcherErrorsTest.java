package io.sluice.internal.batch;

import static io.sluice.internal.batch.DispatcherFixture.MAX_ATTEMPTS;
import static io.sluice.internal.batch.DispatcherFixture.OPERATION_TIMEOUT;
import static io.sluice.internal.batch.DispatcherFixture.PAUSE;
import static io.sluice.internal.batch.DispatcherFixture.errorOf;
import static io.sluice.internal.batch.DispatcherFixture.exhausted;
import static io.sluice.internal.batch.DispatcherFixture.refused;
import static io.sluice.internal.locate.Regions.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.CallTimeoutException;
import io.sluice.DoNotRetryIOException;
import io.sluice.FailedSanityCheckException;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.RegionTooBusyException;
import io.sluice.RemoteException;
import io.sluice.RequestTooBigException;
import io.sluice.RetriesExhaustedException;
import io.sluice.internal.batch.Batches.Filled;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.retry.ErrorMeaning;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a mutation after errors that need more than a pause. */
class BatchDispatcherErrorsTest {
    private final DispatcherFixture fixture = new DispatcherFixture();

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    private long sendings() {
        return fixture.sender.sent().size();
    }

    private void run() {
        fixture.time.run();
    }

    @Test
    void answer_doNotRetryAfterOtherErrors_tellsOfThese() {
        NoSuchColumnFamilyException error = new NoSuchColumnFamilyException("no");
        fixture.sender.inTurn(
                refused(new RegionTooBusyException("busy")),
                refused(new RegionTooBusyException("busy")),
                refused(error));
        Filled filled = fixture.dispatch("a");
        fixture.time.advance(OPERATION_TIMEOUT);
        assertThat(errorOf(filled.future(0))).isSameAs(error);
        assertThat(error.getSuppressed()).hasSize(1);
        assertThat(error.getSuppressed()[0])
                .isInstanceOf(RetriesExhaustedException.class)
                .hasNoCause()
                .hasMessageContaining("after 3 attempts in 0.3 s")
                .hasMessageContaining("RegionTooBusyException from rs0:16020 (2×)");
        assertThat(RetriesExhaustedException.attemptsOf(error))
                .extracting(attempt -> attempt.cause().getClass().getSimpleName())
                .containsExactly("RegionTooBusyException", "RegionTooBusyException", "NoSuchColumnFamilyException");
    }

    @Test
    void answer_doNotRetryAtOnce_tellsTheServer() {
        NoSuchColumnFamilyException error = new NoSuchColumnFamilyException("no");
        fixture.sender.inTurn(refused(error));
        Filled filled = fixture.dispatch("a");
        run();
        assertThat(errorOf(filled.future(0))).isSameAs(error);
        assertThat(RetriesExhaustedException.attemptsOf(error)).singleElement().satisfies(attempt -> {
            assertThat(attempt.server()).hasToString("rs0,16020,1");
            assertThat(attempt.cause()).isSameAs(error);
        });
    }

    @Test
    void answer_tooLargeForARequestOfItsOwn_tellsTheServer() {
        RequestTooBigException refusal = new RequestTooBigException("too big");
        fixture.sender.inTurn(refused(refusal));
        Filled filled = fixture.dispatch("a");
        run();
        assertThat(RetriesExhaustedException.attemptsOf(errorOf(filled.future(0))))
                .singleElement()
                .satisfies(attempt -> {
                    assertThat(attempt.server()).hasToString("rs0,16020,1");
                    assertThat(attempt.cause()).isSameAs(refusal);
                });
    }

    @Test
    void lookup_longerThanTheOperationTimeout_tellsWhyTheClusterDidNotAnswer() {
        fixture.lookup.hold();
        IOException refused = new IOException("connection refused: rs9:16020");
        fixture.lookup.trouble(refused);
        Filled filled = fixture.dispatch("a");
        fixture.time.advance(OPERATION_TIMEOUT);
        assertThat(exhausted(filled.future(0)).getAttempts())
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.cause())
                        .isInstanceOf(CallTimeoutException.class)
                        .hasMessageContaining("operation timeout of 10000 ms")
                        .hasMessageContaining("connection refused: rs9:16020")
                        .hasCause(refused));
        fixture.lookup.answerHeld();
    }

    @Test
    void answer_noRoomForMoreAnswers_isRepeatedAtOnceAsOftenAsItTakes() {
        RemoteException full =
                new RemoteException("org.apache.hadoop.hbase.MultiActionResultTooLarge", "Max size exceeded", false);
        fixture.sender.script(request -> {
            @Nullable Throwable[] errors = new Throwable[request.mutationCount()];
            Arrays.fill(errors, 1, errors.length, full);
            return ServerBatchResult.answered(errors);
        });
        Filled filled = fixture.dispatch("a", "b", "c", "d", "e", "f", "g", "h");
        run();
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(sendings()).isEqualTo(8).isGreaterThan(MAX_ATTEMPTS);
    }

    @Test
    void answer_noRoomForAnyAnswer_countsAsAnAttempt() {
        RemoteException full =
                new RemoteException("org.apache.hadoop.hbase.MultiActionResultTooLarge", "Max size exceeded", false);
        fixture.sender.script(request -> ServerBatchResult.answered(new @Nullable Throwable[] {full}));
        Filled filled = fixture.dispatch("a");
        run();
        assertThat(exhausted(filled.future(0)).getAttempts()).hasSize(MAX_ATTEMPTS);
    }

    @Test
    void opening_refusedForGood_nextWriteLooksTheRegionUpAnew() {
        DoNotRetryIOException error = new DoNotRetryIOException("TLS: the server's certificate is not accepted");
        fixture.sender.inTurn(ServerBatchResult.failed(error, ErrorMeaning.ofOpening(error, false)));
        Filled filled = fixture.dispatch("a", "b");
        run();
        assertThat(errorOf(filled.future(0))).isSameAs(error);
        assertThat(sendings()).as("no search for culprits").isOne();
        assertThat(fixture.lookup.lookups()).isOne();
        Filled next = fixture.dispatch("a");
        run();
        assertThat(next.future(0)).isCompleted();
        assertThat(fixture.lookup.lookups()).isEqualTo(2);
    }

    @Test
    void callsRefusedForGood_lookTheRegionUpOnceASecond() {
        fixture.sender.script(request -> refused(new DoNotRetryIOException("no")));
        for (int i = 0; i < 50; i++) {
            Filled filled = fixture.dispatch("a");
            run();
            assertThat(errorOf(filled.future(0))).isInstanceOf(DoNotRetryIOException.class);
        }
        assertThat(fixture.lookup.lookups()).isEqualTo(2);
        fixture.time.advance(CachingRegionLocator.DOUBT_NANOS);
        for (int i = 0; i < 50; i++) {
            Filled unused = fixture.dispatch("a");
            run();
        }
        assertThat(fixture.lookup.lookups()).isEqualTo(3);
    }

    @Test
    void mutationRefusedForItsOwnSake_leavesTheRegionKnown() {
        fixture.sender.script(
                request -> ServerBatchResult.answered(new @Nullable Throwable[] {new DoNotRetryIOException("veto")}));
        for (int i = 0; i < 5; i++) {
            Filled filled = fixture.dispatch("a");
            fixture.time.advance(2 * CachingRegionLocator.DOUBT_NANOS);
            assertThat(errorOf(filled.future(0))).isInstanceOf(DoNotRetryIOException.class);
        }
        assertThat(fixture.lookup.lookups()).isOne();
    }

    @Test
    void connectionEndedByAnothersRequest_sentAgainToTheSamePlace() {
        IOException lost = new IOException("Connection lost", new RequestTooBigException("another's"));
        fixture.sender.inTurn(ServerBatchResult.failed(lost, true));
        Filled filled = fixture.dispatch("a", "b");
        fixture.time.advance(2 * PAUSE);
        assertThat(filled.futures()).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(sendings()).isEqualTo(2);
        assertThat(fixture.lookup.lookups()).isOne();
    }

    @Test
    void answer_rowOutOfRangeTwice_failsTheSecondTime() {
        FailedSanityCheckException error = new FailedSanityCheckException("Requested row out of range");
        fixture.sender.script(request -> ServerBatchResult.answered(new @Nullable Throwable[] {error}));
        Filled filled = fixture.dispatch("a");
        fixture.time.advance(OPERATION_TIMEOUT);
        assertThat(errorOf(filled.future(0))).isSameAs(error);
        assertThat(sendings()).isEqualTo(2);
        assertThat(fixture.lookup.lookups()).isEqualTo(2);
    }

    @Test
    void answer_logOfTheServerIsClosed_forgetsAllItsRegions() {
        assertThat(fixture.locator.preload(TABLE)).isCompletedWithValue(2);
        fixture.sender.inTurn(ServerBatchResult.answered(new @Nullable Throwable[] {
            new RemoteException("java.io.IOException", "Cannot append; log is closed", false)
        }));
        Filled filled = fixture.dispatch("a");
        run();
        assertThat(fixture.locator.regions(TABLE).size()).isOne();
        fixture.time.advance(PAUSE);
        assertThat(filled.future(0)).isCompleted();
    }
}
