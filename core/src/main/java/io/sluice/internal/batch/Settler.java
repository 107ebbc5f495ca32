package io.sluice.internal.batch;

import io.sluice.CallTimeoutException;
import io.sluice.NotServingRegionException;
import io.sluice.RegionMovedException;
import io.sluice.RpcThrottlingException;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.retry.AttemptHistory;
import io.sluice.internal.retry.CulpritSearch;
import io.sluice.internal.retry.Failure;
import io.sluice.internal.retry.FailureClassifier;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides from the outcome of an attempt which entries have settled and which are tried again. */
final class Settler {
    private static final Logger LOG = LoggerFactory.getLogger(Settler.class);

    /** "Not serving" this often may mean that the table is disabled or gone, which only {@code hbase:meta} knows. */
    private static final int NOT_SERVING_BEFORE_TABLE_CHECK = 3;

    /** Attempts that fail with an error of no known meaning before it is suspected to be some mutation's. */
    private static final int ATTEMPTS_BEFORE_SUSPICION = 2;

    private final DispatchContext context;
    private final DispatchSettings settings;
    private final BatchObserver observer;
    private final Warnings warnings;
    private final Completer completer;
    private final FinalErrors errors;
    private final BatchEvents events;
    private final Isolation isolation = new Isolation();
    private final @Nullable Done done;

    /** @param done told which entries will not be sent again, or null */
    Settler(DispatchContext context, DispatchSettings settings, BatchObserver observer, @Nullable Done done) {
        this(context, settings, observer, done, new Warnings(context.clock(), LOG::warn));
    }

    Settler(
            DispatchContext context,
            DispatchSettings settings,
            BatchObserver observer,
            @Nullable Done done,
            Warnings warnings) {
        this.context = context;
        this.settings = settings;
        this.observer = observer;
        this.done = done;
        this.warnings = warnings;
        events = new BatchEvents(observer, context.locator());
        completer = new Completer(context.completions(), observer, events, warnings);
        errors = new FinalErrors(context, settings);
    }

    /**
     * Is told of entries that will not be sent again, on the thread that has the news: their futures may complete later,
     * since that is up to the executor for completions.
     */
    @FunctionalInterface
    interface Done {
        /** @param entryAt the entry at a position, 0 to {@code count - 1} */
        void done(Batch batch, int count, IntUnaryOperator entryAt);
    }

    private void acknowledge(Batch batch, int count, long bytes, IntUnaryOperator entryAt) {
        completer.acknowledge(batch, count, bytes, entryAt);
        tellDone(batch, count, entryAt);
    }

    private void fail(Batch batch, int[] entries, IntFunction<Throwable> failures) {
        completer.fail(batch, entries, failures);
        tellDone(batch, entries.length, position -> entries[position]);
    }

    private void tellDone(Batch batch, int count, IntUnaryOperator entryAt) {
        if (done != null) {
            done.done(batch, count, entryAt);
        }
    }

    /**
     * Entries to be tried again together.
     *
     * @param confirmTable whether the table's state should be asked for first
     * @param error what they failed with
     */
    record Retry(int[] entries, long pauseNanos, boolean confirmTable, Throwable error) {}

    /** The outcome of a request. */
    void settle(ServerBatch request, ServerBatchResult result, Consumer<Retry> retries) {
        Batch batch = request.batch();
        if (result.isAcknowledged()) {
            Isolation.written(batch, request.mutation(0));
            acknowledge(batch, request.mutationCount(), request.bytes(), request::mutation);
            return;
        }
        Throwable failure = result.failure();
        if (failure != null && FailureClassifier.classify(failure) == Failure.TOO_LARGE) {
            cut(request, failure, retries);
            return;
        }
        IntStream.Builder acknowledged = IntStream.builder();
        Failures failures = new Failures(batch, request.server(), now());
        ContagiousRuns runs = new ContagiousRuns(request, result);
        boolean serverForgotten = false;
        for (Slice slice : request.slices()) {
            @Nullable Throwable located = null;
            for (int position = slice.from(); position < slice.to(); position++) {
                Throwable error = result.error(position);
                int entry = request.mutation(position);
                if (error == null) {
                    // Stays exposed: until its future is complete, it may still be handed back.
                    acknowledged.add(entry);
                    continue;
                }
                batch.progress().unexpose(entry, result.maybeApplied());
                failures.add(entry, error, slice.region(), runs.at(position, slice));
                located = located == null && tellsOfPlace(error) ? error : located;
            }
            if (located != null && tellsOfServer(located)) {
                if (!serverForgotten) {
                    context.locator().serverDown(request.server());
                }
                serverForgotten = true;
            } else if (located != null) {
                context.locator().misplaced(slice.region(), located);
                events.moved(slice.region(), located);
            }
        }
        int[] good = acknowledged.build().toArray();
        if (good.length > 0) {
            Isolation.written(batch, good[0]);
        }
        long goodBytes = Arrays.stream(good).mapToLong(batch::length).sum();
        acknowledge(batch, good.length, goodBytes, position -> good[position]);
        failures.groups().forEach(group -> retryOrFail(batch, group, good.length > 0, retries));
    }

