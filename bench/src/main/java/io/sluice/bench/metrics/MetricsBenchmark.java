package io.sluice.bench.metrics;

import io.sluice.bench.mutator.Answering;
import io.sluice.bench.mutator.MutatorUnderTest;
import io.sluice.bench.mutator.StubKind;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does {@code mutate()} cost with and without a reader of its numbers? Run it by {@code bench/compare metrics}. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the parameter and calls the setup.
public class MetricsBenchmark {
    /** The default of a mutator. */
    private static final long BUFFER_BYTES = 2 << 20;

    @Param
    MetricsContender contender;

    private MutatorUnderTest mutator;

    /** Opens the mutator. */
    @Setup
    public void open() {
        mutator = contender.open(new MutatorUnderTest.Setup(
                BUFFER_BYTES, Integer.MAX_VALUE, StubKind.PLAIN, Answering.BY_NETWORK_THREAD, 0));
    }

    /** One call. */
    @Benchmark
    public Object mutate() {
        return mutator.mutate();
    }

    /** Fails the run if a mutation was lost. */
    @TearDown
    public void close() {
        mutator.close();
    }
}
