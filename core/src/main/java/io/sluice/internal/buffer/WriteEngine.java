package io.sluice.internal.buffer;

import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.FlushReason;
import io.sluice.MutatorState;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.BatchDispatcher;
import io.sluice.internal.batch.BatchMemory;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.ServerLimits;
import io.sluice.internal.buffer.WriteBuffer.Begun;
import io.sluice.internal.flow.RequestWindow.WindowState;
import io.sluice.internal.flow.RequestWindows;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.memory.BudgetedBlocks;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.metrics.TableNow;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.SingleTimer;
import io.sluice.internal.time.Timer;
import io.sluice.internal.trace.WriteTracer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The shared parts of the mutators of one connection. Makes the mutators, and closes them together. */
public final class WriteEngine {
    private static final Logger LOG = LoggerFactory.getLogger(WriteEngine.class);

    /** A claim waits this long for requests on their way before more are sent. Longer than most answers take. */
    private static final long CLAIM_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /**
     * A server that has answered nothing for this long is in trouble, and so are the servers of the unsettled entries of a
     * batch if none of it has settled for this long. If they are only slow, requests become smaller and the unsettled
     * entries are copied, each byte once at most.
     */
    private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

    /**
     * While claims wait and a server is silent, this part of the budget is kept on its way to the others: blocks with
     * mutations for the silent server are held somewhat longer than an answer takes, and if only what the claims ask for
     * were sent, all would wait for that.
     */
    private static final int SENT_PART = 16;

    /**
     * A buffer is flushed early if it holds this part of an equal share of the budget; those that hold less hold this part
     * of the budget at most, all together.
     */
    private static final int WORTH_PART = 8;

    /** A buffer that holds less is flushed if it has been filling for this long. */
    private static final long LITTLE_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** At this part of the budget a buffer is sent at the latest. */
    private static final int LARGEST_PART = 8;

    private static final int FEWEST_BLOCKS = 16;
    private static final int SMALLEST_BLOCK = 1 << 10;

    private final Parts parts;
    private final ServerLimits serverLimits = new ServerLimits();
    private final BudgetedBlocks blocks;
    private final Shares shares;
    /** By the most requests in flight to one server. */
    private final ConcurrentMap<Integer, RequestWindows> windows = new ConcurrentHashMap<>();

    /** In the order in which they were opened. */
    private final Queue<AsyncBufferedMutatorImpl> open = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;

    /** When batches were last compacted. Written by the check of claims. */
    private volatile long compactedAtNanos;

    private final SingleTimer claimsCheck;
    private final SingleTimer check;

    /** Whether a thread is flushing buffers for claims. */
    private final AtomicBoolean relieving = new AtomicBoolean();

    /**
     * What an engine works with.
     *
     * @param shares of the budget, for regions and servers
     * @param numbers updated by the mutators
     * @param tracer follows the writes, or null
     * @param network runs a task on a network thread, never inside the call
     * @param onNetworkThread whether the calling thread is a network thread, which must not wait
     * @param inFlight counts the requests to each server, together with other engines of the process
     */
    public record Parts(
            Configuration configuration,
            CachingRegionLocator locator,
            BatchSender sender,
            Timer timer,
            Clock clock,
            PooledBlockAllocator allocator,
            ByteBudget budget,
            Shares shares,
            ClientNumbers numbers,
            @Nullable WriteTracer tracer,
            Executor network,
            BooleanSupplier onNetworkThread,
            ConcurrentMap<ServerName, AtomicInteger> inFlight) {}

    public WriteEngine(Parts parts) {
        this.parts = parts;
        shares = parts.shares();
        blocks = new BudgetedBlocks(parts.allocator(), parts.budget());
        compactedAtNanos = parts.clock().nanoTime();
        claimsCheck = new SingleTimer(parts.timer(), this::checkClaims);
        check = new SingleTimer(parts.timer(), this::checkBatches);
        parts.budget().onClaim(this::claimed);
    }

    /**
     * The size of blocks, halved until a budget has room for a number of them, so that a few mutators do not hold most of
     * it.
     */
    public static int blockBytes(int wanted, long budgetBytes) {
        int bytes = wanted;
        while (bytes > SMALLEST_BLOCK && BatchMemory.mostCharged(0, bytes) > budgetBytes / FEWEST_BLOCKS) {
            bytes /= 2;
        }
        return bytes;
    }

    /** Blocks that count against the budget. */
    BudgetedBlocks blocks() {
        return blocks;
    }

    Parts parts() {
        return parts;
    }

    /** The limits that servers have reported. */
    ServerLimits serverLimits() {
        return serverLimits;
    }

