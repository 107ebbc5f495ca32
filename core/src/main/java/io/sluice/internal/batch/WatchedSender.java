package io.sluice.internal.batch;

import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.jfr.Jfr;
import io.sluice.internal.metrics.TableNumbers;
import io.sluice.internal.retry.AttemptHistory;
import io.sluice.internal.trace.BatchTrace;
import io.sluice.internal.trace.RequestTrace;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts each request, and reports it and its outcome to the flight recorder and to tracing if they are on. */
public final class WatchedSender implements BatchSender {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedSender.class);

    private final BatchSender sender;
    private final TableNumbers numbers;

    public WatchedSender(BatchSender sender, TableNumbers numbers) {
        this.sender = sender;
        this.numbers = numbers;
    }

    @Override
    public void send(ServerBatch batch, long timeoutNanos, Answer answer) {
        numbers.requested(batch.mutationCount(), batch.bytes());
        BatchTrace trace = batch.batch().trace();
        boolean recorded = Jfr.recordsMultis();
        if (trace == null && !recorded) {
            sender.send(batch, timeoutNanos, answer);
            return;
        }
        Watched watched = begin(batch, trace, recorded);
        int mutations = batch.mutationCount();
        sender.send(batch, timeoutNanos, result -> {
            // Before the answer: afterwards the batch may be gone, and its receivers notified.
            try {
                tell(watched, mutations, result);
            } catch (RuntimeException e) {
                LOG.warn("the end of a request could not be recorded", e);
            }
            answer.complete(result);
        });
    }

    /** Notified of the end of the request. */
    private record Watched(
            Jfr.@Nullable Multi event, @Nullable RequestTrace span) {}

    /** A tracing system may throw; the request is sent nevertheless. */
    private static Watched begin(ServerBatch batch, @Nullable BatchTrace trace, boolean recorded) {
        int regions = regions(batch);
        int attempt = attempt(batch);
        Jfr.Multi event = recorded ? begun(batch, regions, attempt) : null;
        if (trace == null) {
            return new Watched(event, null);
        }
        try {
            RequestTrace span = trace.request(traced(batch, regions, attempt));
            batch.carry(span.headers());
            return new Watched(event, span);
        } catch (RuntimeException e) {
            LOG.warn("a request could not be traced", e);
            return new Watched(event, null);
        }
    }

    private static void tell(Watched watched, int mutations, ServerBatchResult result) {
        int failures = 0;
        @Nullable Throwable error = null;
        for (int position = 0; !result.isAcknowledged() && position < mutations; position++) {
            Throwable failed = result.error(position);
            if (failed != null) {
                failures++;
                error = error == null ? failed : error;
            }
        }
        if (watched.event() != null) {
            watched.event().answered(failures, error);
        }
        if (watched.span() != null) {
            watched.span().answered(failures, error);
        }
    }

    private static Jfr.Multi begun(ServerBatch batch, int regions, int attempt) {
        return Jfr.Multi.begun(
                batch.batch().table().toString(),
                batch.server().getHostAndPort(),
                regions,
                batch.mutationCount(),
                batch.bytes(),
                attempt);
    }

    private static BatchTrace.Request traced(ServerBatch batch, int regions, int attempt) {
        return new BatchTrace.Request(batch.batch().table(), batch.server(), regions, batch.mutationCount(), attempt);
    }

    /** A region has several slices if some of its mutations are atomic. */
    private static int regions(ServerBatch batch) {
        Set<Object> regions = new HashSet<>();
        for (Slice slice : batch.slices()) {
            regions.add(slice.region());
        }
        return regions.size();
    }

    private static int attempt(ServerBatch batch) {
        AttemptHistory past = batch.batch().attempts(batch.mutation(0));
        return past == null ? 1 : past.counted() + 1;
    }
}
