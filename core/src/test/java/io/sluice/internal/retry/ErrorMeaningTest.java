package io.sluice.internal.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AccessDeniedException;
import io.sluice.CallDroppedException;
import io.sluice.CallQueueTooBigException;
import io.sluice.CallTimeoutException;
import io.sluice.DoNotRetryIOException;
import io.sluice.FailedSanityCheckException;
import io.sluice.HBaseIOException;
import io.sluice.HBaseServerException;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.NotServingRegionException;
import io.sluice.RegionMovedException;
import io.sluice.RegionOpeningException;
import io.sluice.RegionServerAbortedException;
import io.sluice.RegionServerStoppedException;
import io.sluice.RegionTooBusyException;
import io.sluice.RegistryUnavailableException;
import io.sluice.RemoteException;
import io.sluice.RequestTooBigException;
import io.sluice.RpcThrottlingException;
import io.sluice.ServerName;
import io.sluice.ServerNotRunningYetException;
import io.sluice.TableNotEnabledException;
import io.sluice.TableNotFoundException;
import io.sluice.WrongRegionException;
import io.sluice.WrongRowIOException;
import io.sluice.internal.retry.ErrorMeaning.Pause;
import io.sluice.internal.retry.ErrorMeaning.Scope;
import io.sluice.internal.retry.ErrorMeaning.Stale;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole table: each error, in each place where its meaning differs. */
class ErrorMeaningTest {
    private static final String HBASE = "org.apache.hadoop.hbase.";
    private static final int ALWAYS = Integer.MAX_VALUE;

    /** Where an error comes from. */
    private enum From {
        OPENING,
        CALL_NOT_SENT,
        CALL,
        ANSWER;

        ErrorMeaning meaning(Throwable error) {
            return switch (this) {
                case OPENING -> ErrorMeaning.ofOpening(error, false);
                case CALL_NOT_SENT -> ErrorMeaning.ofCall(error, false);
                case CALL -> ErrorMeaning.ofCall(error, true);
                case ANSWER -> ErrorMeaning.inAnswer(error);
            };
        }
    }

    private record Row(From from, Throwable error, ErrorMeaning expected) {}

    /** A row of an error that is tried again; {@code flags} has A for maybe applied and O for maybe another's. */
    private static Row again(From from, Throwable error, Scope scope, Stale stale, Pause pause, String flags) {
        return row(from, error, scope, ALWAYS, stale, pause, flags);
    }

    private static Row last(From from, Throwable error, Scope scope, Stale stale, String flags) {
        return row(from, error, scope, 1, stale, Pause.NONE, flags);
    }

    private static Row row(
            From from, Throwable error, Scope scope, int attempts, Stale stale, Pause pause, String flags) {
        boolean maybeApplied = flags.contains("A");
        boolean maybeAnothers = flags.contains("O");
        return new Row(from, error, new ErrorMeaning(scope, attempts, stale, maybeApplied, maybeAnothers, pause, 0));
    }

    private static RemoteException remote(String className, String text, boolean doNotRetry) {
        return new RemoteException(className, text, doNotRetry);
    }

    static Stream<Row> ofRegions() {
        FailedSanityCheckException outOfRange =
                new FailedSanityCheckException("Requested row out of range for batchMutate on HRegion t,,1.");
        return Stream.of(
                again(From.ANSWER, new NotServingRegionException("x"), Scope.REGION, Stale.REGION, Pause.USUAL, ""),
                again(From.CALL, new NotServingRegionException("x"), Scope.REGION, Stale.REGION, Pause.USUAL, "A"),
                again(From.ANSWER, new RegionOpeningException("x"), Scope.REGION, Stale.REGION, Pause.USUAL, ""),
                again(From.ANSWER, new WrongRegionException("x"), Scope.REGION, Stale.REGION, Pause.USUAL, ""),
                again(
                        From.ANSWER,
                        new RegionMovedException(ServerName.valueOf("h", 1, 2), 3),
                        Scope.REGION,
                        Stale.REGION,
                        Pause.NOT_AFTER_FIRST,
                        ""),
                row(From.ANSWER, outOfRange, Scope.REGION, 2, Stale.REGION, Pause.USUAL, ""),
                again(From.ANSWER, new RegionTooBusyException("x"), Scope.REGION, Stale.NOTHING, Pause.BUSY, ""),
                new Row(
                        From.ANSWER,
                        new RpcThrottlingException("x", 5),
                        new ErrorMeaning(Scope.REGION, ALWAYS, Stale.NOTHING, false, false, Pause.TOLD, 5_000_000)),
                last(From.CALL_NOT_SENT, new TableNotFoundException("x"), Scope.REGION, Stale.NOTHING, ""),
                last(From.CALL_NOT_SENT, new TableNotEnabledException("x"), Scope.REGION, Stale.NOTHING, ""));
    }

