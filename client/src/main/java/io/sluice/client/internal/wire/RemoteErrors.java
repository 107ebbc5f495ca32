package io.sluice.client.internal.wire;

import io.sluice.AccessDeniedException;
import io.sluice.CallDroppedException;
import io.sluice.CallQueueTooBigException;
import io.sluice.DoNotRetryIOException;
import io.sluice.FailedSanityCheckException;
import io.sluice.HBaseServerException;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.NotServingRegionException;
import io.sluice.RegionMovedException;
import io.sluice.RegionOpeningException;
import io.sluice.RegionServerAbortedException;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Makes Sluice's exceptions from those of a server: a class name and a text, with flags only if the whole call failed. A class
 * without a counterpart becomes a {@link RemoteException}.
 */
public final class RemoteErrors {
    private static final String HBASE = "org.apache.hadoop.hbase.";

    // RPC.proto, ExceptionResponse
    private static final int EXCEPTION_CLASS_NAME = 1;
    private static final int EXCEPTION_STACK_TRACE = 2;
    private static final int EXCEPTION_DO_NOT_RETRY = 5;
    private static final int EXCEPTION_SERVER_OVERLOADED = 6;

    /** By class name without package; the packages of some differ between versions of HBase. */
    private static final Map<String, Function<String, IOException>> TYPES = Map.ofEntries(
            Map.entry("NotServingRegionException", NotServingRegionException::new),
            Map.entry("RegionMovedException", RemoteErrors::regionMoved),
            Map.entry("RegionOpeningException", RegionOpeningException::new),
            Map.entry("RegionTooBusyException", RegionTooBusyException::new),
            Map.entry("CallQueueTooBigException", CallQueueTooBigException::new),
            Map.entry("CallDroppedException", CallDroppedException::new),
            Map.entry("RegionServerStoppedException", RegionServerStoppedException::new),
            Map.entry("RegionServerAbortedException", RegionServerAbortedException::new),
            Map.entry("ServerNotRunningYetException", ServerNotRunningYetException::new),
            Map.entry("NoSuchColumnFamilyException", RemoteErrors::noSuchFamily),
            Map.entry("FailedSanityCheckException", FailedSanityCheckException::new),
            Map.entry("WrongRegionException", WrongRegionException::new),
            Map.entry("DoNotRetryIOException", RemoteErrors::doNotRetry),
            Map.entry("WrongRowIOException", WrongRowIOException::new),
            Map.entry("TableNotFoundException", TableNotFoundException::new),
            Map.entry("TableNotEnabledException", TableNotEnabledException::new),
            Map.entry("AccessDeniedException", AccessDeniedException::new),
            Map.entry("RpcThrottlingException", RemoteErrors::throttled),
            Map.entry("RequestTooBigException", RequestTooBigException::parse));

    /** {@code FatalConnectionException} and its subclasses: the server closes the connection. */
    private static final Set<String> FATAL = Set.of(
            "FatalConnectionException",
            "WrongVersionException",
            "BadAuthException",
            "UnsupportedCellCodecException",
            "UnsupportedCompressionCodecException",
            "UnsupportedCryptoException",
            "UnknownServiceException",
            "EmptyServiceNameException");

    /**
     * All other classes without a counterpart that extend {@code DoNotRetryIOException} in HBase 2.4 to 3.0: the exception of a
     * region or mutation comes without a flag for that. A test compares this list with HBase's jars.
     */
    private static final Set<String> NOT_RETRYABLE = Set.of(
            "ConcurrentTableModificationException",
            "ConstraintException",
            "CoprocessorException",
            "CorruptHFileException",
            "CorruptedSnapshotException",
            "DoNotRetryRegionException",
            "ExportSnapshotException",
            "HBaseSnapshotException",
            "InvalidFamilyOperationException",
            "InvalidLabelException",
            "InvalidMutationDurabilityException",
            "LabelAlreadyExistsException",
            "LeaseException",
            "LocalConnectionClosedException",
            "MasterStoppedException",
            "MergeRegionException",
            "NamespaceExistException",
            "NamespaceNotFoundException",
            "NoServerForRegionException",
            "NotAllMetaRegionsOnlineException",
            "OperationTimeoutExceededException",
            "OutOfOrderScannerNextException",
            "QuotaExceededException",
            "ReplicationPeerNotFoundException",
            "RestoreSnapshotException",
            "RowTooBigException",
            "ScannerResetException",
            "ServerTooBusyException",
            "SnapshotCreationException",
            "SnapshotDoesNotExistException",
            "SnapshotExistsException",
            "SnapshotTTLExpiredException",
            "SpaceLimitingException",
            "StoppedRpcClientException",
            "TableExistsException",
            "TableNotDisabledException",
            "ThrottlingException",
            "UnknownProtocolException",
            "UnknownRegionException",
            "UnknownScannerException",
            "UnknownSnapshotException");

