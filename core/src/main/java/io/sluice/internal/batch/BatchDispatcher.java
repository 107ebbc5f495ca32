package io.sluice.internal.batch;

import io.sluice.CallTimeoutException;
import io.sluice.Ordering;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.flow.RequestWindow;
import io.sluice.internal.flow.RequestWindow.AnswerReport;
import io.sluice.internal.flow.RequestWindow.Verdict;
import io.sluice.internal.flow.RequestWindows;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.locate.RegionUnknownException;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.roworder.RowSequencer.Released;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import io.sluice.internal.time.Timer.Cancellable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a full batch to its end: locate, group, send, settle; entries that fail and may be tried again take the same path
 * once more. Entries whose region is known are sent at once and do not wait for the others.
 *
 * <p>An entry is held by one party at a time: the dispatching thread, then a request under way, or a look-up, or a pause.
 * Only the holder settles it, except that {@link #abandon} may do so at any time. A holder that waits refers to its entries
 * by their numbers and does not keep the memory of the batch in place; it {@linkplain #resume retains} the batch again to
 * continue.
 */
public final class BatchDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(BatchDispatcher.class);

    /** How often {@link #checkDeadline} should be called for each batch that has not settled. */
    public static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A request that waits for its window gets a timer when its deadline is as near as this: two checks see it before. */
    private static final long NEAR_NANOS = 2 * CHECK_NANOS;

    /** A batch that no thread works on has been lost if it has not settled this long after its deadline. */
    private static final long OVERDUE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final CachingRegionLocator locator;
    private final BatchSender sender;
    private final Timer timer;
    private final Clock clock;
    private final ServerLimits limits;
    private final RequestWindows windows;
    private final Shares shares;
    private final Executor network;
    private final DispatchSettings settings;
    private final MutatorStats stats;
    private final Completer completer;
    private final Settler settler;
    /** Null unless the order of rows is kept. */
    private final @Nullable RowGate rows;

    private volatile int spread;

    /**
     * @param locator where regions are
     * @param sender sends requests to the servers
     * @param timer for pauses and deadlines
     * @param limits the limits that servers have reported
     * @param windows of requests in flight, by server
     * @param shares of the connection's budget
     * @param network runs a task on a network thread, never inside the call
     * @param completions completes futures: the program's executor; null for the network thread that learns the outcome
     */
    public BatchDispatcher(
            CachingRegionLocator locator,
            BatchSender sender,
            Timer timer,
            Clock clock,
            ServerLimits limits,
            RequestWindows windows,
            Shares shares,
            Executor network,
            @Nullable Executor completions,
            DispatchSettings settings,
            MutatorStats stats) {
        this.locator = locator;
        this.sender = sender;
        this.timer = timer;
        this.clock = clock;
        this.limits = limits;
        this.windows = windows;
        this.shares = shares;
        this.network = network;
        this.settings = settings;
        this.stats = stats;
        RateLimitedLog warnings = new RateLimitedLog(clock, Settler.LOG::warn);
        completer = new Completer(completions, stats, warnings);
        settler = new Settler(locator, timer, clock, limits, settings, stats, completer, warnings);
        rows = settings.ordering() == Ordering.PER_ROW ? new RowGate(shares) : null;
    }

    /**
     * Sends a batch that has an entry, if it is complete and no other thread sends it. Returns when its requests are on
     * their way; no mutation's future completes inside this call. An error here fails the entries; if the stack is too
     * short even for that, the batch stores it as {@link Batch#mishap}, and the next call fails them.
     */
    public void dispatch(Batch batch) {
        if (!batch.claimDispatch()) {
            rescue(batch);
            return;
        }
        // From here to the catch nothing is called outside the try: a batch that was claimed has an owner.
        try {
            tellSent(batch);
            batch.handOver(clock.nanoTime(), settings.operationTimeoutNanos());
            resume(batch, () -> unsent(batch, null), () -> begin(batch));
        } catch (Throwable e) {
            batch.mishap = e;
        }
    }

    /** Servers that the last batch was sent to; 0 before the first one. */
    public int spread() {
        return spread;
    }

    /**
     * Sets timers for the requests of a batch that wait for their windows, if its deadline is near. And fails entries that an
     * error has left without an owner, if their deadline has passed: all others settle by then. To be called every
     * {@link #CHECK_NANOS} for a batch that was given to {@link #dispatch}.
     */
    public void checkDeadline(Batch batch) {
        long remainingNanos = batch.remainingNanos(clock);
        if (remainingNanos <= NEAR_NANOS) {
            batch.watchDeadline();
        }
        if (!batch.isRead() && remainingNanos <= -OVERDUE_NANOS) {
            resume(batch, () -> allEntries(batch), () -> failLater(batch, () -> allEntries(batch), overdue(batch)));
        }
    }

    private Throwable overdue(Batch batch) {
        Throwable mishap = batch.mishap;
        return mishap != null
                ? mishap
                : new IllegalStateException("mutations of table '" + batch.table()
                        + "' were lost to an error in the client" + " and may have been applied; see the log");
    }

    /** A batch that was swapped out must be dispatched, whatever its listeners throw. */
    private void tellSent(Batch batch) {
        try {
            stats.sent(batch);
        } catch (Throwable e) {
            LOG.warn("listeners could not be notified of a flush of table '{}'", batch.table(), e);
        }
    }

    /** Fails the entries of a batch whose dispatch ended in an error that could not be handled at once. */
    private void rescue(Batch batch) {
        Throwable mishap = batch.mishap;
        if (mishap != null) {
            Supplier<int[]> entries = () -> unsent(batch, null);
            resume(batch, entries, () -> {
                // Before the attempt, which stores an error if it fails, too.
                batch.mishap = null;
                failLater(batch, entries, mishap);
            });
        }
    }

    private void begin(Batch batch) {
        Throwable end = batch.abandonedWith();
        if (end != null) {
            // Abandoned while a thread was still copying its mutation: only now are all entries there.
            Completions.runOn(network, completer.abandon(batch, end).tell());
            return;
        }
        if (rows == null) {
            dispatch(batch, null);
        } else {
            release(rows.arrived(batch));
        }
        Throwable spoil = batch.spoil;
        if (spoil != null) {
            // After the arrival: a batch that settles before it counts as given up.
            failLater(
                    batch,
                    () -> voidEntries(batch),
                    new IllegalArgumentException(
                            "the mutation could not be copied when it was given to the mutator for '" + batch.table()
                                    + "'; was it changed by another thread meanwhile? " + spoil,
                            spoil));
        }
    }

    private static int[] allEntries(Batch batch) {
        return IntStream.range(0, batch.size()).toArray();
    }

    /**
     * The entries that may fail at once after an error in the middle of a dispatch. If the order of rows is kept, an entry
     * that a server may be about to apply waits for its answer, or for its deadline: when it fails, the next one of its row
     * is sent.
     *
     * @param entries null for all
     */
    private int[] unsent(Batch batch, int @Nullable [] entries) {
        int[] some = entries == null ? allEntries(batch) : entries;
        return rows == null
                ? some
                : IntStream.of(some).filter(entry -> !batch.mayBeApplied(entry)).toArray();
    }

    private static int[] voidEntries(Batch batch) {
        return IntStream.range(0, batch.size()).filter(batch::isVoid).toArray();
    }

    /** @param entries null for all, at the batch's first dispatch */
    private void dispatch(Batch batch, int @Nullable [] entries) {
        RegionMap map = locator.regions(batch.table());
        int[] going = rows == null || entries == null ? entries : rows.again(batch, entries);
        RegionGrouper grouper = new RegionGrouper(batch, going, map, settings, limits);
        List<ServerBatch> requests = grouper.group();
        if (entries == null || 2 * entries.length > batch.size()) {
            spread = grouper.servers();
        }
        if (rows != null) {
            rows.holdBack(batch, grouper.heldBack());
        }
        int known = 0;
        for (ServerBatch request : requests) {
            known += request.mutationCount();
            ShareHold held = entries == null ? ShareHold.first(shares, request) : ShareHold.again(shares, request);
            new Sending(request, held).begin();
        }
        locator.numbers().lookedUp(known, grouper.missing().length);
        locate(batch, grouper.missingByRange(), map);
    }

    /** Sends entries that waited for earlier mutations of their rows, or for earlier batches. */
    private void release(List<Released<Batch>> released) {
        for (Released<Batch> next : released) {
            Batch batch = next.batch();
            int[] entries = next.entries();
            Throwable error = next.error();
            // If the batch is gone, so are the entries that waited for it.
            if (error != null) {
                resume(batch, () -> allEntries(batch), () -> failLater(batch, () -> allEntries(batch), error));
            } else {
                resume(batch, () -> unsent(batch, entries), () -> dispatch(batch, entries));
            }
        }
    }

    /**
     * Sends what waited for earlier entries of the same rows, as far as these have settled; on an executor, their futures may
     * complete later.
     */
    private void rowsSettled(Batch batch, int[] entries) {
        if (rows != null) {
            release(rows.settled(batch, settled(batch, entries)));
        }
    }

    /** A loop, not a stream, as it runs for each request. */
    private static int[] settled(Batch batch, int[] entries) {
        int[] settled = new int[entries.length];
        int count = 0;
        for (int entry : entries) {
            if (batch.isSettled(entry)) {
                settled[count++] = entry;
            }
        }
        return count == settled.length ? settled : Arrays.copyOf(settled, count);
    }

    /**
     * Continues with entries of a batch after a wait, in which the batch may have been abandoned and its blocks given to
     * others. The entries have an owner whatever the step throws: they fail with that error.
     *
     * @param entries computed only if needed: for a request, it is a number for each mutation
     */
    private void resume(Batch batch, Supplier<int[]> entries, Runnable step) {
        if (batch.tryRetain()) {
            runRetained(batch, entries, step);
        }
    }

    private void runRetained(Batch batch, Supplier<int[]> entries, Runnable step) {
        try {
            step.run();
        } catch (StackOverflowError e) {
            // The stack has no room to do anything about it here.
            batch.mishap = e;
        } catch (Throwable e) {
            failLater(batch, entries, e);
        } finally {
            batch.release();
        }
    }

    /**
     * Fails entries on a network thread. They are computed there: an entry that waits behind others of its row when the
     * error is thrown may be on its way by then.
     */
    private void failLater(Batch batch, Supplier<int[]> entries, Throwable error) {
        // Logged there, too: here the stack may be too short for logging, and for the classes that print an error.
        Runnable task = () -> {
            resume(batch, entries, () -> {
                // Before they are chosen: a request that waits for its window must not be sent with them any more.
                batch.hasFailedUnexpectedly = true;
                int[] failed = entries.get();
                completer.fail(batch, failed, entry -> error);
                rowsSettled(batch, failed);
            });
            LOG.warn("mutations of table '{}' failed unexpectedly", batch.table(), error);
        };
        try {
            Completions.runOn(network, task);
        } catch (Throwable e) {
            batch.mishap = error;
        }
    }

    /** If the batch is gone, it was given up, and nothing waits for the outcome. */
    private void settle(ServerBatch request, ServerBatchResult result) {
        Batch batch = request.batch();
        resume(batch, request::mutations, () -> {
            List<Settler.Retry> retries;
            try {
                retries = settler.settle(request, result);
            } finally {
                if (rows != null) {
                    rowsSettled(batch, request.mutations());
                }
            }
            for (Settler.Retry retry : retries) {
                ShareHold held = ShareHold.of(shares, request, retry.entries(), retry.error());
                pause(batch, retry, failed(held, retry));
            }
        });
    }

    private ShareHold failed(ShareHold held, Settler.Retry retry) {
        long nowNanos = clock.nanoTime();
        return held.failed(retry.error(), nowNanos, nowNanos + retry.pauseNanos());
    }

    private void pause(Batch batch, Settler.Retry retry, ShareHold held) {
        if (!retry.confirmTable()) {
            schedule(batch, retry, held);
            return;
        }
        whenDoneInTime(batch, retry.entries(), held, locator.checkEnabled(batch.table()), error -> {
            if (error == null) {
                schedule(batch, retry, held.copy());
            } else {
                notLocated(batch, retry.entries(), error);
            }
        });
    }

    private void schedule(Batch batch, Settler.Retry retry, ShareHold held) {
        Cancellable unused = timer.schedule(
                () -> {
                    try {
                        resume(batch, () -> unsent(batch, retry.entries()), () -> dispatch(batch, retry.entries()));
                    } finally {
                        // Afterwards, so that entries to be sent again count without a gap.
                        held.release();
                    }
                },
                retry.pauseNanos());
    }

    /**
     * Entries whose region is not known are looked up by unknown range of rows: one look-up for each, which may find only a
     * part of the range; the rest then asks again.
     */
    private void locate(Batch batch, List<int[]> missing, RegionMap map) {
        for (int[] entries : missing) {
            byte[] row = batch.row(entryToLookUp(batch, entries, map));
            whenDoneInTime(
                    batch,
                    entries,
                    ShareHold.notLocated(shares, batch, entries),
                    locator.locate(batch.table(), row),
                    error -> located(batch, entries, row, error));
        }
    }

    /**
     * Of the regions of a table that nothing is known of, the first answer has those of the last row and before it: in a
     * table with few regions, all that the entries need. Then an entry in the middle is looked up: whether the entries are in
     * the order of their rows or in no order, about half of them lie on either side, whatever the answer is.
     */
    private static int entryToLookUp(Batch batch, int[] entries, RegionMap map) {
        int chosen = entries[entries.length / 2];
        if (map.size() == 0) {
            for (int entry : entries) {
                chosen = batch.compareRows(entry, chosen) > 0 ? entry : chosen;
            }
        }
        return chosen;
    }

    private void located(Batch batch, int[] entries, byte[] row, @Nullable Throwable error) {
        if (error == null) {
            dispatch(batch, entries);
            return;
        }
        // If the row has no region, neither have the rows before it, back to the nearest region in the answer.
        // Any other error applies to the whole range.
        RegionMap known = locator.regions(batch.table());
        boolean all = !(error instanceof RegionUnknownException);
        IntPredicate fails = entry -> all || known.isUnknown(batch.row(entry), row);
        int[] failed = IntStream.of(entries).filter(fails).toArray();
        int[] others = IntStream.of(entries).filter(fails.negate()).toArray();
        notLocated(batch, failed, error);
        dispatch(batch, others);
    }

    private void notLocated(Batch batch, int[] entries, Throwable error) {
        List<Settler.Retry> retries;
        try {
            retries = settler.failedToLocate(batch, entries, error);
        } finally {
            rowsSettled(batch, entries);
        }
        for (Settler.Retry retry : retries) {
            ShareHold held = ShareHold.notLocated(shares, batch, retry.entries());
            schedule(batch, retry, failed(held, retry));
        }
    }

    /**
     * Runs an action on a network thread when the future is complete, or with a timeout error at the batch's deadline.
     *
     * @param entries wait for it
     * @param held counts them until then
     */
    private void whenDoneInTime(
            Batch batch,
            int[] entries,
            ShareHold held,
            CompletableFuture<Void> future,
            Consumer<@Nullable Throwable> action) {
        AtomicBoolean once = new AtomicBoolean();
        Consumer<@Nullable Throwable> step = error -> {
            try {
                resume(batch, () -> unsent(batch, entries), () -> action.accept(error));
            } finally {
                held.release();
            }
        };
        Cancellable deadline = timer.schedule(
                () -> {
                    if (once.compareAndSet(false, true)) {
                        step.accept(lookupTimeout(batch));
                    }
                },
                batch.remainingNanos(clock));
        CompletableFuture<Void> unused = future.whenCompleteAsync(
                (done, error) -> {
                    if (once.compareAndSet(false, true)) {
                        deadline.cancel();
                        step.accept(error == null ? null : Completions.cause(error));
                    }
                },
                network);
    }

    private Throwable lookupTimeout(Batch batch) {
        String message = "no region found for table '" + batch.table() + "' within the operation timeout of "
                + TimeUnit.NANOSECONDS.toMillis(settings.operationTimeoutNanos()) + " ms";
        @Nullable Throwable trouble = locator.trouble();
        CallTimeoutException error =
                new CallTimeoutException(trouble == null ? message : message + ", last: " + trouble);
        if (trouble != null) {
            error.initCause(trouble);
        }
        return error;
    }

    /**
     * The entries of batches that were given up.
     *
     * @param handedBack the mutations, each with its last error
     * @param tell notifies their receivers, which may take as long as the program's callbacks take
     */
    public record Abandoned(List<Unacknowledged> handedBack, Runnable tell) {}

    /**
     * Gives up on the unsettled entries. Requests under way continue, but their answers are ignored. No code of the program
     * runs in this call: no other thread settles the mutations that are handed back, and they settle when their receivers
     * are notified.
     *
     * @param batches those that are not {@linkplain Batch#isComplete complete} are given up when they are, by the thread
     *     that completes them
     * @param error what the futures fail with
     */
    public Abandoned abandon(List<Batch> batches, Function<Batch, Throwable> error) {
        List<Unacknowledged> handedBack = new ArrayList<>();
        List<Runnable> tell = new ArrayList<>();
        for (Batch batch : batches) {
            if (rows != null) {
                // Entries that are handed back must not release those that wait for them: these must not be sent,
                // either.
                rows.stop(batch);
            }
            Throwable end = error.apply(batch);
            batch.abandon(end);
            if (batch.isComplete()) {
                Abandoned one = completer.abandon(batch, end);
                handedBack.addAll(one.handedBack());
                tell.add(one.tell());
            }
        }
        return new Abandoned(handedBack, () -> tell.forEach(BatchDispatcher::runSafely));
    }

    /** The receivers of other batches must still be notified. */
    private static void runSafely(Runnable tell) {
        try {
            tell.run();
        } catch (Throwable e) {
            LOG.error("receivers of an abandoned batch could not be notified", e);
        }
    }

    /**
     * One request on its way: it waits for a ticket of the window of its server, has it, or has returned it. While it waits it
     * is neither encoded nor exposed. What it holds of the shares goes back with the ticket.
     */
    final class Sending {
        private final ServerBatch request;
        private final Batch batch;
        private final RequestWindow window;
        private final ShareHold held;
        /** The wait for the window, once it has begun; or null. */
        private volatile RequestWindow.@Nullable Waiting waiting;

        /** The timer of the wait, or null. */
        private volatile @Nullable Cancellable deadline;

        // Owned by the holder of the entries: the thread that sends, then the one that receives the answer.
        private long sentNanos;
        private final AtomicBoolean ended = new AtomicBoolean();

        /** Whether the request is in the window and no answer will return its ticket. Stored without a call. */
        private volatile boolean hasIdleTicket;

        Sending(ServerBatch request, ShareHold held) {
            this.request = request;
            this.held = held;
            batch = request.batch();
            window = windows.of(request.server());
            held.endWith(this);
        }

        void begin() {
            hasIdleTicket = window.tryEnter();
            if (hasIdleTicket) {
                transmit();
            } else {
                awaitTicket();
            }
        }

        /**
         * Waits until the server has answered other requests, at most until the deadline of the batch. A timer for that is set
         * only when the deadline is near: when a server is busy nearly all requests wait, but not for long.
         */
        private void awaitTicket() {
            RequestWindow.Waiting mine = window.enter(this::admitted);
            waiting = mine;
            try {
                if (batch.remainingNanos(clock) <= NEAR_NANOS) {
                    watchDeadline();
                }
            } catch (Throwable e) {
                // An Error. If the request is already in the window, it needs no timer.
                if (mine.cancel()) {
                    boolean unused = end();
                    throw e;
                }
            }
        }

        /** Sets the timer, if the request waits and has none. Two threads at once may set two, of which one does nothing. */
        void watchDeadline() {
            RequestWindow.Waiting mine = waiting;
            if (mine == null || mine.isDecided() || deadline != null) {
                return;
            }
            Cancellable set = timer.schedule(
                    () -> {
                        if (mine.cancel()) {
                            boolean unused = end();
                            timedOut();
                        }
                    },
                    batch.remainingNanos(clock));
            deadline = set;
            // The thread that admits the request decides first and then reads the deadline: one of the two cancels it.
            if (mine.isDecided()) {
                set.cancel();
            }
        }

        /**
         * Continues on a network thread, since this one is admitting further requests, and has the answer to another one to
         * settle. Must not throw.
         */
        private void admitted() {
            Cancellable set = deadline;
            if (set != null) {
                set.cancel();
            }
            hasIdleTicket = true;
            try {
                Completions.runOn(network, this::proceed);
            } catch (Throwable e) {
                // The entries fail at their deadline, and the end of the batch returns the ticket, unless it has ended.
                batch.mishap = e;
                if (batch.tryRetain()) {
                    batch.release();
                } else {
                    unused();
                }
            }
        }

        private void proceed() {
            if (batch.tryRetain()) {
                runRetained(batch, () -> unsent(batch, request.mutations()), this::sendOrRegroup);
            } else {
                unused();
            }
        }

        private void sendOrRegroup() {
            boolean hasFailed = batch.hasFailedUnexpectedly && unsettled().length < request.mutationCount();
            if (isWhereItWas() && !hasFailed) {
                transmit();
            } else {
                // A region has moved in the meantime, or some of the entries have failed: the others are grouped again,
                // and count for their new places before they stop counting for the old ones.
                try {
                    dispatch(batch, unsettled());
                } finally {
                    unused();
                }
            }
        }

        private int[] unsettled() {
            return IntStream.of(request.mutations())
                    .filter(entry -> !batch.isSettled(entry))
                    .toArray();
        }

        private boolean isWhereItWas() {
            RegionMap map = locator.regions(batch.table());
            for (Slice slice : request.slices()) {
                if (!map.serves(slice.region())) {
                    return false;
                }
            }
            return true;
        }

        private void timedOut() {
            CallTimeoutException error = new CallTimeoutException("multi to "
                    + request.server().getHostAndPort()
                    + ": not sent, as it waited for earlier requests to be answered until"
                    + " the operation timeout of "
                    + TimeUnit.NANOSECONDS.toMillis(settings.operationTimeoutNanos()) + " ms; not applied");
            settle(request, ServerBatchResult.failed(error, false));
        }

        private void transmit() {
            long remainingNanos = batch.remainingNanos(clock);
            if (remainingNanos <= 0) {
                unused();
                // Not at once: the mutations behind these in their rows may be late, too, and those behind them.
                network.execute(this::timedOut);
                return;
            }
            if (!batch.expose(request)) {
                unused();
                return;
            }
            sentNanos = clock.nanoTime();
            hasIdleTicket = false;
            long timeoutNanos = Math.min(settings.rpcTimeoutNanos(), remainingNanos);
            try {
                BatchSender.Answer answer = stats.requested(request, this::answered);
                sender.send(request, timeoutNanos, answer);
            } catch (StackOverflowError e) {
                // The stack has no room to do anything about it here.
                hasIdleTicket = true;
                batch.mishap = e;
            } catch (Throwable e) {
                hasIdleTicket = true;
                try {
                    failLater(batch, request::mutations, e);
                } finally {
                    unused();
                }
            }
        }

        private void answered(ServerBatchResult result) {
            try {
                if (result.isAcknowledged()) {
                    // First the next request, then the completions of this one, so that the server does not wait for
                    // them: the next one is a task for another network thread, if there is one. After a failure the
                    // other way round, since the next request may have to go elsewhere.
                    leave(result);
                }
                settle(request, result);
            } finally {
                leave(result);
            }
        }

        /** The next request may go. Does nothing the second time. */
        private void leave(ServerBatchResult result) {
            if (ended.get()) {
                return;
            }
            long nowNanos = clock.nanoTime();
            if (result.failure() == null) {
                held.answered(request, result, nowNanos - sentNanos, nowNanos);
            }
            if (end()) {
                window.leave(
                        new AnswerReport(sentNanos, nowNanos, request.bytes(), verdict(result), result.pressure()));
            }
        }

        private static Verdict verdict(ServerBatchResult result) {
            if (result.saysOverload()) {
                return Verdict.OVERLOADED;
            }
            return result.failure() == null ? Verdict.WELL : Verdict.NOTHING;
        }

        /** The ticket was not used. Does nothing after an answer. */
        private void unused() {
            if (end()) {
                window.leave();
            }
        }

        /** The end of the batch, whatever happened to the holder of the entries. */
        void batchEnds() {
            if (hasIdleTicket) {
                unused();
            }
        }

        private boolean end() {
            if (!ended.compareAndSet(false, true)) {
                return false;
            }
            held.release();
            return true;
        }
    }
}
