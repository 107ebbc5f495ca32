package io.sluice.bench.grouping;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it cost to send a buffer of mutations? One thread passes them to {@code mutate()}, which looks up the
 * region of each, and flushes, which groups and encodes them. The time it waits for the answers is not measured;
 * processor time and bytes include everything. Run it by {@code bench/compare grouping}.
 */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters and calls the setup.
public class GroupingBenchmark {
    /** Number of cells of 142 bytes that fill a buffer of 2 MiB, the default. */
    static final int MUTATIONS = 14_768;

    @Param("1")
    int servers;

    @Param("16")
    int regions;

    @Param("false")
    boolean skewed;

    private GroupingEngine engine;

    /** Opens the mutator. */
    @Setup
    public void open() {
        engine = new GroupingEngine(new TableShape(servers, regions, skewed));
    }

    /** One buffer. */
    @Benchmark
    @OperationsPerInvocation(MUTATIONS)
    public void send() {
        engine.fill(MUTATIONS);
        engine.send();
    }

    /**
     * Waits for the answers, so that they do not count in the time of the next buffer. Since an invocation takes
     * milliseconds, the cost of the clock does not matter.
     */
    @TearDown(Level.Invocation)
    public void await() {
        engine.await();
    }

    /** Fails the run if a mutation was lost. */
    @TearDown
    public void close() {
        engine.close();
    }
}
