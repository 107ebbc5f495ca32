package io.sluice.bench.mutator;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/** What does {@code mutate()} cost if the flush blocks, and if it does not? Run it by {@code bench/compare mutator}. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters and calls the setup.
public class MutatorBenchmark {
    private static final long BUFFER_BYTES = 10 << 20;

    @Param
    MutatorContender contender;

    @Param("100")
    int maxMutations;

    @Param("0")
    int blockMillis;

    @Param("PLAIN")
    StubKind stub;

    @Param("BY_NETWORK_THREAD")
    Answering answering;

    /** How long the threads call, and then rest, before the measurement. */
    @Param("0")
    int primingMillis;

    private @Nullable MutatorUnderTest rehearsal;
    private MutatorUnderTest mutator;

    /** Opens the mutator and uses it for a while. */
    @Setup
    public void open(BenchmarkParams benchmark) throws InterruptedException {
        if (blockMillis == 0) {
            mutator = primed(0, benchmark.getThreads(), primingMillis);
        } else {
            // First without blocking, with which there would be few calls.
            rehearsal = primed(0, benchmark.getThreads(), primingMillis / 2);
            mutator = primed(blockMillis, benchmark.getThreads(), primingMillis / 2);
        }
    }

    private MutatorUnderTest primed(int blocks, int threads, int millis) throws InterruptedException {
        MutatorUnderTest primed = open(blocks);
        new Priming(threads, millis).run(primed::mutate);
        return primed;
    }

    private MutatorUnderTest open(int blocks) {
        return contender.open(new MutatorUnderTest.Setup(BUFFER_BYTES, maxMutations, stub, answering, blocks));
    }

    /** One call. */
    @Benchmark
    public Object mutate() {
        return mutator.mutate();
    }

    /** Fails the run if a mutation was lost. Called only at the end, since a close invalidates compiled code. */
    @TearDown
    public void close() {
        if (rehearsal != null) {
            rehearsal.close();
        }
        mutator.close();
    }
}
