package io.sluice.client.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.sluice.internal.retry.ErrorMeaning;
import io.sluice.internal.retry.ErrorMeaning.Pause;
import io.sluice.internal.retry.ErrorMeaning.Stale;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each exception of a server means: every class that HBase 2.5 to 3.0 may answer a write with, in the place where it
 * comes. In a body there is a class name and a text, no flag.
 */
class ExceptionTableTest {
    private static final String H = "org.apache.hadoop.hbase.";

    /** Where an exception stands, and with which flags. */
    private enum Place {
        BODY(false, false),
        CALL(false, false),
        CALL_DO_NOT_RETRY(true, false),
        CALL_OVERLOADED(false, true);

        private final boolean doNotRetry;
        private final boolean overloaded;

        Place(boolean doNotRetry, boolean overloaded) {
            this.doNotRetry = doNotRetry;
            this.overloaded = overloaded;
        }

        IOException error(String className, String text) {
            return this == BODY
                    ? RemoteErrors.inBody(className, text)
                    : RemoteErrors.ofCall(new RemoteErrors.Failure(className, text, doNotRetry, overloaded));
        }
    }

    /** What is done about it. */
    private enum Expected {
        RETRY(Stale.NOTHING, Pause.USUAL, Pause.BUSY),
        RETRY_NOW(Stale.NOTHING, Pause.NONE),
        RELOCATE(Stale.REGION, Pause.USUAL, Pause.NOT_AFTER_FIRST),
        SERVER_DOWN(Stale.SERVER, Pause.USUAL),
        SERVER_OVERLOADED(Stale.NOTHING, Pause.OVERLOADED),
        WAIT(Stale.NOTHING, Pause.TOLD),
        TOO_LARGE(Stale.LIMITS, Pause.NONE),
        /** Not tried again; what is stale depends on where the error comes from. */
        FAIL(Stale.NOTHING);

        private final Stale stale;
        private final List<Pause> pauses;

        Expected(Stale stale, Pause... pauses) {
            this.stale = stale;
            this.pauses = List.of(pauses);
        }
    }

    static Stream<Arguments> table() {
        return Stream.of(regions(), servers(), refusals(), quotas(), sizes(), unknown())
                .flatMap(rows -> rows);
    }

    private static Stream<Arguments> regions() {
        return Stream.of(
                arguments(Place.BODY, H + "NotServingRegionException", "t,,1. is not online", Expected.RELOCATE),
                arguments(Place.CALL, H + "NotServingRegionException", "t,,1. is not online", Expected.RELOCATE),
                arguments(
                        Place.BODY,
                        H + "exceptions.RegionMovedException",
                        "Region moved to: hostname=h port=16020 startCode=7. As of locationSeqNum=3.",
                        Expected.RELOCATE),
                arguments(
                        Place.CALL,
                        H + "exceptions.RegionMovedException",
                        "Region moved to: hostname=h port=16020 startCode=7. As of locationSeqNum=3.",
                        Expected.RELOCATE),
                arguments(Place.BODY, H + "exceptions.RegionMovedException", "somewhere", Expected.RELOCATE),
                arguments(Place.BODY, H + "exceptions.RegionOpeningException", "opening", Expected.RELOCATE),
                arguments(Place.BODY, H + "RegionTooBusyException", "Over memstore limit=1.0M", Expected.RETRY),
                arguments(Place.BODY, H + "regionserver.WrongRegionException", "row", Expected.RELOCATE),
                arguments(Place.CALL, H + "regionserver.WrongRegionException", "row", Expected.RELOCATE),
                arguments(
                        Place.BODY,
                        H + "exceptions.FailedSanityCheckException",
                        "Requested row out of range for batchMutate on HRegion t,,1.",
                        Expected.RELOCATE),
                arguments(
                        Place.BODY, H + "exceptions.TimeoutIOException", "Timed out waiting for lock", Expected.RETRY));
    }

    private static Stream<Arguments> servers() {
        return Stream.of(
                arguments(Place.CALL, H + "CallQueueTooBigException", "full", Expected.SERVER_OVERLOADED),
                arguments(Place.CALL_OVERLOADED, H + "CallQueueTooBigException", "full", Expected.SERVER_OVERLOADED),
                arguments(Place.CALL, H + "CallDroppedException", "late", Expected.SERVER_OVERLOADED),
                arguments(Place.CALL_OVERLOADED, H + "Any", "busy", Expected.SERVER_OVERLOADED),
                arguments(Place.CALL, H + "regionserver.RegionServerStoppedException", "x", Expected.SERVER_DOWN),
                arguments(Place.CALL, H + "regionserver.RegionServerAbortedException", "x", Expected.SERVER_DOWN),
                arguments(Place.CALL, H + "ipc.ServerNotRunningYetException", "x", Expected.SERVER_DOWN),
                arguments(Place.CALL, H + "PleaseHoldException", "x", Expected.RETRY),
                arguments(Place.CALL, H + "MasterNotRunningException", "x", Expected.RETRY),
                arguments(Place.BODY, "java.io.IOException", "Cannot append; log is closed", Expected.SERVER_DOWN),
                arguments(Place.CALL, "java.io.IOException", "Cannot append; log is closed", Expected.SERVER_DOWN),
                arguments(Place.BODY, H + "MultiActionResultTooLarge", "Max size exceeded", Expected.RETRY_NOW),
                arguments(Place.BODY, H + "RetryImmediatelyException", "x", Expected.RETRY_NOW));
    }

