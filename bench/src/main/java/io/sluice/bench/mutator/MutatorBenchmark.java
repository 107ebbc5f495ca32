package io.sluice.bench.mutator;

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
    private static final int PRIMING_CALLS = 1_000_000;

    @Param
    MutatorContender contender;

    @Param("100")
    int maxMutations;

    @Param("0")
    int blockMillis;

    @Param("PLAIN")
    StubKind stub;

    private MutatorUnderTest mutator;

    /** Opens the mutator. */
    @Setup
    public void open() {
        if (blockMillis > 0) {
            prime();
        }
        mutator = open(blockMillis);
    }

    private MutatorUnderTest open(int blocks) {
        return contender.open(new MutatorUnderTest.Setup(BUFFER_BYTES, maxMutations, stub, blocks));
    }

    /** Where the flush blocks, the warm-up has too few calls for the compiler: one in ten microseconds, or in a second. */
    private void prime() {
        MutatorUnderTest unblocked = open(0);
        for (int i = 0; i < PRIMING_CALLS; i++) {
            Object unused = unblocked.mutate();
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
