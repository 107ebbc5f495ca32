package io.sluice.client.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.sluice.internal.retry.Failure;
import io.sluice.internal.retry.FailureClassifier;
import java.io.IOException;
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
                    : RemoteErrors.ofCall(new RemoteFailure(className, text, doNotRetry, overloaded));
        }
    }

    static Stream<Arguments> table() {
        return Stream.of(regions(), servers(), refusals(), quotas(), sizes(), unknown())
                .flatMap(rows -> rows);
    }

    private static Stream<Arguments> regions() {
        return Stream.of(
                arguments(Place.BODY, H + "NotServingRegionException", "t,,1. is not online", Failure.RELOCATE),
                arguments(Place.CALL, H + "NotServingRegionException", "t,,1. is not online", Failure.RELOCATE),
                arguments(
                        Place.BODY,
                        H + "exceptions.RegionMovedException",
                        "Region moved to: hostname=h port=16020 startCode=7. As of locationSeqNum=3.",
                        Failure.RELOCATE),
                arguments(
                        Place.CALL,
                        H + "exceptions.RegionMovedException",
                        "Region moved to: hostname=h port=16020 startCode=7. As of locationSeqNum=3.",
                        Failure.RELOCATE),
                arguments(Place.BODY, H + "exceptions.RegionMovedException", "somewhere", Failure.RELOCATE),
                arguments(Place.BODY, H + "exceptions.RegionOpeningException", "opening", Failure.RELOCATE),
                arguments(Place.BODY, H + "RegionTooBusyException", "Over memstore limit=1.0M", Failure.RETRY),
                arguments(Place.BODY, H + "regionserver.WrongRegionException", "row", Failure.RELOCATE),
                arguments(Place.CALL, H + "regionserver.WrongRegionException", "row", Failure.RELOCATE),
                arguments(
                        Place.BODY,
                        H + "exceptions.FailedSanityCheckException",
                        "Requested row out of range for batchMutate on HRegion t,,1.",
                        Failure.RELOCATE),
                arguments(
                        Place.BODY, H + "exceptions.TimeoutIOException", "Timed out waiting for lock", Failure.RETRY));
    }

    private static Stream<Arguments> servers() {
        return Stream.of(
                arguments(Place.CALL, H + "CallQueueTooBigException", "full", Failure.SERVER_OVERLOADED),
                arguments(Place.CALL_OVERLOADED, H + "CallQueueTooBigException", "full", Failure.SERVER_OVERLOADED),
                arguments(Place.CALL, H + "CallDroppedException", "late", Failure.SERVER_OVERLOADED),
                arguments(Place.CALL_OVERLOADED, H + "Any", "busy", Failure.SERVER_OVERLOADED),
                arguments(Place.CALL, H + "regionserver.RegionServerStoppedException", "x", Failure.SERVER_DOWN),
                arguments(Place.CALL, H + "regionserver.RegionServerAbortedException", "x", Failure.SERVER_DOWN),
                arguments(Place.CALL, H + "ipc.ServerNotRunningYetException", "x", Failure.SERVER_DOWN),
                arguments(Place.CALL, H + "PleaseHoldException", "x", Failure.RETRY),
                arguments(Place.CALL, H + "MasterNotRunningException", "x", Failure.RETRY),
                arguments(Place.BODY, "java.io.IOException", "Cannot append; log is closed", Failure.SERVER_DOWN),
                arguments(Place.CALL, "java.io.IOException", "Cannot append; log is closed", Failure.SERVER_DOWN),
                arguments(Place.BODY, H + "MultiActionResultTooLarge", "Max size exceeded", Failure.RETRY_NOW),
                arguments(Place.BODY, H + "RetryImmediatelyException", "x", Failure.RETRY_NOW));
    }

    private static Stream<Arguments> refusals() {
        Stream<Arguments> own = Stream.of(
                arguments(Place.BODY, H + "client.WrongRowIOException", "x", Failure.FAIL),
                arguments(Place.BODY, H + "exceptions.FailedSanityCheckException", "timestamp", Failure.FAIL),
                arguments(Place.CALL_DO_NOT_RETRY, H + "RegionTooBusyException", "x", Failure.FAIL),
                arguments(Place.CALL_DO_NOT_RETRY, "com.example.Veto", "x", Failure.FAIL));
        Stream<Arguments> never = Stream.of(
                        HBaseErrorNames.neverAgain(),
                        HBaseErrorNames.neverAgainOfServersOnly(),
                        // These have a type of ours, or are not on the class path of the tests.
                        Stream.of(
                                "DoNotRetryIOException",
                                "TableNotFoundException",
                                "TableNotEnabledException",
                                "regionserver.NoSuchColumnFamilyException",
                                "security.AccessDeniedException",
                                "ipc.WrongVersionException",
                                "ipc.BadAuthException",
                                "ipc.UnsupportedCompressionCodecException",
                                "ipc.UnsupportedCryptoException",
                                "ipc.UnknownServiceException",
                                "ipc.EmptyServiceNameException"))
                .flatMap(names -> names)
                .flatMap(name -> Stream.of(
                        arguments(Place.BODY, H + name, "x", Failure.FAIL),
                        arguments(Place.CALL_DO_NOT_RETRY, H + name, "x", Failure.FAIL)));
        return Stream.concat(own, never);
    }

    private static Stream<Arguments> quotas() {
        return Stream.of(
                arguments(
                        Place.BODY,
                        H + "quotas.RpcThrottlingException",
                        "number of requests exceeded - wait 1min, 30sec, 0ms",
                        Failure.WAIT),
                arguments(
                        Place.CALL,
                        H + "quotas.RpcThrottlingException",
                        "write size limit exceeded - wait 250ms",
                        Failure.WAIT),
                arguments(Place.BODY, H + "quotas.RpcThrottlingException", "no time named", Failure.RETRY),
                arguments(
                        Place.BODY,
                        H + "quotas.policies.AbstractViolationPolicyEnforcement$SpaceLimitingException",
                        "x",
                        Failure.FAIL));
    }

    private static Stream<Arguments> sizes() {
        return Stream.of(
                arguments(
                        Place.CALL_DO_NOT_RETRY,
                        H + "exceptions.RequestTooBigException",
                        "RPC data length of 9 received from h is greater than max allowed 5.",
                        Failure.TOO_LARGE),
                arguments(
                        Place.CALL,
                        "java.io.IOException",
                        "Rejecting large batch operation for current batch with firstRegionName: t,,1. , Requested Number"
                                + " of Rows: 9 , Size Threshold: 5",
                        Failure.TOO_LARGE));
    }

    private static Stream<Arguments> unknown() {
        return Stream.of(
                arguments(Place.CALL, "java.io.IOException", "row cannot be null", Failure.RETRY),
                arguments(Place.CALL, "java.lang.IllegalArgumentException", "x", Failure.RETRY),
                arguments(Place.CALL, "java.lang.NullPointerException", "x", Failure.RETRY),
                arguments(Place.CALL, "com.google.protobuf.InvalidProtocolBufferException", "x", Failure.RETRY),
                arguments(Place.BODY, "com.example.Veto", "x", Failure.RETRY),
                arguments(Place.BODY, "com.example.DoNotRetryIOException", "x", Failure.RETRY),
                arguments(Place.BODY, H + "HBaseIOException", "x", Failure.RETRY));
    }

    @ParameterizedTest(name = "{0} {1}: {2} -> {3}")
    @MethodSource("table")
    void error_ofAServer_meansWhatTheTableSays(Place place, String className, String text, Failure expected) {
        IOException error = place.error(className, className + ": " + text);
        assertThat(FailureClassifier.classify(error)).isEqualTo(expected);
        // What has a type of ours and what has none must both tell the server's words.
        assertThat(error).hasMessageContaining(text.equals("x") ? "x" : text.substring(0, Math.min(5, text.length())));
    }
}
