package io.sluice.internal.batch;

import io.sluice.CallTimeoutException;
import io.sluice.Mutation;
import io.sluice.NotServingRegionException;
import io.sluice.RegionMovedException;
import io.sluice.RetriesExhaustedException;
import io.sluice.RpcThrottlingException;
import io.sluice.ServerName;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.retry.AttemptHistory;
import io.sluice.internal.retry.Failure;
import io.sluice.internal.retry.FailureClassifier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides from the outcome of an attempt which entries have settled and which are tried again, and completes futures. */
final class Settler {
    private static final Logger LOG = LoggerFactory.getLogger(Settler.class);

    /** "Not serving" this often may mean that the table is disabled or gone, which only {@code hbase:meta} knows. */
    private static final int NOT_SERVING_BEFORE_TABLE_CHECK = 3;

    private final DispatchContext context;
    private final DispatchSettings settings;
    private final BatchObserver observer;
    private final BatchEvents events;

    Settler(DispatchContext context, DispatchSettings settings, BatchObserver observer) {
        this.context = context;
        this.settings = settings;
        this.observer = observer;
        events = new BatchEvents(observer);
    }

    /**
     * Entries to be tried again together.
     *
     * @param confirmTable whether the table's state should be asked for first
     */
    record Retry(int[] entries, long pauseNanos, boolean confirmTable) {}

    /** The outcome of a request. */
    void settle(ServerBatch request, ServerBatchResult result, Consumer<Retry> retries) {
        Batch batch = request.batch();
        if (result.isAcknowledged()) {
            complete(batch, () -> acknowledge(batch, request.mutationCount(), request::mutation));
            return;
        }
        Throwable failure = result.failure();
        if (failure != null) {
            misplaceServer(request.server(), failure);
        }
        IntStream.Builder acknowledged = IntStream.builder();
        Failures failures = new Failures(batch, request.server(), now());
        for (Slice slice : request.slices()) {
            @Nullable Throwable misplaced = null;
            for (int position = slice.from(); position < slice.to(); position++) {
                Throwable error = result.error(position);
                int entry = request.mutation(position);
                if (error == null) {
                    // Stays exposed: until its future is complete, it may still be handed back.
                    acknowledged.add(entry);
                    continue;
                }
                batch.progress().unexpose(entry, result.maybeApplied());
                failures.add(entry, error, slice.region());
                if (misplaced == null && FailureClassifier.classify(error) == Failure.RELOCATE) {
                    misplaced = error;
                }
            }
            if (misplaced != null) {
                context.locator().misplaced(slice.region(), misplaced);
                events.moved(slice.region(), misplaced);
            }
        }
        int[] done = acknowledged.build().toArray();
        complete(batch, () -> acknowledge(batch, done.length, position -> done[position]));
        failures.groups().forEach(group -> retryOrFail(batch, group, retries));
    }

    private void misplaceServer(ServerName server, Throwable failure) {
        if (FailureClassifier.classify(failure) == Failure.SERVER_DOWN) {
            context.locator().serverDown(server);
        }
    }

    /** A look-up failed, so none of the entries that wait for it can be sent now. */
    void failedToLocate(Batch batch, int[] entries, Throwable error, Consumer<Retry> retries) {
        Failures failures = new Failures(batch, null, now());
        for (int entry : entries) {
            failures.add(entry, error, null);
        }
        failures.groups().forEach(group -> retryOrFail(batch, group, retries));
    }

    /** What a look-up that took too long fails with. */
    Throwable lookupTimeout(Batch batch) {
        return new CallTimeoutException(
                "no region found for table '" + batch.table() + "' within the operation timeout of "
                        + TimeUnit.NANOSECONDS.toMillis(settings.operationTimeoutNanos()) + " ms");
    }

    /** Something went wrong that is no error of a server: what has not settled of these entries fails. */
    void failedUnexpectedly(Batch batch, int[] entries, RuntimeException error) {
        complete(batch, () -> fail(batch, entries, entry -> error));
    }

    private void retryOrFail(Batch batch, Failures.Group group, Consumer<Retry> retries) {
        Throwable error = group.error();
        Failure failure = FailureClassifier.classify(error);
        int attempts = group.history().count();
        if (failure == Failure.FAIL) {
            complete(batch, () -> fail(batch, group.entries(), entry -> error));
            return;
        }
        long pauseNanos = pauseNanos(failure, error, attempts);
        long remainingNanos = batch.deadlineNanos() - context.clock().nanoTime();
        if (attempts >= settings.retry().maxAttempts() || pauseNanos >= remainingNanos) {
            complete(batch, () -> fail(batch, group.entries(), entry -> exhausted(batch, entry, group)));
            return;
        }
        if (attempts >= settings.startLogErrorsCount()) {
            LOG.warn(
                    "{} mutations of table '{}' failed for the {}. time at {}, again in {} ms: {}",
                    group.entries().length,
                    batch.table(),
                    attempts,
                    group.history().latest().server(),
                    TimeUnit.NANOSECONDS.toMillis(pauseNanos),
                    error.toString());
        }
        observer.retried(group.entries().length);
        events.retried(batch, group, pauseNanos);
        retries.accept(new Retry(group.entries(), pauseNanos, confirmTable(error, attempts)));
    }

