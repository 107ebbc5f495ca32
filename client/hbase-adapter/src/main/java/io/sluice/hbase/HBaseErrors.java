package io.sluice.hbase;

import io.sluice.RetriesExhaustedException.Attempt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.ipc.RemoteException;

/** Sluice's errors as HBase's: the same class as far as HBase has it, the same message, Sluice's as suppressed. */
final class HBaseErrors {
    private static final String HBASE = "org.apache.hadoop.hbase.";

    /** Where HBase has the exceptions that Sluice has under the same simple name. */
    private static final Map<Class<?>, String> PACKAGES = Map.ofEntries(
            Map.entry(io.sluice.HBaseIOException.class, ""),
            Map.entry(io.sluice.DoNotRetryIOException.class, ""),
            Map.entry(io.sluice.TableNotFoundException.class, ""),
            Map.entry(io.sluice.TableNotEnabledException.class, ""),
            Map.entry(io.sluice.NotServingRegionException.class, ""),
            Map.entry(io.sluice.RegionTooBusyException.class, ""),
            Map.entry(io.sluice.CallQueueTooBigException.class, ""),
            Map.entry(io.sluice.CallDroppedException.class, ""),
            Map.entry(io.sluice.RegionMovedException.class, "exceptions."),
            Map.entry(io.sluice.RegionOpeningException.class, "exceptions."),
            Map.entry(io.sluice.RequestTooBigException.class, "exceptions."),
            Map.entry(io.sluice.FailedSanityCheckException.class, "exceptions."),
            Map.entry(io.sluice.NoSuchColumnFamilyException.class, "regionserver."),
            Map.entry(io.sluice.RegionServerStoppedException.class, "regionserver."),
            Map.entry(io.sluice.RegionServerAbortedException.class, "regionserver."),
            Map.entry(io.sluice.WrongRegionException.class, "regionserver."),
            Map.entry(io.sluice.ServerNotRunningYetException.class, "ipc."),
            Map.entry(io.sluice.CallTimeoutException.class, "ipc."),
            Map.entry(io.sluice.RpcThrottlingException.class, "quotas."),
            Map.entry(io.sluice.AccessDeniedException.class, "security."),
            Map.entry(io.sluice.WrongRowIOException.class, "client."));

    private HBaseErrors() {}

    /** The future with HBase's errors. Completes on the same thread. */
    static CompletableFuture<Void> translated(CompletableFuture<Void> ours) {
        CompletableFuture<Void> theirs = new CompletableFuture<>();
        var unused = ours.whenComplete((done, error) -> {
            if (error == null) {
                theirs.complete(null);
            } else {
                theirs.completeExceptionally(of(error));
            }
        });
        return theirs;
    }

    /** An error that a program written for HBase knows. */
    static IOException of(Throwable ours) {
        if (ours instanceof io.sluice.RetriesExhaustedException exhausted) {
            return of(exhausted);
        }
        String inPackage = PACKAGES.get(ours.getClass());
        if (inPackage != null) {
            return made(HBASE + inPackage + ours.getClass().getSimpleName(), ours);
        }
        if (ours instanceof io.sluice.RemoteException remote) {
            return made(remote.getClassName(), ours);
        }
        // What HBase has no class for, such as a full buffer; its own mutator fails with a plain one once it is closed.
        return new IOException(ours.getMessage() == null ? ours.toString() : ours.getMessage(), ours);
    }

    private static IOException of(io.sluice.RetriesExhaustedException exhausted) {
        List<RetriesExhaustedException.ThrowableWithExtraContext> attempts = new ArrayList<>();
        for (Attempt attempt : exhausted.getAttempts()) {
            attempts.add(new RetriesExhaustedException.ThrowableWithExtraContext(
                    of(attempt.cause()),
                    attempt.time().toEpochMilli(),
                    attempt.server() == null ? "no server" : attempt.server().toString()));
        }
        if (attempts.isEmpty()) {
            return new RetriesExhaustedException(exhausted.getMessage(), exhausted);
        }
        // The number that it takes is one less than the one that it tells.
        RetriesExhaustedException theirs = new RetriesExhaustedException(attempts.size() - 1, attempts);
        theirs.addSuppressed(exhausted);
        return theirs;
    }

    /** As HBase's client makes exceptions of what servers send: by name, if the class is there, else a RemoteException. */
    private static IOException made(String className, Throwable ours) {
        IOException theirs = new RemoteException(className, ours.getMessage()).unwrapRemoteException();
        theirs.addSuppressed(ours);
        return theirs;
    }
}