    /**
     * The windows of requests by server, the same for all mutators that allow the same number.
     *
     * @param maxInFlight as for {@link RequestWindows#RequestWindows}
     */
    RequestWindows windows(int maxInFlight) {
        return windows.computeIfAbsent(maxInFlight, max -> new RequestWindows(max, parts.inFlight()));
    }

    /**
     * A builder with the configuration's defaults.
     *
     * @param completions where futures complete, or null for the network thread that learns the outcome
     */
    public AsyncBufferedMutatorBuilder newBuilder(TableName table, @Nullable Executor completions) {
        return new AsyncBufferedMutatorBuilderImpl(this, table, completions);
    }

    /** Adds a mutator that was built. */
    void opened(AsyncBufferedMutatorImpl mutator) {
        open.add(mutator);
        // closeAsync may have walked the set before this one was in it.
        if (closed) {
            mutator.close();
            throw new IllegalStateException("the connection is closed");
        }
    }

    void closed(AsyncBufferedMutatorImpl mutator) {
        open.remove(mutator);
    }

    // ---- room held by buffers ----

    /**
     * A claim waits. Requests on their way to servers that answer may be enough for it; if not, buffers are flushed, the
     * oldest first. And because these servers may not answer either, buffers are flushed for as long as a claim waits.
     */
    private void claimed() {
        relieve(parts.budget().wantedBytes(), parts.budget().firstWantedBytes());
    }

    /** A caller that does not wait has found no room: makes some for its next attempt. */
    void relieve(long bytes) {
        relieve(bytes, bytes);
    }

    private void relieve(long bytes, long first) {
        long wanted = shares.isAnySilent() ? Math.max(bytes, parts.budget().limitBytes() / SENT_PART) : bytes;
        flushOldest(wanted - shares.answeringBytes(), first);
        watchClaims();
    }

    /** A buffer begins another batch. The memory of settled mutations should be reclaimed before the last room is taken. */
    void begins() {
        ByteBudget budget = parts.budget();
        if (budget.usedBytes() > budget.limitBytes() / 2) {
            watchClaims();
        }
    }

    /** Room is short, in the budget or in a share: checks soon what can be reclaimed, and again as long as it is short. */
    void watchClaims() {
        claimsCheck.schedule(CLAIM_PATIENCE_NANOS);
    }

    private void checkClaims() {
        ByteBudget budget = parts.budget();
        try {
            long nowNanos = parts.clock().nanoTime();
            shares.noteSilence(nowNanos, SILENCE_NANOS);
            compact(nowNanos);
            budget.serveClaims();
            if (budget.hasWaiters()) {
                flushOldest(budget.wantedBytes(), budget.firstWantedBytes());
            }
        } finally {
            if (budget.hasWaiters() || shares.isAnyOver()) {
                watchClaims();
            }
        }
    }

    /**
     * Gives back the memory of settled mutations in batches whose last ones wait for a server in trouble. Looks at all
     * batches, of which there may be thousands, so not at every check.
     */
    private void compact(long nowNanos) {
        if (nowNanos - compactedAtNanos < SILENCE_NANOS) {
            return;
        }
        compactedAtNanos = nowNanos;
        for (AsyncBufferedMutatorImpl mutator : open) {
            for (WriteBuffer buffer : mutator.writeBuffers()) {
                buffer.compact(nowNanos, SILENCE_NANOS);
            }
        }
    }

    /**
     * Flushes the buffers that have been filling longest, until the flushed ones hold this many bytes. Those with little are
     * left alone for a while: if nearly all of the budget is on its way, every buffer holds a mutation or two, and to send
     * them alone would cost the servers so much time that memory stays short, so that the next ones are sent alone, too.
     *
     * @param first what the first of those that want room needs
     */
    private void flushOldest(long bytes, long first) {
        if (bytes <= 0 || !relieving.compareAndSet(false, true)) {
            // Another thread is doing this; the claims are checked again soon.
            return;
        }
        try {
            List<Begun> begun = begun();
            long little = littleOf(begun, first);
            long nowNanos = parts.clock().nanoTime();
            long flushed = 0;
            for (Begun each : begun) {
                if (flushed >= bytes) {
                    break;
                }
                if (each.bytes() >= little || nowNanos - each.nanos() >= LITTLE_PATIENCE_NANOS) {
                    flushed += each.bytes();
                    each.buffer().flush(FlushReason.MEMORY);
                }
            }
        } finally {
            relieving.set(false);
        }
    }

    /**
     * Bytes at which a buffer is sent at the latest. It is charged for up to twice its bytes, and nobody knows where its mutations
     * go before it is sent. One that is for a server that hangs must not take the room of all others.
     */
    long largestBufferBytes() {
        return Math.max(1, parts.budget().limitBytes() / LARGEST_PART);
    }

