package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.Configuration;
import io.sluice.internal.batch.BatchMemory;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.MemoryRegionLookup;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads and a budget that has room for segments, but not for what the threads write: in real time. */
class PrepaidBufferTest {
    private static final int BLOCK_BYTES = 1 << 10;
    private static final long BUDGET = 40 * BatchMemory.mostCharged(0, BLOCK_BYTES);
    private static final int THREADS = 8;
    private static final int MUTATIONS = 3_000;

    private final ExecutorService network = Executors.newSingleThreadExecutor();
    private final ExecutorService writers = Executors.newFixedThreadPool(THREADS);
    private final PooledBlockAllocator allocator = new PooledBlockAllocator(BLOCK_BYTES, 100);
    private final ByteBudget budget = new ByteBudget(BUDGET);
    private final AtomicLong mostUsed = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final ManualTime time = new ManualTime();

    static LongStream seeds() {
        return LongStream.range(0, 30);
    }

    @AfterEach
    void end() {
        network.shutdownNow();
        writers.shutdownNow();
    }

    private WriteEngine engine() {
        MemoryRegionLookup lookup = new MemoryRegionLookup();
        lookup.set(Regions.table(2, "m"));
        CachingRegionLocator locator = new CachingRegionLocator(lookup);
        assertThat(locator.preload(Regions.TABLE)).isCompleted();
        return new WriteEngine(new WriteEngine.Parts(
                new Configuration(),
                locator,
                (request, timeoutNanos, answer) -> network.execute(() -> {
                    mostUsed.accumulateAndGet(budget.usedBytes(), Math::max);
                    answered.addAndGet(request.mutationCount());
                    answer.complete(ServerBatchResult.acknowledged());
                }),
                time,
                Clock.system(),
                allocator,
                budget,
                new Shares(budget.limitBytes(), 1),
                new ClientNumbers(),
                null,
                network,
                () -> false,
                new ConcurrentHashMap<>()));
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void mutate_manyThreadsLittleRoom_everythingSettlesOnceAndIsGivenBack(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        WriteEngine engine = engine();
        int maxMutations = 1 + random.nextInt(60);
        AsyncBufferedMutator mutator = engine.newBuilder(Regions.TABLE, null)
                .setBackpressure(Backpressure.block(EngineFixture.TOO_LONG))
                .setMaxMutations(maxMutations)
                .setWriteBufferSize(1 + random.nextInt(5_000))
                .disableWriteBufferPeriodicFlush()
                .build();
        List<Callable<List<CompletableFuture<Void>>>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            SplittableRandom own = random.split();
            tasks.add(() -> write(mutator, own));
        }

        List<Future<List<CompletableFuture<Void>>>> written = writers.invokeAll(tasks, 2, TimeUnit.MINUTES);
        mutator.flushAsync().get(1, TimeUnit.MINUTES);

        for (Future<List<CompletableFuture<Void>>> one : written) {
            assertThat(one.get())
                    .hasSize(MUTATIONS)
                    .allSatisfy(f -> assertThat(f).isCompleted());
        }
        assertThat(answered).hasValue((long) THREADS * MUTATIONS);
        assertThat(mutator.state().acknowledged()).isEqualTo((long) THREADS * MUTATIONS);
        assertThat(mutator.state().pending()).isZero();
        mutator.closeAsync(EngineFixture.TOO_LONG).get(1, TimeUnit.MINUTES);
        // The last answer may still be letting go of its batch.
        network.submit(() -> {}).get(1, TimeUnit.MINUTES);
        assertThat(allocator.blocksInUse()).isZero();
        assertThat(budget.usedBytes()).isZero();
        assertThat(mostUsed.get()).isLessThanOrEqualTo(BUDGET);
    }

    private static List<CompletableFuture<Void>> write(AsyncBufferedMutator mutator, SplittableRandom random) {
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < MUTATIONS; i++) {
            int valueBytes = random.nextInt(50) == 0 ? random.nextInt(3_000) : random.nextInt(60);
            futures.add(mutator.mutate(put(random.nextBoolean() ? "a" : "z", valueBytes)));
            if (random.nextInt(500) == 0) {
                mutator.flush();
            }
        }
        return futures;
    }
}