    static Stream<Row> ofServers() {
        return Stream.of(
                        Stream.of(new CallQueueTooBigException("x"), new CallDroppedException("x"))
                                .map(error ->
                                        again(From.CALL, error, Scope.CONNECTION, Stale.NOTHING, Pause.OVERLOADED, "")),
                        Stream.of(
                                        new RegionServerStoppedException("x"),
                                        new RegionServerAbortedException("x"),
                                        new ServerNotRunningYetException("x"))
                                .map(error -> again(From.CALL, error, Scope.CONNECTION, Stale.SERVER, Pause.USUAL, "")),
                        Stream.of(new ConnectException("refused"), new UnknownHostException("h"))
                                .map(error ->
                                        again(From.OPENING, error, Scope.CONNECTION, Stale.SERVER, Pause.USUAL, "")),
                        Stream.of(new IOException("reset"), new ClosedChannelException())
                                .map(error ->
                                        again(From.CALL, error, Scope.CONNECTION, Stale.SERVER, Pause.USUAL, "AO")),
                        Stream.of(
                                again(
                                        From.CALL,
                                        new HBaseServerException(true, "x"),
                                        Scope.CONNECTION,
                                        Stale.NOTHING,
                                        Pause.OVERLOADED,
                                        ""),
                                again(
                                        From.CALL,
                                        new HBaseServerException(false, "x"),
                                        Scope.CALL,
                                        Stale.NOTHING,
                                        Pause.USUAL,
                                        ""),
                                again(
                                        From.CALL_NOT_SENT,
                                        new IOException("reset"),
                                        Scope.CONNECTION,
                                        Stale.SERVER,
                                        Pause.USUAL,
                                        ""),
                                again(
                                        From.CALL,
                                        new IOException("lost", new RequestTooBigException("another's")),
                                        Scope.CONNECTION,
                                        Stale.NOTHING,
                                        Pause.USUAL,
                                        "A"),
                                again(
                                        From.CALL,
                                        new CallTimeoutException("x"),
                                        Scope.CONNECTION,
                                        Stale.SERVER,
                                        Pause.USUAL,
                                        "A"),
                                again(
                                        From.CALL_NOT_SENT,
                                        new CallTimeoutException("x"),
                                        Scope.CONNECTION,
                                        Stale.SERVER,
                                        Pause.USUAL,
                                        ""),
                                again(
                                        From.ANSWER,
                                        remote("java.io.IOException", "Cannot append; log is closed, x", false),
                                        Scope.CONNECTION,
                                        Stale.SERVER,
                                        Pause.USUAL,
                                        "A")))
                .flatMap(rows -> rows);
    }

