package io.sluice.bench.connectioncycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs every contender for a moment, in a JVM of its own: that it gives a result, not which. */
class CycleRunIT {
    private static final int THREADS = 4;
    private static final int MAX = 2;
    private static final int MILLIS = 50;

    @ParameterizedTest
    @EnumSource
    void run_contender_givesResult(CycleContender contender) throws IOException {
        CycleMeasured measured =
                ConnectionCycleComparison.run(new CyclePlan(contender, THREADS, MAX, MILLIS, 2, MILLIS));

        assertThat(measured.callsPerMilli()).hasSize(2).allMatch(calls -> calls > 0);
        assertThat(measured.bytesPerCall()).isNotNegative().isFinite();
        assertThat(measured.medianTurns()).isGreaterThanOrEqualTo(measured.leastTurns());
        assertThat(measured.latencyMicros()).hasSize(Latency.values().length).isSorted();
    }
}
