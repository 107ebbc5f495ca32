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
import io.sluice.RpcThrottlingException;
import io.sluice.ServerNotRunningYetException;
import io.sluice.WrongRegionException;
import java.io.IOException;
import java.util.Set;

/** Tells what an error means. The table is that of HBase's client ({@code ClientExceptionsUtil}), with its gaps closed. */
public final class FailureClassifier {
    /** Text of {@code HRegion.checkRow}: in a batch a row outside the region is reported as a failed sanity check. */
    private static final String ROW_OUT_OF_RANGE = "Requested row out of range";

    private static final Set<String> RETRY_NOW_CLASSES = Set.of(
            "org.apache.hadoop.hbase.RetryImmediatelyException", "org.apache.hadoop.hbase.MultiActionResultTooLarge");

    private FailureClassifier() {}

    /** The meaning of an error, whether of a whole request or of one of its mutations. */
    public static Failure classify(Throwable error) {
        if (error instanceof FailedSanityCheckException && hasText(error, ROW_OUT_OF_RANGE)) {
            return Failure.RELOCATE;
        }
        if (error instanceof WrongRegionException || error instanceof NotServingRegionException) {
            return Failure.RELOCATE;
        }
        if (error instanceof DoNotRetryIOException) {
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
        return RETRY_NOW_CLASSES.contains(remote.getClassName()) ? Failure.RETRY_NOW : Failure.RETRY;
    }

    private static boolean hasText(Throwable error, String text) {
        return error.getMessage() != null && error.getMessage().contains(text);
    }
}