    private static final Pattern FAMILY_NAME = Pattern.compile("\\{NAME => '([^']*)'");

    private RemoteErrors() {}

    /**
     * {@code ExceptionResponse} of RPC.proto: why a whole call failed. The new location of a region that moved is read from
     * the text, which has more than the fields.
     *
     * @param className full name of the exception's class at the server
     * @param text first line of its stack trace
     * @param doNotRetry whether a retry would fail again
     * @param serverOverloaded whether to retry only after a longer pause; never set by servers before 2.5
     */
    record Failure(String className, String text, boolean doNotRetry, boolean serverOverloaded) {

        static Failure read(ProtoReader reader) throws MalformedMessageException {
            return new Failure(
                    reader.firstLine(EXCEPTION_CLASS_NAME),
                    reader.firstLine(EXCEPTION_STACK_TRACE),
                    reader.bool(EXCEPTION_DO_NOT_RETRY, false),
                    reader.bool(EXCEPTION_SERVER_OVERLOADED, false));
        }
    }

    /**
     * The exception of a region or a mutation inside an answer.
     *
     * @param className full name of the class at the server
     * @param text first line of its text, which starts with the class name
     */
    static IOException inBody(String className, String text) {
        return make(className, text, false);
    }

    /** The exception of a whole call. */
    static IOException ofCall(Failure failure) {
        boolean last = failure.doNotRetry() || isFatal(failure);
        IOException error = make(failure.className(), failure.text(), last);
        if (error instanceof RemoteException && failure.serverOverloaded() && !last) {
            return new HBaseServerException(true, Objects.requireNonNull(error.getMessage()));
        }
        return error;
    }

    /** Whether the failure ends the connection. */
    static boolean isFatal(Failure failure) {
        String name = failure.className();
        return name.startsWith(HBASE) && FATAL.contains(simpleName(name));
    }

    private static IOException make(String className, String text, boolean doNotRetry) {
        String name = simpleName(className);
        String message = messageOf(className, text);
        boolean ofHBase = className.startsWith(HBASE);
        Function<String, IOException> type = ofHBase ? TYPES.get(name) : null;
        if (type != null) {
            IOException error = type.apply(message);
            if (!doNotRetry || error instanceof DoNotRetryIOException) {
                return error;
            }
        }
        return new RemoteException(className, message, doNotRetry || (ofHBase && isNotRetryable(name)));
    }

    private static boolean isNotRetryable(String name) {
        return NOT_RETRYABLE.contains(name) || FATAL.contains(name);
    }

    /** The server's text ends with the table descriptor, which has hundreds of characters for each family. */
    private static NoSuchColumnFamilyException noSuchFamily(String text) {
        int descriptor = text.indexOf(", {");
        List<String> families =
                FAMILY_NAME.matcher(text).results().map(name -> name.group(1)).toList();
        return new NoSuchColumnFamilyException(
                descriptor < 0 || families.isEmpty()
                        ? text
                        : text.substring(0, descriptor) + "; it has " + String.join(", ", families));
    }

    /** The server does not name the setting that a cell exceeds. */
    private static DoNotRetryIOException doNotRetry(String text) {
        return new DoNotRetryIOException(
                text.startsWith("Cell[") && text.contains(" exceeds limit of ")
                        ? text + "; the limit is hbase.server.keyvalue.maxsize of the server"
                        : text);
    }

    private static IOException regionMoved(String message) {
        IOException moved = RegionMovedException.parse(message);
        return moved == null ? new NotServingRegionException(message) : moved;
    }

    private static IOException throttled(String message) {
        IOException throttled = RpcThrottlingException.parse(message);
        return throttled == null
                ? new RemoteException(HBASE + "quotas.RpcThrottlingException", message, false)
                : throttled;
    }

    private static String simpleName(String className) {
        return className.substring(Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
    }

    private static String messageOf(String className, String text) {
        String message = text.startsWith(className) ? text.substring(className.length()) : text;
        message = message.startsWith(":") ? message.substring(1) : message;
        message = message.strip();
        return message.isEmpty() ? simpleName(className) : message;
    }
}
