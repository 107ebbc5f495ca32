package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Ordering;
import io.sluice.Put;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.memory.PooledBlockAllocator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class BufferStripesTest {
    private static final int MOST = 4;
    private static final Put PUT = put("row", 10);

    private final BufferStripesRig rig = new BufferStripesRig(new PooledBlockAllocator(500, 100), 100, MOST);

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    /** The ways in of threads that were started one after the other. */
    private static Set<WriteBuffer> waysIn(BufferStripes stripes, int threads) throws InterruptedException {
        Set<WriteBuffer> waysIn = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> waysIn.add(stripes.mine()));
            thread.start();
            thread.join();
        }
        return waysIn;
    }

    @Test
    void notCrowded_allThreadsShareOne() throws InterruptedException {
        assertThat(waysIn(rig.stripes, 20)).hasSize(1);
    }

    @Test
    void crowded_twiceAsMany_upToTheMost() throws InterruptedException {
        for (int count : new int[] {2, 4, 4, 4}) {
            rig.stripes.grow();
            assertThat(rig.stripes.count()).isEqualTo(count);
            assertThat(waysIn(rig.stripes, 20)).hasSize(count);
        }
    }

    @Test
    void thread_keepsToItsBuffer() {
        rig.stripes.grow();
        WriteBuffer mine = rig.stripes.mine();
        for (int i = 0; i < 100; i++) {
            assertThat(rig.stripes.mine()).isSameAs(mine);
        }
    }

    @Test
    void aged_oneAgain_andTheOthersAreStillFlushed() throws InterruptedException {
        rig.stripes.grow();
        rig.stripes.grow();
        appendByThreads(20);
        rig.stripes.shrink();
        assertThat(waysIn(rig.stripes, 20)).hasSize(1);
        assertThat(rig.stripes.sum(WriteBuffer::activeMutations)).isEqualTo(20);
        rig.flush();
        assertThat(rig.sent).hasSize(MOST);
        assertThat(rig.stripes.unsettled()).containsExactlyInAnyOrderElementsOf(rig.sent);
        assertThat(rig.stripes.sum(WriteBuffer::activeMutations)).isZero();
        assertThat(rig.stripes.sum(WriteBuffer::pending)).isEqualTo(20);

        rig.stripes.grow();
        assertThat(waysIn(rig.stripes, 20)).as("grown again").hasSize(2);
    }

    private void appendByThreads(int threads) throws InterruptedException {
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> rig.append(PUT, new CompletableFuture<Void>()));
            thread.start();
            thread.join();
        }
    }

    @Test
    void close_sendsAll_andRefusesInAll() throws InterruptedException {
        rig.stripes.grow();
        appendByThreads(10);
        rig.stripes.close();
        assertThat(rig.sent.stream().mapToInt(Batch::size).sum()).isEqualTo(10);
        rig.stripes.grow();
        assertThat(rig.stripes.count()).as("no more of them").isEqualTo(2);
        appendByThreads(10);
        assertThat(rig.sent.stream().mapToInt(Batch::size).sum()).isEqualTo(10);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void threads_thatAppendGrowShrinkAndFlush_loseAndDoubleNothing(long seed) throws Exception {
        int threads = 4;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        AtomicInteger accepted = new AtomicInteger();
        List<Callable<Void>> writers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            SplittableRandom random = new SplittableRandom(seed * 31 + t);
            writers.add(() -> {
                for (int i = 0; i < 5_000; i++) {
                    accepted.addAndGet(rig.append(PUT, this) ? 1 : 0);
                    switch (random.nextInt(500)) {
                        case 0, 1 -> rig.stripes.grow();
                        case 2 -> rig.stripes.shrink();
                        case 3 -> rig.flush();
                        default -> {}
                    }
                }
                return null;
            });
        }
        boolean closedAmid = new SplittableRandom(seed).nextBoolean();
        List<Future<Void>> done = new ArrayList<>();
        writers.forEach(writer -> done.add(pool.submit(writer)));
        if (closedAmid) {
            rig.stripes.close();
        }
        for (Future<Void> one : done) {
            one.get(1, TimeUnit.MINUTES);
        }
        pool.shutdown();
        rig.stripes.close();
        assertThat(rig.sent.stream().mapToInt(Batch::size).sum()).isEqualTo(accepted.get());
        assertThat(new HashSet<>(rig.sent)).as("each once").hasSameSizeAs(rig.sent);
        assertThat(rig.stripes.unsettled()).containsExactlyInAnyOrderElementsOf(rig.sent);
        if (!closedAmid) {
            assertThat(accepted).hasValue(threads * 5_000);
        }
    }

    @Test
    void most_byProcessorsAndBudget_isAPowerOfTwo() {
        int processors = Runtime.getRuntime().availableProcessors();
        assertThat(BufferStripes.most(Long.MAX_VALUE)).isEqualTo(Math.min(8, Integer.highestOneBit(2 * processors)));
        assertThat(BufferStripes.most(16)).isEqualTo(1);
        assertThat(BufferStripes.most(0)).isEqualTo(1);
        assertThat(BufferStripes.most(47)).isEqualTo(2);
    }

    /** Through the whole engine, in real time: nobody says that the buffer is crowded but the threads. */
    @ParameterizedTest
    @EnumSource(Ordering.class)
    void threadsThatMeet_getBuffersOfTheirOwn_exceptWhereRowsAreInOrder(Ordering ordering) throws Exception {
        assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
        int threads = 4;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (LiveEngine engine = new LiveEngine(64 << 20);
                AsyncBufferedMutator mutator = engine.builder()
                        .setOrdering(ordering)
                        .setMaxMutations(1_000)
                        .setWriteBufferPeriodicFlush(50, TimeUnit.MILLISECONDS)
                        .build()) {
            AsyncBufferedMutatorImpl impl = (AsyncBufferedMutatorImpl) mutator;
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger failed = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            List<Future<Integer>> writers = new ArrayList<>();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ordering == Ordering.NONE ? 60 : 1);
            for (int t = 0; t < threads; t++) {
                writers.add(pool.submit(() -> {
                    int written = 0;
                    while (!stop.get() && System.nanoTime() < end) {
                        CompletableFuture<Void> last = mutator.mutate(PUT).whenComplete((done, error) -> {
                            if (error != null) {
                                failed.getAndIncrement();
                            }
                        });
                        written++;
                        if (written % 1_000 == 0) {
                            // Threads that wait for memory are woken one after the other, and seldom meet.
                            last.join();
                        }
                        if (most.accumulateAndGet(impl.buffers(), Math::max) > 1) {
                            stop.set(true);
                        }
                    }
                    return written;
                }));
            }
            long written = 0;
            for (Future<Integer> writer : writers) {
                written += writer.get(2, TimeUnit.MINUTES);
            }
            mutator.flushAsync().join();
            assertThat(most.get() > 1).isEqualTo(ordering == Ordering.NONE);
            assertThat(failed).hasValue(0);
            assertThat(mutator.state().acknowledged()).isEqualTo(written);

            var unused = mutator.mutate(PUT);
            await("the buffer was sent for its age").until(() -> impl.buffers() == 1);
        } finally {
            pool.shutdownNow();
        }
    }
}
