package io.sluice.internal.batch;

import io.sluice.RpcThrottlingException;
import io.sluice.ServerName;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.retry.ErrorMeaning;
import io.sluice.internal.retry.ErrorMeaning.Pause;
import io.sluice.internal.retry.ErrorMeaning.Stale;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides from the outcome of an attempt which entries have settled and which are tried again. */
final class Settler {
    static final Logger LOG = LoggerFactory.getLogger(Settler.class);

    /** "Not serving" this often may mean that the table is disabled or gone, which only {@code hbase:meta} knows. */
    private static final int NOT_SERVING_BEFORE_TABLE_CHECK = 3;

    /** Attempts that fail with an error of no known meaning before a single mutation is suspected to cause it. */
    private static final int ATTEMPTS_BEFORE_SUSPICION = 2;

    private final CachingRegionLocator locator;
    private final Timer timer;
    private final Clock clock;
    private final ServerLimits limits;
    private final DispatchSettings settings;
    private final MutatorStats stats;
    private final Completer completer;
    private final RateLimitedLog warnings;
    private final CulpritFinder culprits = new CulpritFinder();

    Settler(
            CachingRegionLocator locator,
            Timer timer,
            Clock clock,
            ServerLimits limits,
            DispatchSettings settings,
            MutatorStats stats,
            Completer completer,
            RateLimitedLog warnings) {
        this.locator = locator;
        this.timer = timer;
        this.clock = clock;
        this.limits = limits;
        this.settings = settings;
        this.stats = stats;
        this.completer = completer;
        this.warnings = warnings;
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
            completer.acknowledge(request);
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
        completer.acknowledge(batch, good);
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
                    locator.misplaced(slice.region(), error);
                    stats.moved(slice.region(), error);
                });
            case SERVER -> locator.serverDown(request.server());
            case PERHAPS_PLACE -> {
                long waitNanos = locator.doubtIn(request.server(), clock.nanoTime());
                if (waitNanos > 0) {
                    // For all refusals until then, whichever regions they concern.
                    Timer.Cancellable unused = timer.schedule(() -> locator.serverDown(request.server()), waitNanos);
                } else if (waitNanos == 0 && meaning.concernsServer()) {
                    locator.serverDown(request.server());
                } else if (waitNanos == 0) {
                    slices.forEach(slice -> locator.misplaced(slice.region(), error));
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
            completer.fail(batch, entries, entry -> failures.tooLarge(request, entry, refusal));
            return List.of();
        }
        limits.learn(request, refusal);
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

    /** @param progress whether a part of the same request has succeeded */
    private void retryOrFail(Batch batch, Failures.Group group, boolean progress, List<Retry> retries) {
        Throwable error = group.error();
        int attempts = group.history().counted();
        if (group.contagious() && searchCulprits(batch, group, retries)) {
            return;
        }
        // The server's error may be that of another mutation. Time is over, and not the mutation refused.
        boolean undecided = group.contagious() && group.entries().length > 1 && batch.remainingNanos(clock) <= 0;
        if (group.meaning().isFinal(attempts) && !undecided) {
            completer.fail(batch, group.entries(), group::refused);
            return;
        }
        long pauseNanos = settings.retry().pauseNanosAfter(attempts, group.meaning());
        boolean inTime = pauseNanos < batch.remainingNanos(clock);
        if (!inTime && error instanceof RpcThrottlingException quota) {
            completer.fail(batch, group.entries(), entry -> group.throttled(entry, quota));
            return;
        }
        if (attempts >= settings.retry().maxAttempts() || !inTime) {
            completer.fail(batch, group.entries(), group::exhausted);
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
        CulpritFinder.Search search = culprits.search(history);
        boolean atOnce = certain || (meaning.stale() == Stale.NOTHING && search.isFruitful());
        long pauseNanos = atOnce ? 0 : settings.retry().pauseNanosAfter(history.counted(), meaning);
        if (group.entries().length == 1 || !allowed || pauseNanos >= batch.remainingNanos(clock)) {
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
        return new Failures(batch, server, clock, settings.operationTimeoutNanos());
    }
}
