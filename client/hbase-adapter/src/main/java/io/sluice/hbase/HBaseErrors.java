package io.sluice.hbase;

import io.sluice.RetriesExhaustedException.Attempt;
import io.sluice.internal.sync.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HBaseIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.WrongRowIOException;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.exceptions.RegionMovedException;
import org.apache.hadoop.hbase.exceptions.RegionOpeningException;
import org.apache.hadoop.hbase.exceptions.RequestTooBigException;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.RemoteWithExtrasException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.RegionServerAbortedException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.regionserver.WrongRegionException;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Sluice's errors as HBase's: the same class as far as Sluice knows it, else one that names it; the same message, Sluice's
 * as suppressed.
 */
final class HBaseErrors {
    /** What HBase calls the exceptions that Sluice has under the same simple name. */
    private static final Map<Class<?>, Function<String, IOException>> TYPES = Map.ofEntries(
            Map.entry(io.sluice.HBaseIOException.class, HBaseIOException::new),
            Map.entry(io.sluice.DoNotRetryIOException.class, DoNotRetryIOException::new),
            Map.entry(io.sluice.TableNotFoundException.class, TableNotFoundException::new),
            Map.entry(io.sluice.TableNotEnabledException.class, TableNotEnabledException::new),
            Map.entry(io.sluice.NotServingRegionException.class, NotServingRegionException::new),
            Map.entry(io.sluice.RegionTooBusyException.class, RegionTooBusyException::new),
            Map.entry(io.sluice.CallQueueTooBigException.class, CallQueueTooBigException::new),
            Map.entry(io.sluice.CallDroppedException.class, CallDroppedException::new),
            Map.entry(io.sluice.RegionMovedException.class, RegionMovedException::new),
            Map.entry(io.sluice.RegionOpeningException.class, RegionOpeningException::new),
            Map.entry(io.sluice.RequestTooBigException.class, RequestTooBigException::new),
            Map.entry(io.sluice.FailedSanityCheckException.class, FailedSanityCheckException::new),
            Map.entry(io.sluice.NoSuchColumnFamilyException.class, NoSuchColumnFamilyException::new),
            Map.entry(io.sluice.RegionServerStoppedException.class, RegionServerStoppedException::new),
            Map.entry(io.sluice.RegionServerAbortedException.class, RegionServerAbortedException::new),
            Map.entry(io.sluice.WrongRegionException.class, WrongRegionException::new),
            Map.entry(io.sluice.ServerNotRunningYetException.class, ServerNotRunningYetException::new),
            Map.entry(io.sluice.CallTimeoutException.class, CallTimeoutException::new),
            Map.entry(io.sluice.RpcThrottlingException.class, RpcThrottlingException::new),
            Map.entry(io.sluice.AccessDeniedException.class, AccessDeniedException::new),
            Map.entry(io.sluice.WrongRowIOException.class, WrongRowIOException::new));

    private HBaseErrors() {}

    /** The future with HBase's errors. Completes on the same thread. */
    static CompletableFuture<Void> translated(CompletableFuture<Void> ours) {
        return translated(ours, HBaseErrors::ofMutation, Runnable::run);
    }

    /**
     * The future with HBase's errors.
     *
     * @param errors makes HBase's error of ours
     * @param completions where it completes
     */
    static CompletableFuture<Void> translated(
            CompletableFuture<Void> ours, Function<Throwable, IOException> errors, Executor completions) {
        CompletableFuture<Void> theirs = new CompletableFuture<>();
        var unused = ours.whenCompleteAsync(
                (done, error) -> {
                    if (error == null) {
                        theirs.complete(null);
                    } else {
                        theirs.completeExceptionally(errors.apply(error));
                    }
                },
                completions);
        return theirs;
    }

    /** As HBase's mutator tells it: whatever an attempt ended with is the cause, a refusal at the first attempt included. */
    static IOException ofMutation(Throwable ours) {
        List<RetriesExhaustedException.ThrowableWithExtraContext> attempts =
                io.sluice.RetriesExhaustedException.attemptsOf(ours).stream()
                        .map(HBaseErrors::of)
                        .toList();
        // The number that it takes is one less than the one that it tells.
        return attempts.isEmpty()
                ? of(ours)
                : of(ours, new RetriesExhaustedException(attempts.size() - 1, new ArrayList<>(attempts)));
    }

    /** As HBase's synchronous mutator tells it: the cause is what the last attempt ended with. */
    static RetriesExhaustedWithDetailsException ofMutations(List<Failure<Mutation>> failures) {
        List<Throwable> causes = new ArrayList<>(failures.size());
        List<Row> rows = new ArrayList<>(failures.size());
        List<String> servers = new ArrayList<>(failures.size());
        for (Failure<Mutation> failure : failures) {
            List<Attempt> attempts = io.sluice.RetriesExhaustedException.attemptsOf(failure.error());
            causes.add(
                    attempts.isEmpty()
                            ? of(failure.error())
                            : ofLast(attempts.get(attempts.size() - 1), failure.error()));
            rows.add(failure.mutation());
            // The word that HBase has for no server.
            servers.add(String.valueOf(failure.server()));
        }
        return new RetriesExhaustedWithDetailsException(causes, rows, servers);
    }

    private static IOException ofLast(Attempt attempt, Throwable ours) {
        IOException theirs = ofAttempt(attempt);
        return attempt.cause() == ours ? theirs : of(ours, theirs);
    }

    private static RetriesExhaustedException.ThrowableWithExtraContext of(Attempt attempt) {
        return new RetriesExhaustedException.ThrowableWithExtraContext(
                ofAttempt(attempt),
                attempt.time().toEpochMilli(),
                attempt.server() == null ? "no server" : attempt.server().toString());
    }

    private static IOException ofAttempt(Attempt attempt) {
        Throwable cause = attempt.cause();
        if (cause instanceof io.sluice.TableNotEnabledException) {
            // HBase's mutator does not ask whether the table is enabled, so it ends with what the server said.
            return of(cause, new NotServingRegionException("the table is not enabled: " + cause.getMessage()));
        }
        if (cause instanceof io.sluice.CallTimeoutException && attempt.server() == null) {
            // No server: the region was not found in time.
            return of(cause, new TimeoutIOException(cause.getMessage(), cause));
        }
        return of(cause);
    }

    /** An error that a program written for HBase knows. */
    static IOException of(Throwable ours) {
        if (ours instanceof io.sluice.RetriesExhaustedException exhausted) {
            return exhausted.getAttempts().isEmpty()
                    ? new RetriesExhaustedException(exhausted.getMessage(), exhausted)
                    : ofMutation(exhausted);
        }
        String message = ours.getMessage() == null ? ours.toString() : ours.getMessage();
        Function<String, IOException> type = TYPES.get(ours.getClass());
        if (type != null) {
            return of(ours, type.apply(message));
        }
        if (ours instanceof io.sluice.RemoteException remote) {
            return of(ours, of(remote, message));
        }
        // What HBase has no class for, such as a full buffer; its own mutator fails with a plain one once it is closed.
        return new IOException(message, ours);
    }

    /** The server has chosen the name of the class, so no class is loaded by it, even if there is one. */
    private static IOException of(io.sluice.RemoteException remote, String message) {
        IOException named = new RemoteWithExtrasException(remote.getClassName(), message, remote.isDoNotRetry());
        return remote.isDoNotRetry() ? new DoNotRetryIOException(message, named) : named;
    }

    private static IOException of(Throwable ours, IOException theirs) {
        theirs.addSuppressed(ours);
        return theirs;
    }
}
