package io.sluice.internal.retry;

import io.sluice.AccessDeniedException;
import io.sluice.FailedSanityCheckException;
import io.sluice.HBaseIOException;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.RemoteException;
import io.sluice.TableNotEnabledException;
import io.sluice.TableNotFoundException;
import java.io.IOException;

/**
 * Which errors of a mutation may be due to another that was sent with it. A region server (2.5 to 3.0) applies Puts and
 * Deletes that follow each other in one go, {@code RSRpcServices.doBatchOp}. A cell that is too large, a row that does not
 * match, a quota or a coprocessor's veto throws there, and all of them get the one exception; an unchecked exception even
 * fails the whole call, after a part of it was applied.
 */
public final class Contagion {
    private static final String HBASE = "org.apache.hadoop.hbase.";
    private static final String CONNECTION_ERRORS = HBASE + "ipc.";

    private Contagion() {}

    /**
     * Whether an error that several mutations have in common may be that of one of them.
     *
     * @param failure what it means
     * @param ofCall whether the whole call failed with it
     */
    public static boolean isPossible(Throwable error, Failure failure, boolean ofCall) {
        return switch (failure) {
            case FAIL -> isPossible(error, ofCall);
            // What HBase's own classes mean is known. Any other may be a coprocessor's, or what became of an unchecked
            // exception, as well as trouble of the server.
            case RETRY ->
                error instanceof RemoteException remote
                        && !remote.getClassName().startsWith(HBASE);
            // A request that is too large for the server may show as nothing but a connection that is reset.
            case SERVER_DOWN -> ofCall && !(error instanceof HBaseIOException);
            default -> false;
        };
    }

    private static boolean isPossible(Throwable error, boolean ofCall) {
        if (error instanceof NoSuchColumnFamilyException || error instanceof FailedSanityCheckException) {
            // HRegion.BatchOperation.checkAndPrepareMutation notes these two for the one mutation that has them.
            return false;
        }
        if (error instanceof TableNotFoundException || error instanceof TableNotEnabledException) {
            return false;
        }
        if (error instanceof RemoteException remote && remote.getClassName().startsWith(CONNECTION_ERRORS)) {
            return false;
        }
        // Of a whole call it says that the user may not connect, else that a coprocessor objects.
        return !(ofCall && error instanceof AccessDeniedException) && error instanceof IOException;
    }
}