    private static Stream<Arguments> refusals() {
        Stream<Arguments> own = Stream.of(
                arguments(Place.BODY, H + "client.WrongRowIOException", "x", Expected.FAIL),
                arguments(Place.BODY, H + "exceptions.FailedSanityCheckException", "timestamp", Expected.FAIL),
                arguments(Place.CALL_DO_NOT_RETRY, H + "RegionTooBusyException", "x", Expected.FAIL),
                arguments(Place.CALL_DO_NOT_RETRY, "com.example.Veto", "x", Expected.FAIL));
        // A class of each kind; HBaseExceptionsTest has them all.
        Stream<Arguments> never = Stream.of(
                        "DoNotRetryIOException",
                        "TableNotFoundException",
                        "TableNotEnabledException",
                        "regionserver.NoSuchColumnFamilyException",
                        "security.AccessDeniedException",
                        "constraint.ConstraintException",
                        "quotas.SpaceLimitingException",
                        "ipc.UnknownServiceException")
                .flatMap(name -> Stream.of(
                        arguments(Place.BODY, H + name, "x", Expected.FAIL),
                        arguments(Place.CALL_DO_NOT_RETRY, H + name, "x", Expected.FAIL)));
        return Stream.concat(own, never);
    }

    private static Stream<Arguments> quotas() {
        return Stream.of(
                arguments(
                        Place.BODY,
                        H + "quotas.RpcThrottlingException",
                        "number of requests exceeded - wait 1min, 30sec, 0ms",
                        Expected.WAIT),
                arguments(
                        Place.CALL,
                        H + "quotas.RpcThrottlingException",
                        "write size limit exceeded - wait 250ms",
                        Expected.WAIT),
                arguments(Place.BODY, H + "quotas.RpcThrottlingException", "no time named", Expected.RETRY),
                arguments(Place.BODY, H + "quotas.SpaceLimitingException", "x", Expected.FAIL));
    }

    private static Stream<Arguments> sizes() {
        return Stream.of(
                arguments(
                        Place.CALL_DO_NOT_RETRY,
                        H + "exceptions.RequestTooBigException",
                        "RPC data length of 9 received from h is greater than max allowed 5.",
                        Expected.TOO_LARGE),
                arguments(
                        Place.CALL,
                        "java.io.IOException",
                        "Rejecting large batch operation for current batch with firstRegionName: t,,1. , Requested Number"
                                + " of Rows: 9 , Size Threshold: 5",
                        Expected.TOO_LARGE));
    }

    private static Stream<Arguments> unknown() {
        return Stream.of(
                arguments(Place.CALL, "java.io.IOException", "row cannot be null", Expected.RETRY),
                arguments(Place.CALL, "java.lang.IllegalArgumentException", "x", Expected.RETRY),
                arguments(Place.CALL, "java.lang.NullPointerException", "x", Expected.RETRY),
                arguments(Place.CALL, "com.google.protobuf.InvalidProtocolBufferException", "x", Expected.RETRY),
                arguments(Place.BODY, "com.example.Veto", "x", Expected.RETRY),
                arguments(Place.BODY, "com.example.DoNotRetryIOException", "x", Expected.RETRY),
                arguments(Place.BODY, H + "HBaseIOException", "x", Expected.RETRY));
    }

    @ParameterizedTest(name = "{0} {1}: {2} -> {3}")
    @MethodSource("table")
    void error_ofAServer_meansWhatTheTableSays(Place place, String className, String text, Expected expected) {
        IOException error = place.error(className, className + ": " + text);
        ErrorMeaning meaning = place == Place.BODY ? ErrorMeaning.inAnswer(error) : ErrorMeaning.ofCall(error, true);
        assertThat(meaning.isFinal(1)).isEqualTo(expected == Expected.FAIL);
        if (expected != Expected.FAIL) {
            assertThat(meaning.stale()).isEqualTo(expected.stale);
            assertThat(expected.pauses).contains(meaning.pause());
        }
        // What has a type of ours and what has none must both tell the server's words.
        assertThat(error).hasMessageContaining(text.equals("x") ? "x" : text.substring(0, Math.min(5, text.length())));
    }
}
