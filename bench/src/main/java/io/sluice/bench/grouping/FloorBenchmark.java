package io.sluice.bench.grouping;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** The floor of {@link GroupingBenchmark}: see {@link FloorRequests}. Run it by {@code bench/compare grouping}. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters and calls the setup.
public class FloorBenchmark {
    /** The name in tables. */
    static final String TITLE = "told regions (floor)";

    @Param("1")
    int servers;

    @Param("16")
    int regions;

    @Param("false")
    boolean skewed;

    private FloorRequests requests;
    private Blackhole sink;

    /** Prepares the puts. */
    @Setup
    public void prepare(Blackhole blackhole) {
        sink = blackhole;
        TableShape shape = new TableShape(servers, regions, skewed);
        requests = new FloorRequests(
                shape,
                shape.rows(GroupingEngine.PUTS),
                GroupingEngine.value(),
                GroupingBenchmark.MUTATIONS,
                frame -> sink.consume(frame.limit()));
    }

    /** One buffer. */
    @Benchmark
    @OperationsPerInvocation(GroupingBenchmark.MUTATIONS)
    public void send() {
        requests.fill(GroupingBenchmark.MUTATIONS);
        requests.send();
    }
}
