package io.sluice.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.MutatorClosedException;
import io.sluice.MutatorState;
import io.sluice.Ordering;
import io.sluice.RetriesExhaustedException;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.BatchDispatcher.Abandoned;
import io.sluice.internal.batch.Batches.Filled;
import io.sluice.internal.flow.RequestWindows;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.MemoryRegionLookup;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.retry.RetryPolicy;
import io.sluice.internal.time.ManualTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A dispatcher with servers, regions and time of the test's. */
final class DispatcherFixture {
    static final long MILLI = 1_000_000;
    static final long PAUSE = 100 * MILLI;
    static final long OPERATION_TIMEOUT = 10_000 * MILLI;
    static final long RPC_TIMEOUT = 3_000 * MILLI;
    static final int MAX_ATTEMPTS = 5;

    final ManualTime time = new ManualTime();
    final MemoryRegionLookup lookup = new MemoryRegionLookup();
    final CachingRegionLocator locator = new CachingRegionLocator(lookup);
    final ScriptedSender sender = new ScriptedSender(time);
    final PooledBlockAllocator allocator = new PooledBlockAllocator(200, 1_000);
    final ServerLimits limits = new ServerLimits();
    final MutatorStats stats = new MutatorStats(locator, List.of(), new ClientNumbers().table(Regions.TABLE));

    DispatcherFixture() {
        lookup.set(Regions.table(2, "m"));
    }

    BatchDispatcher dispatcher() {
        return dispatcher(Runnable::run, sender, MAX_ATTEMPTS);
    }

    /** @param completions null for the network thread */
    BatchDispatcher dispatcher(@Nullable Executor completions, BatchSender to, int maxAttempts) {
        return dispatcher(completions, to, maxAttempts, 100);
    }

    BatchDispatcher dispatcher(
            @Nullable Executor completions, BatchSender to, int maxAttempts, int maxRequestMutations) {
        DispatchSettings settings = new DispatchSettings(
                Ordering.NONE,
                1 << 20,
                maxRequestMutations,
                new RetryPolicy(maxAttempts, PAUSE, 5 * PAUSE, () -> 0),
                RPC_TIMEOUT,
                OPERATION_TIMEOUT,
                100,
                Map.of());
        return new BatchDispatcher(
                locator,
                to,
                time,
                time,
                limits,
                RequestWindows.unlimited(),
                new Shares(Long.MAX_VALUE, 1),
                time,
                completions,
                settings,
                stats);
    }

    /** What was counted so far. */
    MutatorState counted() {
        return stats.state(0, 0, new ByteBudget(1));
    }

    Filled puts(String... rows) {
        return Batches.puts(allocator, rows);
    }

    /** Abandons a batch and tells its receivers. */
    static List<Unacknowledged> abandon(BatchDispatcher dispatcher, Filled filled) {
        Abandoned abandoned =
                dispatcher.abandon(List.of(filled.batch()), batch -> new MutatorClosedException("closed"));
        abandoned.tell().run();
        return abandoned.handedBack();
    }

    Filled dispatch(String... rows) {
        Filled filled = puts(rows);
        dispatcher().dispatch(filled.batch());
        return filled;
    }

    /** A request that failed as a whole, with nothing applied. */
    static ServerBatchResult refused(Throwable error) {
        return ServerBatchResult.failed(error, false);
    }

    /** What a future has failed with. */
    static Throwable errorOf(CompletableFuture<Void> future) {
        assertThat(future).isCompletedExceptionally();
        return Objects.requireNonNull(future.handle((done, error) -> error).join());
    }

    /** What a future has failed with that was given up. */
    static RetriesExhaustedException exhausted(CompletableFuture<Void> future) {
        return (RetriesExhaustedException) errorOf(future);
    }

    /** To be true after each test: every block that was taken has been given back, once. */
    void assertAllGivenBack() {
        assertThat(allocator.blocksInUse()).as("blocks in use").isZero();
    }
}
