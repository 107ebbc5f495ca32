package io.sluice.bench.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.warmup.WarmUpMeasured.Round;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Warms up every contender's pool, in a JVM of its own: that it gives a result, not which. */
class WarmUpIT {
    private static final int CONNECTIONS = 8;
    private static final int LOOPS = 4;

    @ParameterizedTest
    @EnumSource
    void run_contender_opensAll(WarmUpContender contender) throws IOException {
        WarmUpMeasured measured = WarmUpComparison.run(new WarmUpPlan(contender, CONNECTIONS, false, 1, 2));

        assertThat(measured.rounds()).hasSize(2).allMatch(round -> round.allOpenMillis() >= 1);
        assertThat(measured.rounds()).allMatch(round -> round.most() >= CONNECTIONS / LOOPS);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NO_POOL")
    void run_firstAcquire_isServed(WarmUpContender contender) throws IOException {
        WarmUpMeasured measured = WarmUpComparison.run(new WarmUpPlan(contender, CONNECTIONS, true, 1, 1));

        assertThat(measured.rounds()).extracting(Round::servedMillis).doesNotContainNull();
    }
}
