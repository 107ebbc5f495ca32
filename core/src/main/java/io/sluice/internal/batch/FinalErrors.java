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
import java.util.List;
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
        return ofAttempts(batch, entry, group, group.history().toList());
    }

    private RetriesExhaustedException ofAttempts(Batch batch, int entry, Failures.Group group, List<Attempt> attempts) {
        long tookNanos = settings.operationTimeoutNanos()
                - (batch.deadlineNanos() - context.clock().nanoTime());
        String region = group.region() == null ? "not known" : group.region().toString();
        return RetriesExhaustedException.of(
                subject(batch, entry), region, Duration.ofNanos(tookNanos), attempts, batch.mayBeApplied(entry));
    }

    private static String subject(Batch batch, int entry) {
        return RetriesExhaustedException.subject(batch.kind(entry).title(), batch.row(entry), batch.table());
    }

    /** The server's own error, which tells of the attempts before it as {@linkplain Throwable#getSuppressed suppressed}. */
    Throwable refused(Batch batch, Failures.Group group) {
        AttemptHistory earlier = group.history().previous();
        Throwable error = group.error();
        if (earlier != null && error.getSuppressed().length == 0) {
            error.addSuppressed(ofAttempts(batch, group.entries()[0], group, earlier.toList()));
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
    static Throwable tooLarge(Batch batch, int entry, ServerName server, Throwable refusal) {
        RowLimit rows = RowLimit.of(refusal);
        if (rows != null) {
            return new DoNotRetryIOException(
                    subject(batch, entry) + " has " + batch.rowCount(entry) + " mutations, "
                            + (rows.limit() > 0
                                    ? "where " + server.getHostAndPort() + " takes " + rows.limit()
                                    : "too many for " + server.getHostAndPort())
                            + " in one request; raise " + RowLimit.KEY + " there",
                    refusal);
        }
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
