package io.sluice.internal.batch;

import io.sluice.CallTimeoutException;
import io.sluice.RpcThrottlingException;
import io.sluice.ServerName;
import io.sluice.internal.batch.BatchDispatcher.Abandoned;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.retry.AttemptHistory;
import io.sluice.internal.retry.CulpritSearch;
import io.sluice.internal.retry.ErrorMeaning;
import io.sluice.internal.retry.ErrorMeaning.Pause;
import io.sluice.internal.retry.ErrorMeaning.Stale;
import io.sluice.internal.time.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

    /** Attempts that fail with an error of no known meaning before a single mutation is suspected to cause it. */
    private static final int ATTEMPTS_BEFORE_SUSPICION = 2;

    private final DispatchContext context;
    private final DispatchSettings settings;
    private final MutatorStats stats;
    private final RateLimitedLog warnings;
    private final Completer completer;
    private final CulpritFinder culprits = new CulpritFinder();

    Settler(DispatchContext context, DispatchSettings settings, MutatorStats stats) {
        this(context, settings, stats, new RateLimitedLog(context.clock(), LOG::warn));
    }

    Settler(DispatchContext context, DispatchSettings settings, MutatorStats stats, RateLimitedLog warnings) {
        this.context = context;
        this.settings = settings;
        this.stats = stats;
        this.warnings = warnings;
        completer = new Completer(context.completions(), stats, warnings);
    }

    private void fail(Batch batch, int[] entries, IntFunction<Throwable> errors) {
        completer.complete(batch, entries.length, in(entries), errors);
    }

    /** One class for all arrays, so that the loops over entries know at most two. */
    private static IntUnaryOperator in(int[] entries) {
        return position -> entries[position];
    }

    /**
     * Entries to be tried again together.
     *
     * @param confirmTable whether the table's state should be asked for first
     * @param error what they failed with
     */
    record Retry(int[] entries, long pauseNanos, boolean confirmTable, Throwable error) {}

    /** Settles the entries whose outcome is final; returns those to be tried again. */
    List<Retry> settle(ServerBatch request, ServerBatchResult result) {
        Batch batch = request.batch();
        if (result.isAcknowledged()) {
            CulpritFinder.written(batch, request.mutation(0));
            completer.complete(batch, request.mutationCount(), request::mutation, null);
            return List.of();
        }
        Throwable failure = result.failure();
        ErrorMeaning whole = result.meaning();
        if (failure != null && whole != null) {
            if (whole.stale() == Stale.LIMITS) {
                return cut(request, failure);
            }
            forget(request, request.slices(), failure, whole);
        }
        IntStream.Builder acknowledged = IntStream.builder();
        Failures failures = failures(batch, request.server());
        CulpritFinder.Runs runs = new CulpritFinder.Runs(request, result);
        boolean serverForgotten = false;
        for (Slice slice : request.slices()) {
            boolean forgotten = failure != null;
            for (int position = slice.from(); position < slice.to(); position++) {
                Throwable error = result.error(position);
                int entry = request.mutation(position);
                if (error == null) {
                    // Stays exposed: until its receiver has been taken, it may still be handed back.
                    acknowledged.add(entry);
                    continue;
                }
                ErrorMeaning meaning = result.meaning(position);
                batch.unexpose(entry, meaning.maybeApplied());
                failures.add(entry, error, meaning, slice.region(), runs.at(position, slice));
                if (!forgotten && meaning.stale() != Stale.NOTHING) {
                    forgotten = true;
                    if (meaning.stale() != Stale.SERVER || !serverForgotten) {
                        forget(request, List.of(slice), error, meaning);
                    }
                    serverForgotten |= meaning.stale() == Stale.SERVER;
                }
            }
        }
        int[] good = acknowledged.build().toArray();
        if (good.length > 0) {
            CulpritFinder.written(batch, good[0]);
        }
        completer.complete(batch, good.length, in(good), null);
        return retryOrFail(batch, failures, good.length > 0);
    }

    private List<Retry> retryOrFail(Batch batch, Failures failures, boolean progress) {
        List<Retry> retries = new ArrayList<>();
        failures.groups().forEach(group -> retryOrFail(batch, group, progress, retries));
        return retries;
    }

    /** Forgets the locations of a request's regions that an error shows to be stale. */
    private void forget(ServerBatch request, List<Slice> slices, Throwable error, ErrorMeaning meaning) {
        switch (meaning.stale()) {
            case NOTHING, LIMITS -> {}
            case REGION ->
                slices.forEach(slice -> {
                    context.locator().misplaced(slice.region(), error);
                    stats.moved(slice.region(), error);
                });
            case SERVER -> context.locator().serverDown(request.server());
            case PERHAPS_PLACE -> {
                long waitNanos = context.limits()
                        .doubtPlaceIn(request.server(), context.clock().nanoTime());
                if (waitNanos > 0) {
                    // For all refusals until then, whichever regions they concern.
                    Timer.Cancellable unused =
                            context.timer().schedule(() -> context.locator().serverDown(request.server()), waitNanos);
                } else if (waitNanos == 0 && meaning.concernsServer()) {
                    context.locator().serverDown(request.server());
                } else if (waitNanos == 0) {
                    slices.forEach(slice -> context.locator().misplaced(slice.region(), error));
                }
            }
        }
    }

    /** The request was too large for the server, which has executed nothing of it. */
    private List<Retry> cut(ServerBatch request, Throwable refusal) {
        Batch batch = request.batch();
        int[] entries = request.mutations();
        for (int entry : entries) {
            batch.unexpose(entry, false);
        }
        if (entries.length == 1) {
            Failures failures = failures(batch, request.server());
            fail(batch, entries, entry -> failures.tooLarge(request, entry, refusal));
            return List.of();
        }
        context.limits().learn(request, refusal);
        warnings.warn(
                "limit of " + request.server(),
                () -> "Requests to " + request.server().getHostAndPort() + " are too large and are cut from now on: "
                        + refusal.getMessage());
        stats.retried(entries.length, refusal);
        return List.of(new Retry(entries, 0, false, refusal));
    }

    /** A look-up failed, so none of the entries that wait for it can be sent now. */
    List<Retry> failedToLocate(Batch batch, int[] entries, Throwable error) {
        Failures failures = failures(batch, null);
        ErrorMeaning meaning = ErrorMeaning.ofCall(error, false);
        for (int entry : entries) {
            failures.add(entry, error, meaning, null, null);
        }
        return retryOrFail(batch, failures, false);
    }

    /** The error for a look-up that took too long. */
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

    /** An error that is not a server's: the unsettled ones of these entries fail. */
    void failedUnexpectedly(Batch batch, int[] entries, Throwable error) {
        fail(batch, entries, entry -> error);
    }

    /** @param progress whether a part of the same request has succeeded */
    private void retryOrFail(Batch batch, Failures.Group group, boolean progress, List<Retry> retries) {
        Throwable error = group.error();
        int attempts = group.history().counted();
        if (group.contagious() && searchCulprits(batch, group, retries)) {
            return;
        }
        // The server's error may be that of another mutation. Time is over, and not the mutation refused.
        boolean undecided =
                group.contagious() && group.entries().length > 1 && batch.remainingNanos(context.clock()) <= 0;
        if (group.meaning().isFinal(attempts) && !undecided) {
            fail(batch, group.entries(), group::refused);
            return;
        }
        long pauseNanos = settings.retry().pauseNanosAfter(attempts, group.meaning());
        boolean inTime = pauseNanos < batch.remainingNanos(context.clock());
        if (!inTime && error instanceof RpcThrottlingException quota) {
            fail(batch, group.entries(), entry -> group.throttled(entry, quota));
            return;
        }
        if (attempts >= settings.retry().maxAttempts() || !inTime) {
            fail(batch, group.entries(), group::exhausted);
            return;
        }
        if (group.meaning().pause() == Pause.NONE && progress) {
            // The server accepts a part at a time, so this ends.
            batch.attempted(group.entries(), group.history().uncounted());
        }
        warnOf(batch, group, attempts, pauseNanos);
        stats.retried(batch, group, pauseNanos);
        retries.add(new Retry(group.entries(), pauseNanos, confirmTable(group.meaning(), attempts), error));
    }

    /**
     * Sends entries that failed together again in two halves, if that is worth it. An error of unknown meaning may also be a
     * problem of the server. Then halves are tried with all pauses, until one is written while another fails: that proves
     * that a mutation makes others fail.
     */
    private boolean searchCulprits(Batch batch, Failures.Group group, List<Retry> retries) {
        AttemptHistory history = group.history();
        ErrorMeaning meaning = group.meaning();
        boolean certain = meaning.isFinal(history.counted());
        boolean allowed = certain
                || (history.counted() >= ATTEMPTS_BEFORE_SUSPICION
                        && history.counted() < settings.retry().maxAttempts());
        CulpritSearch search = culprits.search(history);
        boolean atOnce = certain || (meaning.stale() == Stale.NOTHING && search.isFruitful());
        long pauseNanos = atOnce ? 0 : settings.retry().pauseNanosAfter(history.counted(), meaning);
        if (group.entries().length == 1 || !allowed || pauseNanos >= batch.remainingNanos(context.clock())) {
            return false;
        }
        List<int[]> halves = culprits.halves(batch, group.entries(), search);
        if (halves.isEmpty()) {
            warnings.warn(
                    "search " + batch.table(),
                    () -> "Some of " + group.entries().length + " mutations of table '" + batch.table()
                            + "' may have failed because of others; too many failed to tell which: " + group.error());
            return false;
        }
        stats.retried(batch, group, pauseNanos);
        for (int[] half : halves) {
            batch.attempted(half, (atOnce ? history.uncounted() : history).in(search));
            retries.add(new Retry(half, pauseNanos, false, group.error()));
        }
        return true;
    }

    private void warnOf(Batch batch, Failures.Group group, int attempts, long pauseNanos) {
        if (attempts < settings.startLogErrorsCount()) {
            return;
        }
        Throwable error = group.error();
        warnings.warn(
                batch.table() + " " + error.getClass().getName(),
                () -> group.entries().length + " mutations of table '" + batch.table() + "' failed on attempt "
                        + attempts + " at " + group.history().latest().server() + ", again in "
                        + TimeUnit.NANOSECONDS.toMillis(pauseNanos) + " ms: " + error);
    }

    private static boolean confirmTable(ErrorMeaning meaning, int attempts) {
        return meaning.stale() == Stale.REGION && attempts % NOT_SERVING_BEFORE_TABLE_CHECK == 0;
    }

    private Failures failures(Batch batch, @Nullable ServerName server) {
        return new Failures(batch, server, context.clock(), settings.operationTimeoutNanos());
    }

    /** See {@link BatchDispatcher#abandon}; of one batch. */
    Abandoned abandon(Batch batch, Throwable error) {
        return completer.abandon(batch, error);
    }
}
