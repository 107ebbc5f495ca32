package io.sluice.internal.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

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
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureClassifierTest {

    static Stream<Arguments> errors() {
        return Stream.of(
                arguments(new NotServingRegionException("x"), Failure.RELOCATE),
                arguments(new RegionMovedException(ServerName.valueOf("h", 1, 2), 3), Failure.RELOCATE),
                arguments(new RegionOpeningException("x"), Failure.RELOCATE),
                arguments(new WrongRegionException("x"), Failure.RELOCATE),
                arguments(
                        new FailedSanityCheckException("Requested row out of range for doMiniBatchMutation"),
                        Failure.RELOCATE),
                arguments(new FailedSanityCheckException("timestamp too far in the future"), Failure.FAIL),
                arguments(new DoNotRetryIOException("x"), Failure.FAIL),
                arguments(new AccessDeniedException("x"), Failure.FAIL),
                arguments(new NoSuchColumnFamilyException("x"), Failure.FAIL),
                arguments(new TableNotFoundException("x"), Failure.FAIL),
                arguments(new TableNotEnabledException("x"), Failure.FAIL),
                arguments(new RequestTooBigException("x"), Failure.TOO_LARGE),
                arguments(
                        new RemoteException(
                                "java.io.IOException",
                                "Rejecting large batch operation for current batch with firstRegionName: r , Requested"
                                        + " Number of Rows: 9 , Size Threshold: 5",
                                false),
                        Failure.TOO_LARGE),
                arguments(
                        new RemoteException(
                                "java.io.IOException", "Cannot append; log is closed, regionName = r", false),
                        Failure.SERVER_DOWN),
                arguments(new RpcThrottlingException("x", 5), Failure.WAIT),
                arguments(new CallQueueTooBigException("x"), Failure.SERVER_OVERLOADED),
                arguments(new CallDroppedException("x"), Failure.SERVER_OVERLOADED),
                arguments(new HBaseServerException(true, "x"), Failure.SERVER_OVERLOADED),
                arguments(new HBaseServerException(false, "x"), Failure.RETRY),
                arguments(new RegionServerStoppedException("x"), Failure.SERVER_DOWN),
                arguments(new RegionServerAbortedException("x"), Failure.SERVER_DOWN),
                arguments(new ServerNotRunningYetException("x"), Failure.SERVER_DOWN),
                arguments(new CallTimeoutException("x"), Failure.RETRY),
                arguments(new RegionTooBusyException("x"), Failure.RETRY),
                arguments(new HBaseIOException("x"), Failure.RETRY),
                arguments(new RegistryUnavailableException("x"), Failure.RETRY),
                arguments(new WrongRowIOException("x"), Failure.FAIL),
                arguments(new RemoteException("org.Any", "x", false), Failure.RETRY),
                arguments(new RemoteException("org.Any", "x", true), Failure.FAIL),
                arguments(
                        new RemoteException("org.apache.hadoop.hbase.MultiActionResultTooLarge", "x", false),
                        Failure.RETRY_NOW),
                arguments(
                        new RemoteException("org.apache.hadoop.hbase.RetryImmediatelyException", "x", false),
                        Failure.RETRY_NOW),
                arguments(new IOException("reset"), Failure.SERVER_DOWN),
                arguments(new ConnectException("refused"), Failure.SERVER_DOWN),
                arguments(new UnknownHostException("h"), Failure.SERVER_DOWN),
                arguments(new ClosedChannelException(), Failure.SERVER_DOWN),
                arguments(new IllegalArgumentException("x"), Failure.FAIL),
                arguments(new OutOfMemoryError("x"), Failure.FAIL));
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @MethodSource("errors")
    void classify_error_isAsInTheTable(Throwable error, Failure expected) {
        assertThat(FailureClassifier.classify(error)).isEqualTo(expected);
    }
}
