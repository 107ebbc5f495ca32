package io.sluice.internal.retry;

import io.sluice.CallTimeoutException;
import io.sluice.DoNotRetryIOException;
import io.sluice.FailedSanityCheckException;
import io.sluice.HBaseIOException;
import io.sluice.HBaseServerException;
import io.sluice.NotServingRegionException;
import io.sluice.RegionServerStoppedException;
import io.sluice.RegionTooBusyException;
import io.sluice.RemoteException;
import io.sluice.RequestTooBigException;
import io.sluice.RpcThrottlingException;
import io.sluice.ServerNotRunningYetException;
import io.sluice.WrongRegionException;
import io.sluice.WrongRowIOException;
import java.io.IOException;
import java.util.Set;

/** Tells what an error means. The table is that of HBase's client ({@code ClientExceptionsUtil}), with its gaps closed. */
public final class FailureClassifier {
    /** Text of {@code HRegion.checkRow}: in a batch a row outside the region is reported as a failed sanity check. */
    private static final String ROW_OUT_OF_RANGE = "Requested row out of range";

    /** Text of the write-ahead log of a server that is about to end. */
    private static final String LOG_IS_CLOSED = "Cannot append; log is closed";

    private static final Set<String> RETRY_NOW_CLASSES = Set.of(
            "org.apache.hadoop.hbase.RetryImmediatelyException", "org.apache.hadoop.hbase.MultiActionResultTooLarge");

    private FailureClassifier() {}

    /** The meaning of an error, whether of a whole request or of one of its mutations. */
    public static Failure classify(Throwable error) {
        if (isRowOutOfRange(error)) {
            return Failure.RELOCATE;
        }
        if (error instanceof WrongRegionException || error instanceof NotServingRegionException) {
            return Failure.RELOCATE;
        }
        if (error instanceof RequestTooBigException || RowLimit.of(error) != null) {
            return Failure.TOO_LARGE;
        }
        if (error instanceof DoNotRetryIOException || error instanceof WrongRowIOException) {
            return Failure.FAIL;
        }
        if (error instanceof RpcThrottlingException) {
            return Failure.WAIT;
        }
        if (error instanceof HBaseServerException busy && busy.isServerOverloaded()) {
            return Failure.SERVER_OVERLOADED;
        }
        if (error instanceof RegionServerStoppedException || error instanceof ServerNotRunningYetException) {
            return Failure.SERVER_DOWN;
        }
        if (error instanceof CallTimeoutException || error instanceof RegionTooBusyException) {
            return Failure.RETRY;
        }
        if (error instanceof RemoteException remote) {
            return classifyRemote(remote);
        }
        if (error instanceof HBaseIOException) {
            return Failure.RETRY;
        }
        // What is left of the IOExceptions comes from the socket: refused, reset, closed, unknown host.
        return error instanceof IOException ? Failure.SERVER_DOWN : Failure.FAIL;
    }

    private static Failure classifyRemote(RemoteException remote) {
        if (remote.isDoNotRetry()) {
            return Failure.FAIL;
        }
        if (hasText(remote, LOG_IS_CLOSED)) {
            return Failure.SERVER_DOWN;
        }
        return RETRY_NOW_CLASSES.contains(remote.getClassName()) ? Failure.RETRY_NOW : Failure.RETRY;
    }

    /** Whether the error says that the server, or the way to it, is gone. */
    public static boolean isServerDown(Throwable error) {
        return classify(error) == Failure.SERVER_DOWN;
    }

    /** Whether the server says that the mutation's row is not in the region it was sent to. */
    public static boolean isRowOutOfRange(Throwable error) {
        return error instanceof FailedSanityCheckException && hasText(error, ROW_OUT_OF_RANGE);
    }

    private static boolean hasText(Throwable error, String text) {
        return error.getMessage() != null && error.getMessage().contains(text);
    }
}
