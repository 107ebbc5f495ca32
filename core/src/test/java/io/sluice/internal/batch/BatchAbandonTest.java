package io.sluice.internal.batch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.sluice.MutatorClosedException;
import io.sluice.Ordering;
import io.sluice.Put;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.TableNotFoundException;
import io.sluice.Unacknowledged;
import io.sluice.internal.batch.BatchDispatcher.Abandoned;
import io.sluice.internal.flow.RequestWindows;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionLookup;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.retry.RetryPolicy;
import io.sluice.internal.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What goes on in the background when a close has given a batch up must not touch its blocks, which belong to others. */
class BatchAbandonTest {
    private static final TableName TABLE = TableName.valueOf("t");
    private static final int BLOCK_BYTES = 1 << 10;

    private final PooledBlockAllocator allocator = new PooledBlockAllocator(BLOCK_BYTES, 16);
    private final CompletableFuture<List<RegionLocation>> found = new CompletableFuture<>();
    private final CompletableFuture<Void> put = new CompletableFuture<>();
    private final Batch batch = new Batch(TABLE, Batches.budgeted(allocator), 0);
    private final BatchDispatcher dispatcher = dispatcher();

    private BatchDispatcher dispatcher() {
        RegionLookup lookup = mock(RegionLookup.class);
        when(lookup.lookup(any(), any(), any())).thenReturn(found);
        CachingRegionLocator locator = new CachingRegionLocator(lookup);
        DispatchSettings settings = new DispatchSettings(
                Ordering.NONE,
                1 << 20,
                100,
                new RetryPolicy(16, 1, 1, () -> 0),
                TimeUnit.SECONDS.toNanos(60),
                TimeUnit.SECONDS.toNanos(120),
                5,
                Map.of());
        return new BatchDispatcher(
                locator,
                (request, timeoutNanos, answer) -> {
                    throw new AssertionError("sent after it was given up");
                },
                (task, delayNanos) -> () -> {},
                Clock.system(),
                new ServerLimits(),
                RequestWindows.unlimited(),
                new Shares(Long.MAX_VALUE, 1),
                Runnable::run,
                null,
                settings,
                new MutatorStats(locator, List.of(), new ClientNumbers().table(TABLE)));
    }

    private void fill() {
        Put row = new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), bytes("v"));
        Batches.append(batch, allocator, row, put);
        batch.seal();
        assertThat(batch.isComplete()).isTrue();
    }

    private List<Unacknowledged> abandon() {
        Abandoned abandoned = dispatcher.abandon(List.of(batch), given -> new MutatorClosedException("closed"));
        assertThat(put).as("nothing of the program runs in the call").isNotDone();
        abandoned.tell().run();
        return abandoned.handedBack();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }

    private static RegionLocation wholeTable() {
        return new RegionLocation(TABLE, bytes("t,,1.x."), new byte[0], new byte[0], ServerName.valueOf("h", 1, 1), 1);
    }

    private void assertReleasedOnce() {
        assertThat(put).isCompletedExceptionally();
        assertThat(allocator.blocksInUse()).isZero();
        assertThat(allocator.blocksFree()).isEqualTo(1);
    }

    @Test
    void abandon_thenLookupFails_releasesBlocksOnce() {
        fill();
        dispatcher.dispatch(batch);

        List<Unacknowledged> handedBack = abandon();
        found.completeExceptionally(new TableNotFoundException("t"));

        assertThat(handedBack).hasSize(1);
        assertReleasedOnce();
    }

    @Test
    void abandon_thenLookupSucceeds_sendsNothingAndReleasesBlocksOnce() {
        fill();
        dispatcher.dispatch(batch);

        assertThat(abandon()).hasSize(1);
        found.complete(List.of(wholeTable()));

        assertReleasedOnce();
    }

    @Test
    void abandon_beforeHandOver_handsBackWhatWasNeverSent() {
        fill();

        List<Unacknowledged> handedBack = abandon();
        dispatcher.dispatch(batch);

        assertThat(handedBack).hasSize(1);
        assertThat(handedBack.get(0).maybeApplied()).isFalse();
        assertReleasedOnce();
    }
}