    private static boolean tellsOfPlace(Throwable error) {
        return FailureClassifier.classify(error) == Failure.RELOCATE || tellsOfServer(error);
    }

    /** A server that does not answer may have lost its regions to others, and will not say so itself. */
    private static boolean tellsOfServer(Throwable error) {
        return FailureClassifier.isServerDown(error) || error instanceof CallTimeoutException;
    }

    /** The request was too large for the server, which has done nothing of it. */
    private void cut(ServerBatch request, Throwable refusal, Consumer<Retry> retries) {
        Batch batch = request.batch();
        int[] entries = IntStream.range(0, request.mutationCount())
                .map(request::mutation)
                .toArray();
        for (int entry : entries) {
            batch.progress().unexpose(entry, false);
        }
        if (entries.length == 1 || stayTogether(batch, entries)) {
            fail(batch, entries, entry -> FinalErrors.tooLarge(batch, entry, request.server(), refusal));
            return;
        }
        context.limits().learn(request, refusal);
        warnings.warn(
                "limit of " + request.server(),
                () -> "Requests to " + request.server().getHostAndPort() + " are too large and are cut from now on: "
                        + refusal.getMessage());
        again(new Retry(entries, 0, false, refusal), retries);
    }

    /** A look-up failed, so none of the entries that wait for it can be sent now. */
    void failedToLocate(Batch batch, int[] entries, Throwable error, Consumer<Retry> retries) {
        Failures failures = new Failures(batch, null, now());
        for (int entry : entries) {
            failures.add(entry, error, null, null);
        }
        failures.groups().forEach(group -> retryOrFail(batch, group, false, retries));
    }

    /** What a look-up that took too long fails with. */
    Throwable lookupTimeout(Batch batch) {
        String message = "no region found for table '" + batch.table() + "' within the operation timeout of "
                + TimeUnit.NANOSECONDS.toMillis(settings.operationTimeoutNanos()) + " ms";
        @Nullable Throwable trouble = context.locator().trouble();
        CallTimeoutException error =
                new CallTimeoutException(trouble == null ? message : message + ", last: " + trouble);
        if (trouble != null) {
            error.initCause(trouble);
        }
        return error;
    }

    /** Something went wrong that is no error of a server: what has not settled of these entries fails. */
    void failedUnexpectedly(Batch batch, int[] entries, RuntimeException error) {
        fail(batch, entries, entry -> error);
    }

    /** @param progress whether the same request has had some success */
    private void retryOrFail(Batch batch, Failures.Group group, boolean progress, Consumer<Retry> retries) {
        Throwable error = group.error();
        Failure failure = meaning(group);
        if (group.contagious() && searchCulprits(batch, group, failure, retries)) {
            return;
        }
        if (failure == Failure.FAIL) {
            Throwable refusal = errors.refused(batch, group);
            fail(batch, group.entries(), entry -> refusal);
            return;
        }
        int attempts = group.history().counted();
        long pauseNanos = pauseNanos(failure, error, attempts);
        boolean inTime = pauseNanos < remainingNanos(batch);
        if (!inTime && error instanceof RpcThrottlingException quota) {
            fail(batch, group.entries(), entry -> errors.throttled(batch, entry, group, quota));
            return;
        }
        if (attempts >= settings.retry().maxAttempts() || !inTime) {
            fail(batch, group.entries(), entry -> errors.exhausted(batch, entry, group));
            return;
        }
        if (failure == Failure.RETRY_NOW && progress) {
            // The server does a part at a time, so there is an end.
            batch.progress().attempted(group.entries(), group.history().uncounted());
        }
        warnOf(batch, group, attempts, pauseNanos);
        events.retried(batch, group, pauseNanos);
        again(new Retry(group.entries(), pauseNanos, confirmTable(error, attempts), error), retries);
    }

