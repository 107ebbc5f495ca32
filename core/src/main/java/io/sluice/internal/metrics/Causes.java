package io.sluice.internal.metrics;

import io.sluice.RemoteException;
import io.sluice.RetriesExhaustedException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts by the cause of a failure. There are few causes, the same everywhere: simple names of the exceptions that HBase and
 * this client are known to answer with, "IOException" for lost connections, and {@link #OTHER} for all the rest. Of
 * {@link RetriesExhaustedException}, which says only that it was tried often, the cause is that of the last attempt.
 */
public final class Causes {
    /** All causes without a name of their own here. */
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

    private static final Map<String, Integer> INDEXES = new HashMap<>();

    static {
        NAMES.forEach(name -> INDEXES.put(name, INDEXES.size()));
    }

    private final LongAdder[] counts = new LongAdder[NAMES.size()];

    Causes() {
        Arrays.setAll(counts, index -> new LongAdder());
    }

    /** All causes that are told apart. */
    public static List<String> names() {
        return NAMES;
    }

    /** The name that an error is counted under. */
    public static String nameOf(Throwable error) {
        return NAMES.get(indexOf(error));
    }

    private static int indexOf(Throwable error) {
        Throwable cause = error;
        while (cause instanceof RetriesExhaustedException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String name = cause instanceof RemoteException remote
                ? remote.getClassName().substring(remote.getClassName().lastIndexOf('.') + 1)
                : cause.getClass().getSimpleName();
        return INDEXES.getOrDefault(name, NAMES.size() - 1);
    }

    void add(Throwable error, long count) {
        counts[indexOf(error)].add(count);
    }

    /** What was counted under a name of {@link #names}. */
    public long count(String name) {
        Integer index = INDEXES.get(name);
        if (index == null) {
            throw new IllegalArgumentException("no cause that is told apart: " + name);
        }
        return counts[index].sum();
    }
}
