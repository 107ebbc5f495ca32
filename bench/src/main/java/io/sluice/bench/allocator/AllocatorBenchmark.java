package io.sluice.bench.allocator;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** What does taking a block and releasing it cost? Run it by {@code bench/compare allocator}. */
@State(Scope.Benchmark)
@Fork(jvmArgsAppend = {"-Djmh.executor=CUSTOM", "-Djmh.executor.class=io.sluice.bench.allocator.NettyThreads"})
@SuppressWarnings("NullAway.Init") // JMH sets the parameters and calls the setup.
public class AllocatorBenchmark {
    @Param
    BlockContender contender;

    @Param("1024")
    int blockBytes;

    @Param
    FreeList freeList;

    private BlockSource source;

    /** Opens the allocator and fills its list of free blocks. */
    @Setup
    public void open() {
        int blocks = freeList.blocks();
        source = contender.open(blockBytes, blocks);
        source.fill(blocks);
    }

    /** Takes and releases one block. */
    @Benchmark
    public void takeAndGive(Blackhole hole) {
        source.takeAndGive(hole);
    }
}