    private static Failure meaning(Failures.Group group) {
        Throwable error = group.error();
        boolean again = group.history().counted() > 1;
        // With the region looked up anew, the row is still not in it.
        return again && FailureClassifier.isRowOutOfRange(error) ? Failure.FAIL : FailureClassifier.classify(error);
    }

    /**
     * Sends entries that failed together again in two halves, if that is worth it. An error that tells nothing may as well
     * be trouble of the server. Then halves are tried with all pauses, until one is written while another fails: that
     * proves the contagion.
     */
    private boolean searchCulprits(Batch batch, Failures.Group group, Failure failure, Consumer<Retry> retries) {
        AttemptHistory history = group.history();
        boolean certain = failure == Failure.FAIL;
        boolean allowed = certain
                || (history.counted() >= ATTEMPTS_BEFORE_SUSPICION
                        && history.counted() < settings.retry().maxAttempts());
        CulpritSearch search = isolation.search(history);
        boolean atOnce = certain || (failure == Failure.RETRY && search.isFruitful());
        long pauseNanos = atOnce ? 0 : pauseNanos(failure, group.error(), history.counted());
        if (group.entries().length == 1 || !allowed || pauseNanos >= remainingNanos(batch)) {
            return false;
        }
        List<int[]> halves = isolation.halves(batch, group.entries(), search);
        if (halves.isEmpty()) {
            warnings.warn(
                    "search " + batch.table(),
                    () -> "Some of " + group.entries().length + " mutations of table '" + batch.table()
                            + "' may fail for others; too many fail to be told apart: " + group.error());
            return false;
        }
        events.retried(batch, group, pauseNanos);
        for (int[] half : halves) {
            batch.progress().attempted(half, (atOnce ? history.uncounted() : history).in(search));
            again(new Retry(half, pauseNanos, false, group.error()), retries);
        }
        return true;
    }

    private void again(Retry retry, Consumer<Retry> retries) {
        observer.retried(retry.entries().length, retry.error());
        retries.accept(retry);
    }

    /** Where the order of rows is kept, what is of one row goes in one request. */
    private boolean stayTogether(Batch batch, int[] entries) {
        return done != null
                && IntStream.of(entries).mapToLong(batch::rowHash).distinct().count() == 1;
    }

    private long remainingNanos(Batch batch) {
        return batch.deadlineNanos() - context.clock().nanoTime();
    }

    private void warnOf(Batch batch, Failures.Group group, int attempts, long pauseNanos) {
        if (attempts < settings.startLogErrorsCount()) {
            return;
        }
        Throwable error = group.error();
        warnings.warn(
                batch.table() + " " + error.getClass().getName(),
                () -> group.entries().length + " mutations of table '" + batch.table() + "' failed for the "
                        + attempts + ". time at " + group.history().latest().server() + ", again in "
                        + TimeUnit.NANOSECONDS.toMillis(pauseNanos) + " ms: " + error);
    }

    private long pauseNanos(Failure failure, Throwable error, int attempts) {
        if (failure == Failure.RETRY_NOW || (attempts == 1 && error instanceof RegionMovedException)) {
            return 0;
        }
        if (error instanceof RpcThrottlingException throttling) {
            return TimeUnit.MILLISECONDS.toNanos(throttling.getWaitInterval());
        }
        return settings.retry().pauseNanosAfter(Math.max(1, attempts), failure);
    }

    private static boolean confirmTable(Throwable error, int attempts) {
        return error instanceof NotServingRegionException && attempts % NOT_SERVING_BEFORE_TABLE_CHECK == 0;
    }

    private Instant now() {
        return Instant.ofEpochMilli(context.clock().currentTimeMillis());
    }

    /** See {@link BatchDispatcher#abandon}; of one batch, without its copies. */
    List<Unacknowledged> abandon(Batch batch, Throwable error) {
        if (!batch.tryRetain()) {
            return List.of();
        }
        try {
            return completer.abandon(batch, error);
        } finally {
            batch.release();
        }
    }
}
