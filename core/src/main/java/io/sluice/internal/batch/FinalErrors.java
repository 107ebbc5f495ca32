package io.sluice.internal.batch;

import io.sluice.DoNotRetryIOException;
import io.sluice.RequestTooBigException;
import io.sluice.RetriesExhaustedException;
import io.sluice.RetriesExhaustedException.Attempt;
import io.sluice.RpcThrottlingException;
import io.sluice.ServerName;
import io.sluice.internal.retry.AttemptHistory;
import io.sluice.internal.retry.RowLimit;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The errors with which mutations fail for good. */
final class FinalErrors {
    private final DispatchContext context;
    private final DispatchSettings settings;

    FinalErrors(DispatchContext context, DispatchSettings settings) {
        this.context = context;
        this.settings = settings;
    }

    /** The error of a mutation that was tried as often, or as long, as is allowed. */
    RetriesExhaustedException exhausted(Batch batch, int entry, Failures.Group group) {
        return RetriesExhaustedException.of(
                subject(batch, entry),
                region(group),
                took(batch),
                group.history().toList(),
                batch.mayBeApplied(entry));
    }

    private Duration took(Batch batch) {
        return Duration.ofNanos(settings.operationTimeoutNanos()
                - (batch.deadlineNanos() - context.clock().nanoTime()));
    }

    private static String region(Failures.Group group) {
        return group.region() == null ? "not known" : group.region().toString();
    }

    private static String subject(Batch batch, int entry) {
        return RetriesExhaustedException.subject(batch.kind(entry).title(), batch.row(entry), batch.table());
    }

    /** The server's own error, at which the attempts are noted: {@link RetriesExhaustedException#attemptsOf}. */
    Throwable refused(Batch batch, int entry, Failures.Group group) {
        Throwable error = group.error();
        // A look-up, or a connect, may give one error to many batches: it keeps the attempts of the first.
        if (RetriesExhaustedException.attemptsOf(error).isEmpty()) {
            RetriesExhaustedException.note(
                    error,
                    subject(batch, entry),
                    region(group),
                    took(batch),
                    group.history().toList(),
                    batch.mayBeApplied(entry));
        }
        return error;
    }

    /** The error of a mutation for which a quota leaves no time. */
    Throwable throttled(Batch batch, int entry, Failures.Group group, RpcThrottlingException error) {
        long leftMillis = TimeUnit.NANOSECONDS.toMillis(
                Math.max(0, batch.deadlineNanos() - context.clock().nanoTime()));
        long allMillis = TimeUnit.NANOSECONDS.toMillis(settings.operationTimeoutNanos());
        RpcThrottlingException failure = new RpcThrottlingException(
                error.getMessage() + "; " + subject(batch, entry) + " cannot wait for " + error.getWaitInterval()
                        + " ms, since " + leftMillis + " ms are left of the operation timeout of " + allMillis
                        + " ms (hbase.client.operation.timeout)"
                        + (batch.mayBeApplied(entry) ? "; may have been applied" : ""),
                error.getWaitInterval());
        failure.initCause(exhausted(batch, entry, group));
        return failure;
    }

    /** The error of a mutation that is too large for a request of its own. */
    Throwable tooLarge(ServerBatch request, int entry, Attempt attempt) {
        Batch batch = request.batch();
        RowLimit rows = RowLimit.of(attempt.cause());
        Throwable error = rows == null
                ? tooManyBytes(batch, entry, request.server(), attempt.cause())
                : tooManyRows(batch, entry, request.server(), attempt.cause(), rows);
        RetriesExhaustedException.note(
                error,
                subject(batch, entry),
                request.slices().get(0).region().toString(),
                took(batch),
                AttemptHistory.after(batch.attempts(entry), attempt).toList(),
                batch.mayBeApplied(entry));
        return error;
    }

    private static Throwable tooManyRows(Batch batch, int entry, ServerName server, Throwable refusal, RowLimit rows) {
        return new DoNotRetryIOException(
                subject(batch, entry) + " has " + batch.rowCount(entry) + " mutations, "
                        + (rows.limit() > 0
                                ? "where " + server.getHostAndPort() + " takes " + rows.limit()
                                : "too many for " + server.getHostAndPort())
                        + " in one request; raise " + RowLimit.KEY + " there",
                refusal);
    }

    private static Throwable tooManyBytes(Batch batch, int entry, ServerName server, Throwable refusal) {
        @Nullable RequestTooBigException sizes = refusal instanceof RequestTooBigException tooBig ? tooBig : null;
        long bytes = sizes == null || sizes.getRequestBytes() == 0 ? batch.length(entry) : sizes.getRequestBytes();
        long limit = sizes == null ? 0 : sizes.getLimitBytes();
        RequestTooBigException error = new RequestTooBigException(
                subject(batch, entry) + " makes a request of " + bytes + " bytes, "
                        + (limit > 0 ? "where " + limit + " are allowed" : "which is too large") + " by "
                        + server.getHostAndPort() + "; raise hbase.ipc.max.request.size there and here",
                bytes,
                limit);
        error.initCause(refusal);
        return error;
    }
}