    /** A buffer with fewer bytes holds little. 0 if there is no room for the first without what the buffers hold. */
    private long littleOf(List<Begun> begun, long first) {
        long limit = parts.budget().limitBytes();
        long buffered = begun.stream().mapToLong(Begun::bytes).sum();
        return first > limit - buffered ? 0 : limit / WORTH_PART / Math.max(1, begun.size());
    }

    private List<Begun> begun() {
        List<Begun> begun = new ArrayList<>();
        for (AsyncBufferedMutatorImpl mutator : open) {
            for (WriteBuffer buffer : mutator.writeBuffers()) {
                Begun each = buffer.begun();
                if (each != null) {
                    begun.add(each);
                }
            }
        }
        // The clock may begin anywhere, and wrap around.
        begun.sort((a, b) -> Long.signum(a.nanos() - b.nanos()));
        return begun;
    }

    // ---- what has not settled ----

    /**
     * A batch is about to be begun: while any has not settled, all are checked at intervals. One task for all, since with
     * small batches a timer for each would cost more than the batch. If it throws, nothing has been accepted that would not
     * be checked.
     */
    void watch() {
        check.schedule(BatchDispatcher.CHECK_NANOS);
    }

    private void checkBatches() {
        boolean left = true;
        try {
            left = checkDeadlines();
        } finally {
            if (left) {
                watchAgain();
            }
        }
    }

    private void watchAgain() {
        try {
            watch();
        } catch (Throwable e) {
            // If this fails, too, the next batch begins to watch again.
            parts.network().execute(this::watch);
        }
    }

    private boolean checkDeadlines() {
        boolean left = false;
        for (AsyncBufferedMutatorImpl mutator : open) {
            left |= mutator.checkDeadlines();
        }
        return left;
    }

    /** What the open mutators of each table hold. */
    public Map<TableName, TableNow> tablesNow() {
        Map<TableName, TableNow> now = new HashMap<>();
        for (MutatorReport one : reports()) {
            TableNow held = new TableNow(
                    1, one.buffered(), one.state().bufferedBytes(), one.state().pending());
            now.merge(one.table(), held, TableNow::plus);
        }
        return now;
    }

    /** How many mutations the open mutators of a table have in buffers. */
    public long buffered(TableName table) {
        return open.stream()
                .filter(mutator -> mutator.getName().equals(table))
                .mapToLong(AsyncBufferedMutatorImpl::buffered)
                .sum();
    }

    /** The windows of each server, by the most requests in flight that mutators allow it. */
    public Map<ServerName, SortedMap<Integer, WindowState>> windowStates() {
        Map<ServerName, SortedMap<Integer, WindowState>> now = new HashMap<>();
        windows.forEach((max, each) -> each.states()
                .forEach((server, window) ->
                        now.computeIfAbsent(server, key -> new TreeMap<>()).put(max, window)));
        return now;
    }

    /**
     * What a mutator holds.
     *
     * @param buffered mutations in its buffers
     * @param pendingBytes of cells and attributes of the batches with mutations that have not settled
     */
    public record MutatorReport(TableName table, MutatorState state, long buffered, long pendingBytes) {}

    /** The open mutators; a moment's view. */
    public List<MutatorReport> reports() {
        return open.stream().map(AsyncBufferedMutatorImpl::report).toList();
    }

    /** Closes all mutators within their own close timeouts. */
    public CompletableFuture<CloseResult> closeAsync() {
        return closeAll(AsyncBufferedMutatorImpl::closeAsync);
    }

    /** Closes all mutators within the same time. */
    public CompletableFuture<CloseResult> closeAsync(Duration deadline) {
        return closeAll(mutator -> mutator.closeAsync(deadline));
    }

    private CompletableFuture<CloseResult> closeAll(
            Function<AsyncBufferedMutatorImpl, CompletableFuture<CloseResult>> close) {
        closed = true;
        return together(open.stream()
                .map(mutator -> Completions.started(() -> close.apply(mutator)).exceptionally(WriteEngine::notClosed))
                .toList());
    }

    /** The others must be closed all the same. */
    private static CloseResult notClosed(Throwable error) {
        LOG.error("a mutator could not be closed", error);
        return new CloseResult(0, 0, List.of());
    }

    private static CompletableFuture<CloseResult> together(List<CompletableFuture<CloseResult>> closing) {
        return CompletableFuture.allOf(closing.toArray(CompletableFuture[]::new))
                .thenApply(done -> {
                    long acked = 0;
                    long failed = 0;
                    List<Unacknowledged> unacknowledged = new ArrayList<>();
                    for (CompletableFuture<CloseResult> one : closing) {
                        acked += one.join().acked();
                        failed += one.join().failed();
                        unacknowledged.addAll(one.join().unacknowledged());
                    }
                    return new CloseResult(acked, failed, unacknowledged);
                });
    }
}
