package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Backpressure;
import io.sluice.Configuration;
import io.sluice.Mutation;
import io.sluice.internal.batch.ScriptedSender;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.MemoryRegionLookup;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is charged is what is held, with blocks of the default size and values of all sizes. */
class BudgetPromisesTest {
    private static final int BLOCK_BYTES = 64 << 10;
    private static final long BUDGET = 16 << 20;
    private static final int LARGE = 1_900_000;

    private final ManualTime time = new ManualTime();
    private final ScriptedSender sender = new ScriptedSender(time);
    private final ByteBudget budget = new ByteBudget(BUDGET);
    /** Bytes of the blocks that are out. */
    private long heldBytes;

    private final PooledBlockAllocator pool = new PooledBlockAllocator(BLOCK_BYTES, 64) {
        @Override
        public Block allocate(int capacity) {
            heldBytes += capacity;
            return super.allocate(capacity);
        }

        @Override
        public void release(Block block) {
            heldBytes -= block.capacity();
            super.release(block);
        }
    };

    private final WriteEngine engine = engine();

    private WriteEngine engine() {
        MemoryRegionLookup lookup = new MemoryRegionLookup();
        lookup.set(Regions.table(2, "m"));
        return new WriteEngine(new WriteEngine.Parts(
                new Configuration(),
                new CachingRegionLocator(lookup),
                sender,
                time,
                time,
                pool,
                budget,
                new Shares(budget.limitBytes(), 1),
                new ClientNumbers(),
                null,
                time,
                time::onNetworkThread,
                new ConcurrentHashMap<>()));
    }

    private AsyncBufferedMutatorBuilder builder() {
        return engine.newBuilder(Regions.TABLE, null).setBackpressure(Backpressure.fail());
    }

    private void assertCharged() {
        assertThat(budget.usedBytes()).isGreaterThanOrEqualTo(heldBytes).isLessThanOrEqualTo(BUDGET);
    }

    @AfterEach
    void everythingIsGivenBack() {
        var unused = engine.closeAsync(EngineFixture.TOO_LONG);
        time.run();
        assertThat(heldBytes).isZero();
        assertThat(budget.usedBytes()).isZero();
        assertThat(budget.hasWaiters()).isFalse();
    }

    @Test
    void largeMutations_ofManyMutators_areChargedForWhole() {
        int accepted = 0;
        for (int i = 0; i < 100; i++) {
            CompletableFuture<Void> future = builder().build().mutate(put("a", LARGE));
            accepted += future.isCompletedExceptionally() ? 0 : 1;
            assertCharged();
        }
        assertThat(accepted).isBetween(1, (int) (BUDGET / LARGE));
    }

    /** A small cell with a large attribute, such as an ACL, is a large mutation. */
    @Test
    void largeAttributes_areChargedForWhole() {
        AsyncBufferedMutator mutator = builder().setWriteBufferSize(1 << 30).build();
        int accepted = 0;
        for (int i = 0; i < 100; i++) {
            Mutation put = put("a").setAttribute("large", new byte[LARGE]);
            accepted += mutator.mutate(put).isCompletedExceptionally() ? 0 : 1;
            assertCharged();
        }
        assertThat(accepted).isBetween(1, (int) (BUDGET / LARGE));
        assertThat(heldBytes).isGreaterThan((long) accepted * LARGE);
    }

    @Test
    void attributeLargerThanTheBudget_isRefused() {
        Mutation put = put("a").setAttribute("large", new byte[(int) BUDGET]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().build().mutate(put))
                .withMessageContaining("row 'a'")
                .withMessageContaining("sluice.client.buffer.budget");
    }

    @Test
    void largeMutations_ofOneMutatorWithALargeBuffer_areChargedForWhole() {
        AsyncBufferedMutator mutator = builder().setWriteBufferSize(1 << 30).build();
        for (int i = 0; i < 100; i++) {
            CompletableFuture<Void> unused = mutator.mutate(put("a", LARGE));
            assertCharged();
        }
        mutator.flush();
        assertCharged();
    }

    @Test
    void tenThousandMutators_withOneSmallMutationEach_fitIntoADefaultBudget() {
        ByteBudget usual = new ByteBudget(64 << 20);
        MemoryRegionLookup lookup = new MemoryRegionLookup();
        lookup.set(Regions.table(2, "m"));
        WriteEngine many = new WriteEngine(new WriteEngine.Parts(
                new Configuration(),
                new CachingRegionLocator(lookup),
                sender,
                time,
                time,
                pool,
                usual,
                new Shares(usual.limitBytes(), 1),
                new ClientNumbers(),
                null,
                time,
                time::onNetworkThread,
                new ConcurrentHashMap<>()));
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            AsyncBufferedMutator mutator = many.newBuilder(Regions.TABLE, null)
                    .setBackpressure(Backpressure.fail())
                    .disableWriteBufferPeriodicFlush()
                    .build();
            futures.add(mutator.mutate(put("a", 100)));
        }
        assertThat(futures).noneMatch(CompletableFuture::isDone);
        assertThat(sender.sent()).as("nothing had to be sent to make room").isEmpty();
        var unused = many.closeAsync(EngineFixture.TOO_LONG);
        time.run();
        assertThat(futures).allSatisfy(future -> assertThat(future).isCompleted());
        assertThat(usual.usedBytes()).isZero();
    }

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void mixedSizes_ofSeveralMutators_areChargedForAtEveryStep(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<AsyncBufferedMutator> mutators = new ArrayList<>();
        for (int i = 1 + random.nextInt(20); i > 0; i--) {
            mutators.add(builder()
                    .setWriteBufferSize(1L << (10 + random.nextInt(14)))
                    .setMaxMutations(1 + random.nextInt(5_000))
                    .build());
        }
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int step = 0; step < 300; step++) {
            AsyncBufferedMutator mutator = mutators.get(random.nextInt(mutators.size()));
            switch (random.nextInt(20)) {
                case 0 -> mutator.flush();
                case 1 -> time.run();
                case 2 -> time.advance(random.nextLong(20_000_000));
                default -> futures.add(mutator.mutate(put(random.nextBoolean() ? "a" : "z", size(random))));
            }
            assertCharged();
        }
        mutators.forEach(AsyncBufferedMutator::flush);
        time.run();
        assertThat(futures).allSatisfy(future -> assertThat(future).isDone());
    }

    private static int size(SplittableRandom random) {
        return random.nextInt(1 << (1 + random.nextInt(random.nextInt(10) == 0 ? 21 : 10)));
    }
}
