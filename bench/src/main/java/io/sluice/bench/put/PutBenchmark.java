package io.sluice.bench.put;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What does building a Put cost? Run it by {@code bench/compare put}. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters.
public class PutBenchmark {
    private final byte[] row = PutContender.row();
    private final byte[] value = PutContender.value();

    @Param
    PutContender contender;

    /** Builds a Put from existing arrays. */
    @Benchmark
    public Object build() {
        return contender.build(row, value);
    }
}
