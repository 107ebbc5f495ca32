package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.LongForm;
import io.sluice.simulation.Promise.Broken;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The connection pool in virtual time; see docs/simulation.md. */
@Tag(LongForm.TAG)
@Timeout(value = 1, unit = TimeUnit.DAYS)
class PoolSimulationTest {
    private static final int RUNS = Integer.getInteger("sluice.simulation.runs", 10_000);
    private static final long FIRST_SEED = Long.getLong("sluice.simulation.seed", 1);

    @Test
    void pool_anythingHappens_keepsItsPromises() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
            Broken broken = new PoolSimulation(seed, new Trace(false)).run();
            if (broken != null) {
                Trace trace = new Trace(true);
                Broken again = new PoolSimulation(seed, trace).run();
                assertThat(broken)
                        .as(
                                "after %d runs, seed %d, again %s%n%s",
                                seed - FIRST_SEED + 1, seed, again, String.join("\n", trace.lines()))
                        .isNull();
            }
        }
    }
}