    private long pauseNanos(Failure failure, Throwable error, int attempts) {
        if (failure == Failure.RETRY_NOW || (attempts == 1 && error instanceof RegionMovedException)) {
            return 0;
        }
        if (error instanceof RpcThrottlingException throttling) {
            return TimeUnit.MILLISECONDS.toNanos(throttling.getWaitInterval());
        }
        return settings.retry().pauseNanosAfter(attempts, failure);
    }

    private static boolean confirmTable(Throwable error, int attempts) {
        return error instanceof NotServingRegionException && attempts % NOT_SERVING_BEFORE_TABLE_CHECK == 0;
    }

    private RetriesExhaustedException exhausted(Batch batch, int entry, Failures.Group group) {
        long tookNanos = settings.operationTimeoutNanos()
                - (batch.deadlineNanos() - context.clock().nanoTime());
        String region = group.region() == null ? "not known" : group.region().toString();
        String subject = RetriesExhaustedException.subject(batch.kind(entry).title(), batch.row(entry), batch.table());
        return RetriesExhaustedException.of(
                subject,
                region,
                Duration.ofNanos(tookNanos),
                group.history().toList(),
                batch.progress().mayBeApplied(entry));
    }

    private Instant now() {
        return Instant.ofEpochMilli(context.clock().currentTimeMillis());
    }

    // ---- completing futures, on the executor for completions ----

    /** Hands completions to their executor; the blocks stay readable until they are done. */
    private void complete(Batch batch, Runnable completion) {
        batch.retain();
        AtomicBoolean begun = new AtomicBoolean();
        Runnable task = () -> {
            begun.set(true);
            try {
                completion.run();
            } finally {
                batch.release();
            }
        };
        try {
            context.completions().execute(task);
        } catch (RuntimeException e) {
            if (begun.get()) {
                throw e;
            }
            // Not only a rejection: whatever the caller's executor throws, the futures must complete.
            LOG.warn("the executor given for completions refused; completing on a network thread", e);
            task.run();
        }
    }

    /** @param entryAt the entry at a position, 0 to {@code wanted - 1} */
    private void acknowledge(Batch batch, int wanted, IntUnaryOperator entryAt) {
        int count = 0;
        long bytes = 0;
        for (int position = 0; position < wanted; position++) {
            int entry = entryAt.applyAsInt(position);
            if (batch.acknowledge(entry)) {
                count++;
                bytes += batch.heldBytes(entry);
            }
        }
        settled(batch, count, 0, bytes);
    }

    /** Names the error of an entry. */
    @FunctionalInterface
    private interface ErrorOf {
        Throwable error(int entry);
    }

    private void fail(Batch batch, int[] entries, ErrorOf errors) {
        int count = 0;
        long bytes = 0;
        for (int entry : entries) {
            if (batch.isSettled(entry)) {
                continue;
            }
            Throwable error = errors.error(entry);
            if (batch.fail(entry, error)) {
                count++;
                bytes += batch.heldBytes(entry);
                events.failed(batch, entry, error);
            }
        }
        settled(batch, 0, count, bytes);
    }

    /**
     * See {@link BatchDispatcher#abandon}; the caller has retained the batch. Futures complete in this call, not on the
     * executor for completions: that one may be what the closing thread keeps busy, and the deadline must hold.
     */
    List<Unacknowledged> abandon(Batch batch, Throwable error) {
        List<Unacknowledged> handedBack = new ArrayList<>();
        int count = 0;
        long bytes = 0;
        for (int entry = 0; entry < batch.size(); entry++) {
            if (batch.isSettled(entry)) {
                continue;
            }
            List<Mutation> mutations = EntryDecoder.mutations(batch, entry);
            if (batch.fail(entry, error)) {
                AttemptHistory attempts = batch.progress().attempts(entry);
                @Nullable Throwable last = attempts == null ? null : attempts.latest().cause();
                handedBack.add(new Unacknowledged(mutations, batch.progress().mayBeApplied(entry), last));
                events.failed(batch, entry, error);
                count++;
                bytes += batch.heldBytes(entry);
            }
        }
        settled(batch, 0, count, bytes);
        return handedBack;
    }

    private void settled(Batch batch, int acknowledged, int failed, long bytes) {
        if (acknowledged + failed > 0) {
            observer.settled(acknowledged, failed, bytes);
            batch.settled(acknowledged + failed);
        }
    }
}
