package io.sluice.internal.buffer;

import static io.sluice.internal.locate.Regions.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.internal.batch.BatchMemory;
import io.sluice.internal.batch.ScriptedSender;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.MemoryRegionLookup;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.time.ManualTime;
import io.sluice.internal.time.Timer;
import io.sluice.internal.trace.WriteTracer;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A write engine with servers, regions and time of the test's. */
final class EngineFixture {
    static final long BUDGET = 10_000;
    static final int BLOCK_BYTES = 500;
    /** What a block counts with all that comes with it. */
    static final long BLOCK_CHARGE = BatchMemory.mostCharged(0, BLOCK_BYTES);

    static final Duration TOO_LONG = Duration.ofSeconds(Long.MAX_VALUE);

    final ManualTime time = new ManualTime();
    final MemoryRegionLookup lookup = new MemoryRegionLookup();
    final CachingRegionLocator locator = new CachingRegionLocator(lookup);
    final ScriptedSender sender = new ScriptedSender(time);
    final PooledBlockAllocator allocator = new PooledBlockAllocator(BLOCK_BYTES, 1_000);
    final ByteBudget budget = new ByteBudget(BUDGET);
    final Configuration configuration = new Configuration();
    final ClientNumbers numbers = new ClientNumbers();
    final WriteEngine engine = engine(new Shares(BUDGET, 1), null);

    EngineFixture() {
        lookup.set(Regions.table(2, "m"));
    }

    /** Another engine with the same budget. */
    WriteEngine engine(Timer timer) {
        return engine(new Shares(BUDGET, 1), null, timer);
    }

    /** Another engine with the same budget. */
    WriteEngine engine(Shares shares, @Nullable WriteTracer tracer) {
        return engine(shares, tracer, time);
    }

    private WriteEngine engine(Shares shares, @Nullable WriteTracer tracer, Timer timer) {
        return new WriteEngine(new WriteEngine.Parts(
                configuration,
                locator,
                sender,
                timer,
                time,
                allocator,
                budget,
                shares,
                numbers,
                tracer,
                time,
                time::onNetworkThread,
                new ConcurrentHashMap<>()));
    }

    AsyncBufferedMutatorBuilder builder() {
        return engine.newBuilder(Regions.TABLE, null);
    }

    AsyncBufferedMutator mutator() {
        return builder().build();
    }

    static Put put(String row) {
        return put(row, 0);
    }

    /** A Put whose value has so many bytes. */
    static Put put(String row, int valueBytes) {
        return new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), new byte[valueBytes]);
    }

    /** To be true after each test. */
    void assertAllGivenBack() {
        assertThat(allocator.blocksInUse()).as("blocks in use").isZero();
        assertThat(budget.usedBytes()).as("budget in use").isZero();
        assertThat(budget.hasWaiters()).as("waiters").isFalse();
    }

    /** To be true when nothing is unsettled: the engine's looks at claims and at what is unsettled end by themselves. */
    void assertNoTimers() {
        time.advance(TimeUnit.MILLISECONDS.toNanos(500));
        assertThat(time.waiting()).as("timers").isZero();
    }
}
