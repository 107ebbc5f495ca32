package io.sluice.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.internal.memory.PooledBlockAllocator.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random steps against simple models: by one thread step for step, by several at the points where all are done. */
class PooledBlockAllocatorRandomTest {
    private static final int BLOCK_BYTES = 16;
    private static final int THREADS = 4;
    private static final int ROUNDS = 20;
    private static final int STEPS = 500;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 20);
    }

    private static Shape randomShape(Random random) {
        return new Shape(1 << random.nextInt(4), random.nextInt(4), random.nextInt(10));
    }

    /** The most free blocks there can be. */
    static int maxFree(Shape shape) {
        return shape.stripes() * shape.stripeBlocks() + shape.sharedBlocks();
    }

    /** By one thread every count is known: nothing is dropped below the bound, and no block is made while one is free. */
    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void pool_oneThread_isWhatTheModelSays(long seed) {
        Random random = new Random(seed);
        Shape shape = randomShape(random);
        PooledBlockAllocator allocator = new PooledBlockAllocator(BLOCK_BYTES, shape);
        List<Block> out = new ArrayList<>();
        Set<Block> free = Collections.newSetFromMap(new IdentityHashMap<>());
        int freeCount = 0;
        for (int step = 0; step < STEPS; step++) {
            int choice = random.nextInt(100);
            if (choice < 50) {
                Block block = random.nextBoolean() ? allocator.allocate() : allocator.allocate(BLOCK_BYTES);
                assertThat(out).doesNotContain(block);
                assertThat(free.remove(block)).isEqualTo(freeCount > 0);
                freeCount = Math.max(0, freeCount - 1);
                out.add(block);
            } else if (choice < 55) {
                out.add(allocator.allocate(random.nextBoolean() ? BLOCK_BYTES + 1 : BLOCK_BYTES - 1));
            } else if (choice < 99 && !out.isEmpty()) {
                Block block = out.remove(random.nextInt(out.size()));
                allocator.release(block);
                if (block.capacity() == BLOCK_BYTES && freeCount < maxFree(shape)) {
                    freeCount++;
                    free.add(block);
                }
            } else {
                int dropped = allocator.trim();
                assertThat(dropped).isBetween(0, freeCount);
                freeCount -= dropped;
            }
            assertThat(allocator.blocksFree()).as("free at step %d", step).isEqualTo(freeCount);
            assertThat(allocator.blocksInUse()).as("in use at step %d", step).isEqualTo(out.size());
        }
    }

    /** Threads that end and new ones, blocks that another thread gives back than took them, and trims in between. */
    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void pool_severalThreads_isWhatTheModelSays(long seed) throws Exception {
        Random random = new Random(seed);
        Shape shape = randomShape(random);
        PooledBlockAllocator allocator = new PooledBlockAllocator(BLOCK_BYTES, shape);
        BlockUsers users = new BlockUsers(allocator);
        for (int round = 0; round < ROUNDS; round++) {
            List<Callable<Boolean>> work = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long userSeed = random.nextLong();
                work.add(() -> users.use(new Random(userSeed), STEPS));
            }
            work.add(() -> {
                int unused = allocator.trim();
                return allocator.blocksFree() <= maxFree(shape) + THREADS;
            });
            assertThat(allTrue(work)).as("round %d", round).isTrue();
            assertThat(allocator.blocksInUse()).isEqualTo(users.out());
            assertThat(allocator.blocksFree()).isBetween(0, maxFree(shape));
        }
        users.releaseAll();
        assertThat(allocator.blocksInUse()).isZero();
        int free = allocator.blocksFree();
        assertThat(users.countKept()).as("blocks in the pool").isEqualTo(free);

        users.releaseAll();
        int unused = allocator.trim() + allocator.trim();
        assertThat(allocator.blocksInUse()).isZero();
        assertThat(allocator.blocksFree()).as("after two trims").isZero();
        assertThat(users.countKept()).isZero();
    }

    private static boolean allTrue(List<Callable<Boolean>> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(work.size());
        try {
            boolean all = true;
            for (Future<Boolean> done : threads.invokeAll(work)) {
                all &= done.get();
            }
            return all;
        } finally {
            threads.shutdown();
        }
    }
}
