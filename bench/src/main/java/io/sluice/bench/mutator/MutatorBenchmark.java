package io.sluice.bench.mutator;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does {@code mutate()} cost, when the flush blocks and when it does not? Run it by {@code bench/compare mutator}. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters and calls the setup.
public class MutatorBenchmark {
    private static final long BUFFER_BYTES = 10 << 20;
    private static final int CALLS_BETWEEN_LOOKS = 1_000;

    @Param
    MutatorContender contender;

    @Param("100")
    int maxMutations;

    @Param("0")
    int blockMillis;

    @Param("PLAIN")
    StubKind stub;

    /** How long one thread alone calls before. */
    @Param("0")
    int primingMillis;

    private MutatorUnderTest mutator;

    /** Opens the mutator. */
    @Setup
    public void open() {
        prime();
        mutator = open(blockMillis);
    }

    private MutatorUnderTest open(int blocks) {
        return contender.open(new MutatorUnderTest.Setup(BUFFER_BYTES, maxMutations, stub, blocks));
    }

    /**
     * Has the compiler do most of its work while it has a processor for itself: beside a hundred busy threads it would take
     * half a minute, and where the flush blocks there are too few calls.
     */
    private void prime() {
        MutatorUnderTest unblocked = open(0);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(primingMillis);
        while (System.nanoTime() - end < 0) {
            for (int i = 0; i < CALLS_BETWEEN_LOOKS; i++) {
                Object unused = unblocked.mutate();
            }
        }
        unblocked.close();
    }

    /** One call. */
    @Benchmark
    public Object mutate() {
        return mutator.mutate();
    }

    /** Fails the run if a mutation got lost. */
    @TearDown
    public void close() {
        mutator.close();
    }
}
