package io.sluice.internal.retry;

import io.sluice.AccessDeniedException;
import io.sluice.CallTimeoutException;
import io.sluice.DoNotRetryIOException;
import io.sluice.FailedSanityCheckException;
import io.sluice.HBaseIOException;
import io.sluice.HBaseServerException;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.NotServingRegionException;
import io.sluice.RegionMovedException;
import io.sluice.RegionServerStoppedException;
import io.sluice.RegionTooBusyException;
import io.sluice.RemoteException;
import io.sluice.RequestTooBigException;
import io.sluice.RpcThrottlingException;
import io.sluice.ServerNotRunningYetException;
import io.sluice.TableNotEnabledException;
import io.sluice.TableNotFoundException;
import io.sluice.WrongRegionException;
import io.sluice.WrongRowIOException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What an error means for the mutations that failed with it. The answers are independent of each other: an error may be
 * final and still be a reason to look the region up again.
 *
 * @param scope what else would fail with this error now
 * @param worthAttempts number of failed attempts after which the error is final: 1 if it is final at once
 * @param stale what the client should forget
 * @param maybeApplied whether the server may have applied the mutations
 * @param maybeAnothers whether another mutation of the request may have caused the error
 * @param pause how long to wait before the next attempt
 * @param toldNanos the wait of {@link Pause#TOLD}, else 0
 */
public record ErrorMeaning(
        Scope scope,
        int worthAttempts,
        Stale stale,
        boolean maybeApplied,
        boolean maybeAnothers,
        Pause pause,
        long toldNanos) {
    private static final String HBASE = "org.apache.hadoop.hbase.";
    /** Package of the errors with which a server refuses a connection. */
    private static final String CONNECTION_ERRORS = HBASE + "ipc.";

    /** Text of {@code HRegion.checkRow}: in a batch a row outside the region is reported as a failed sanity check. */
    private static final String ROW_OUT_OF_RANGE = "Requested row out of range";

    /** Text of the write-ahead log of a server that is about to stop. */
    private static final String LOG_IS_CLOSED = "Cannot append; log is closed";

    /** The answer had no room for more results; the server handles a part at a time. */
    private static final Set<String> NO_ROOM =
            Set.of(HBASE + "RetryImmediatelyException", HBASE + "MultiActionResultTooLarge");

    private static final int ALWAYS = Integer.MAX_VALUE;

    /** What else would fail with an error, from the widest scope to the narrowest. */
    public enum Scope {
        /** Everything that needs a new connection to the server. */
        OPENING,
        /** Everything that is sent to the server. */
        CONNECTION,
        /** The request. */
        CALL,
        /** What is sent to the region. */
        REGION,
        /** The mutation. */
        MUTATION
    }

    /** Knowledge of the client that, according to an error, is or may be out of date. */
    public enum Stale {
        NOTHING,
        /** How large a request the server takes. */
        LIMITS,
        /** Where the region is, or the regions of the request are. */
        REGION,
        /** Where all regions of the server are. */
        SERVER,
        /**
         * Perhaps where the regions within {@link ErrorMeaning#scope} are. The server has refused without looking at the
         * regions, so it does not say whether it still has them. Forget them from time to time, not after each error.
         */
        PERHAPS_PLACE
    }

    /** How long to wait before the next attempt. */
    public enum Pause {
        /** Not at all. */
        NONE,
        /** No pause after the first attempt, else the usual one. */
        NOT_AFTER_FIRST,
        USUAL,
        /** The usual pause, and less is sent to the server. */
        BUSY,
        /** The pause that is configured for an overloaded server. */
        OVERLOADED,
        /** The time that the server has asked for. */
        TOLD
    }

    /**
     * The meaning of an error that prevented a connection.
     *
     * @param sent whether the server may have the request: it was written right after the header that the server refused
     */
    public static ErrorMeaning ofOpening(Throwable error, boolean sent) {
        return of(error, Scope.OPENING, sent);
    }

    /**
     * The meaning of an error of a whole call, or of its connection.
     *
     * @param sent whether the server may have the request
     */
    public static ErrorMeaning ofCall(Throwable error, boolean sent) {
        return of(error, Scope.CALL, sent);
    }

    /** The meaning of an error of a region or a mutation in an answer. */
    public static ErrorMeaning inAnswer(Throwable error) {
        return of(error, Scope.MUTATION, true);
    }

    private static ErrorMeaning of(Throwable error, Scope where, boolean sent) {
        // Other regions of the request may have been served before a whole call failed.
        boolean partly = sent && where != Scope.MUTATION;
        if (error instanceof NotServingRegionException || error instanceof WrongRegionException) {
            boolean toldWhere = error instanceof RegionMovedException;
            return again(Scope.REGION, Stale.REGION, partly, toldWhere ? Pause.NOT_AFTER_FIRST : Pause.USUAL);
        }
        if (error instanceof FailedSanityCheckException && hasText(error, ROW_OUT_OF_RANGE)) {
            // If the row is not in the newly looked-up region either, the mutation itself is wrong.
            return new ErrorMeaning(Scope.REGION, 2, Stale.REGION, partly, false, Pause.USUAL, 0);
        }
        if (error instanceof RequestTooBigException || RowLimit.of(error) != null) {
            return again(Scope.CALL, Stale.LIMITS, false, Pause.NONE);
        }
        if (error instanceof DoNotRetryIOException || error instanceof WrongRowIOException || isFinal(error)) {
            return refusal(error, where, partly);
        }
        if (error instanceof RpcThrottlingException quota) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(quota.getWaitInterval());
            return new ErrorMeaning(Scope.REGION, ALWAYS, Stale.NOTHING, false, false, Pause.TOLD, nanos);
        }
        if (error instanceof HBaseServerException busy) {
            return busy.isServerOverloaded()
                    ? again(Scope.CONNECTION, Stale.NOTHING, false, Pause.OVERLOADED)
                    : again(where, Stale.NOTHING, false, Pause.USUAL);
        }
        if (error instanceof RegionServerStoppedException || error instanceof ServerNotRunningYetException) {
            return again(Scope.CONNECTION, Stale.SERVER, false, Pause.USUAL);
        }
        if (error instanceof RegionTooBusyException) {
            return again(Scope.REGION, Stale.NOTHING, partly, Pause.BUSY);
        }
        if (error instanceof CallTimeoutException) {
            // A server that does not answer may have lost its regions to others without saying so.
            return again(Scope.CONNECTION, Stale.SERVER, sent, Pause.USUAL);
        }
        if (error instanceof RemoteException remote) {
            return ofUnknown(remote, where, sent);
        }
        if (error instanceof HBaseIOException) {
            return again(where, Stale.NOTHING, partly, Pause.USUAL);
        }
        return error instanceof IOException
                ? ofConnection(error, where, sent)
                // A bug on the client's side.
                : new ErrorMeaning(Scope.MUTATION, 1, Stale.NOTHING, sent, false, Pause.NONE, 0);
    }

    private static ErrorMeaning again(Scope scope, Stale stale, boolean maybeApplied, Pause pause) {
        return new ErrorMeaning(scope, ALWAYS, stale, maybeApplied, false, pause, 0);
    }

    private static boolean isFinal(Throwable error) {
        return error instanceof RemoteException remote && remote.isDoNotRetry();
    }

    /** The meaning of an error that a retry would meet again. */
    private static ErrorMeaning refusal(Throwable error, Scope where, boolean sent) {
        if (error instanceof TableNotFoundException || error instanceof TableNotEnabledException) {
            return refusal(Scope.REGION, Stale.NOTHING, false, false);
        }
        if (error instanceof NoSuchColumnFamilyException || error instanceof FailedSanityCheckException) {
            // HRegion.BatchOperation.checkAndPrepareMutation reports these two for the mutation that caused them.
            return refusal(Scope.MUTATION, Stale.NOTHING, false, false);
        }
        boolean mayNotConnect = error instanceof AccessDeniedException && where != Scope.MUTATION;
        boolean ofConnection =
                error instanceof RemoteException remote && remote.getClassName().startsWith(CONNECTION_ERRORS);
        if (where == Scope.OPENING || mayNotConnect || ofConnection) {
            return where == Scope.OPENING
                    ? refusal(where, Stale.PERHAPS_PLACE, sent, false)
                    : refusal(Scope.CONNECTION, Stale.PERHAPS_PLACE, false, false);
        }
        // A region server (2.5 to 3.0) applies consecutive Puts and Deletes in one go (RSRpcServices.doBatchOp).
        // A cell that is too large, a row that does not match, a quota or a coprocessor's veto throws there, and all of
        // them get that exception; an unchecked exception even fails the whole call after a part of it was applied.
        return where == Scope.CALL
                ? refusal(where, Stale.PERHAPS_PLACE, sent, true)
                : refusal(where, Stale.NOTHING, false, true);
    }

    private static ErrorMeaning refusal(Scope scope, Stale stale, boolean maybeApplied, boolean maybeAnothers) {
        return new ErrorMeaning(scope, 1, stale, maybeApplied, maybeAnothers, Pause.NONE, 0);
    }

    /** The meaning of an error whose class has no type here: trouble of the server, or the veto of a coprocessor. */
    private static ErrorMeaning ofUnknown(RemoteException remote, Scope where, boolean sent) {
        if (hasText(remote, LOG_IS_CLOSED)) {
            return again(Scope.CONNECTION, Stale.SERVER, sent, Pause.USUAL);
        }
        if (NO_ROOM.contains(remote.getClassName())) {
            return again(where, Stale.NOTHING, false, Pause.NONE);
        }
        return new ErrorMeaning(where, ALWAYS, Stale.NOTHING, sent, where != Scope.OPENING, Pause.USUAL, 0);
    }

    /** Of an error of the socket: refused, reset, closed, unknown host. In an answer: the mutation is missing there. */
    private static ErrorMeaning ofConnection(Throwable error, Scope where, boolean sent) {
        if (where == Scope.MUTATION) {
            return again(where, Stale.NOTHING, sent, Pause.USUAL);
        }
        if (error.getCause() instanceof RequestTooBigException) {
            // The connection ended because of another request; the server is still there.
            return again(Scope.CONNECTION, Stale.NOTHING, sent, Pause.USUAL);
        }
        // A request that is too large for the server may just lead to a connection reset.
        return new ErrorMeaning(Scope.CONNECTION, ALWAYS, Stale.SERVER, sent, sent, Pause.USUAL, 0);
    }

    private static boolean hasText(Throwable error, String text) {
        return error.getMessage() != null && error.getMessage().contains(text);
    }

    /** Whether the mutations fail with it after this number of failed attempts, even if more would be allowed. */
    public boolean isFinal(int attempts) {
        return attempts >= worthAttempts;
    }

    /** Whether the server or the way to it is in trouble, rather than the request. */
    public boolean concernsServer() {
        return scope.compareTo(Scope.CONNECTION) <= 0;
    }

    /** Whether less should be sent to the server. */
    public boolean saysOverload() {
        return stale == Stale.SERVER || pause == Pause.BUSY || pause == Pause.OVERLOADED;
    }
}