    static Stream<Row> ofRequests() {
        return Stream.of(
                again(From.CALL, new RequestTooBigException("x"), Scope.CALL, Stale.LIMITS, Pause.NONE, ""),
                again(
                        From.CALL,
                        remote("java.io.IOException", "Rejecting large batch operation for current batch", false),
                        Scope.CALL,
                        Stale.LIMITS,
                        Pause.NONE,
                        ""),
                again(
                        From.CALL_NOT_SENT,
                        new RegistryUnavailableException("x"),
                        Scope.CALL,
                        Stale.NOTHING,
                        Pause.USUAL,
                        ""),
                again(From.CALL_NOT_SENT, new HBaseIOException("x"), Scope.CALL, Stale.NOTHING, Pause.USUAL, ""),
                again(From.CALL, remote("org.Any", "x", false), Scope.CALL, Stale.NOTHING, Pause.USUAL, "AO"),
                again(From.ANSWER, remote("org.Any", "x", false), Scope.MUTATION, Stale.NOTHING, Pause.USUAL, "AO"),
                again(
                        From.ANSWER,
                        remote(HBASE + "InventedLater", "x", false),
                        Scope.MUTATION,
                        Stale.NOTHING,
                        Pause.USUAL,
                        "AO"),
                again(From.ANSWER, new IOException("no result"), Scope.MUTATION, Stale.NOTHING, Pause.USUAL, "A"),
                again(
                        From.ANSWER,
                        remote(HBASE + "MultiActionResultTooLarge", "x", false),
                        Scope.MUTATION,
                        Stale.NOTHING,
                        Pause.NONE,
                        ""),
                again(
                        From.ANSWER,
                        remote(HBASE + "RetryImmediatelyException", "x", false),
                        Scope.MUTATION,
                        Stale.NOTHING,
                        Pause.NONE,
                        ""));
    }

    static Stream<Row> refusals() {
        RemoteException service = remote(HBASE + "ipc.UnknownServiceException", "x", true);
        return Stream.of(
                last(From.ANSWER, new NoSuchColumnFamilyException("x"), Scope.MUTATION, Stale.NOTHING, ""),
                last(From.ANSWER, new FailedSanityCheckException("timestamp"), Scope.MUTATION, Stale.NOTHING, ""),
                last(From.ANSWER, new DoNotRetryIOException("x"), Scope.MUTATION, Stale.NOTHING, "O"),
                last(From.ANSWER, new AccessDeniedException("x"), Scope.MUTATION, Stale.NOTHING, "O"),
                last(From.ANSWER, new WrongRowIOException("x"), Scope.MUTATION, Stale.NOTHING, "O"),
                last(From.ANSWER, remote("org.Any", "x", true), Scope.MUTATION, Stale.NOTHING, "O"),
                last(From.CALL, new NoSuchColumnFamilyException("x"), Scope.MUTATION, Stale.NOTHING, ""),
                last(From.CALL, new DoNotRetryIOException("x"), Scope.CALL, Stale.PERHAPS_PLACE, "AO"),
                last(From.CALL, remote("org.Any", "x", true), Scope.CALL, Stale.PERHAPS_PLACE, "AO"),
                last(From.CALL_NOT_SENT, new DoNotRetryIOException("x"), Scope.CALL, Stale.PERHAPS_PLACE, "O"),
                last(From.CALL, new AccessDeniedException("x"), Scope.CONNECTION, Stale.PERHAPS_PLACE, ""),
                last(From.CALL, service, Scope.CONNECTION, Stale.PERHAPS_PLACE, ""),
                last(From.OPENING, service, Scope.OPENING, Stale.PERHAPS_PLACE, ""),
                last(From.OPENING, new DoNotRetryIOException("TLS"), Scope.OPENING, Stale.PERHAPS_PLACE, ""),
                last(From.OPENING, new AccessDeniedException("Kerberos"), Scope.OPENING, Stale.PERHAPS_PLACE, ""),
                last(From.CALL, new IllegalArgumentException("x"), Scope.MUTATION, Stale.NOTHING, "A"),
                last(From.CALL_NOT_SENT, new OutOfMemoryError("x"), Scope.MUTATION, Stale.NOTHING, ""));
    }

    @ParameterizedTest
    @MethodSource({"ofRegions", "ofServers", "ofRequests", "refusals"})
    void error_anywhere_meansWhatTheTableSays(Row row) {
        assertThat(row.from().meaning(row.error())).isEqualTo(row.expected());
    }
}
