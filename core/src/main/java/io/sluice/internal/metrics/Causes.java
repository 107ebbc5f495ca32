package io.sluice.internal.metrics;

import io.sluice.RemoteException;
import io.sluice.RetriesExhaustedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts failures by cause. There is a fixed set of causes: simple names of the known exceptions of HBase and this client,
 * "IOException" for lost connections, and {@link #OTHER} for all others. For a {@link RetriesExhaustedException} the cause is
 * that of the last attempt.
 */
public final class Causes {
    /** All causes without a name here. */
    public static final String OTHER = "other";

    private static final List<String> NAMES = List.of(
            "AccessDeniedException",
            "CallDroppedException",
            "CallQueueTooBigException",
            "CallTimeoutException",
            "ConnectException",
            "DoNotRetryIOException",
            "FailedSanityCheckException",
            "IOException",
            "MutatorClosedException",
            "NoSuchColumnFamilyException",
            "NotServingRegionException",
            "RegionMovedException",
            "RegionOpeningException",
            "RegionServerAbortedException",
            "RegionServerStoppedException",
            "RegionTooBusyException",
            "RegistryUnavailableException",
            "RequestTooBigException",
            "RetriesExhaustedException",
            "RpcThrottlingException",
            "ServerNotRunningYetException",
            "TableNotEnabledException",
            "TableNotFoundException",
            "UnknownHostException",
            "WrongRegionException",
            OTHER);

    /** One for each name; never changes. */
    private final Map<String, LongAdder> counts = new HashMap<>();

    Causes() {
        for (String name : NAMES) {
            counts.put(name, new LongAdder());
        }
    }

    /** All causes. */
    public static List<String> names() {
        return NAMES;
    }

    /** The cause under which an error is counted. */
    public static String nameOf(Throwable error) {
        Throwable cause = error;
        while (cause instanceof RetriesExhaustedException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String name = cause instanceof RemoteException remote
                ? remote.getClassName().substring(remote.getClassName().lastIndexOf('.') + 1)
                : cause.getClass().getSimpleName();
        return NAMES.contains(name) ? name : OTHER;
    }

    void add(Throwable error, long count) {
        counter(nameOf(error)).add(count);
    }

    /** The count of a cause of {@link #names}. */
    public long count(String name) {
        return counter(name).sum();
    }

    private LongAdder counter(String name) {
        LongAdder counter = counts.get(name);
        if (counter == null) {
            throw new IllegalArgumentException("not a known cause: " + name);
        }
        return counter;
    }
}
