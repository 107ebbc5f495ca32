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
 * Translates Sluice's errors to HBase's: to the same class if Sluice knows it, else to one that names it; with the same
 * message, and Sluice's error as suppressed.
 */
final class HBaseErrors {
    /** HBase's counterparts of the exceptions that Sluice has under the same simple name. */
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

    /** Returns the future with HBase's errors. Completes on the same thread. */
    static CompletableFuture<Void> translated(CompletableFuture<Void> ours) {
        return translated(ours, HBaseErrors::ofMutation, Runnable::run);
    }

    /**
     * Returns the future with HBase's errors.
     *
     * @param errors translates our error to HBase's
     * @param completions executor that completes it
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

    /**
     * Returns the error of HBase's mutator, whose causes are the errors of all attempts, even of a refusal at the first
     * one.
     */
    static IOException ofMutation(Throwable ours) {
        List<RetriesExhaustedException.ThrowableWithExtraContext> attempts =
                io.sluice.RetriesExhaustedException.attemptsOf(ours).stream()
                        .map(HBaseErrors::of)
                        .toList();
        // The constructor takes one less than the number of attempts, which its message shows.
        return attempts.isEmpty()
                ? of(ours)
                : of(ours, new RetriesExhaustedException(attempts.size() - 1, new ArrayList<>(attempts)));
    }

    /** Returns the error of HBase's synchronous mutator, whose cause is the error of the last attempt. */
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
            // HBase writes "null" for no server.
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
            // HBase's mutator does not ask whether the table is enabled, so it fails with the error of the server.
            return of(cause, new NotServingRegionException("the table is not enabled: " + cause.getMessage()));
        }
        if (cause instanceof io.sluice.CallTimeoutException && attempt.server() == null) {
            // No server: the region was not found in time.
            return of(cause, new TimeoutIOException(cause.getMessage(), cause));
        }
        return of(cause);
    }

    /** Returns an error that a program written for HBase knows. */
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
        // HBase has no class for the others, such as a full buffer; its own mutator also fails with a plain IOException
        // once closed.
        return new IOException(message, ours);
    }

    /**
     * Returns an error that names the remote class. The class is not loaded, even if it exists, since the server chose
     * the name.
     */
    private static IOException of(io.sluice.RemoteException remote, String message) {
        IOException named = new RemoteWithExtrasException(remote.getClassName(), message, remote.isDoNotRetry());
        return remote.isDoNotRetry() ? new DoNotRetryIOException(message, named) : named;
    }

    private static IOException of(Throwable ours, IOException theirs) {
        theirs.addSuppressed(ours);
        return theirs;
    }
}
