package io.sluice.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A short run with one fault of most kinds; the long ones are started by hand, see docs/chaos.md. */
class ChaosIT {
    private static final long SEED = 1;

    @Test
    void faultsOfMostKinds_loseNothing() throws Exception {
        ChaosSchedule schedule = new ChaosSchedule(
                SEED,
                List.of(
                        new ChaosSchedule.Step(1_000, ChaosAction.MOVE, 3, 0),
                        new ChaosSchedule.Step(2_500, ChaosAction.CUT, 0, 500),
                        new ChaosSchedule.Step(4_000, ChaosAction.SPLIT, 2, 0),
                        new ChaosSchedule.Step(6_000, ChaosAction.STOP, 0, 2_000),
                        new ChaosSchedule.Step(9_000, ChaosAction.CUT_ZOOKEEPER, 0, 1_000),
                        new ChaosSchedule.Step(10_500, ChaosAction.MOVE_META, 8, 0),
                        new ChaosSchedule.Step(12_000, ChaosAction.KILL, 0, 1_000)));
        ChaosRun run = new ChaosRun(
                new ChaosRun.Plan(schedule, Duration.ofSeconds(22), /* processes= */ 1, 2, 1_000), System.out);
        ChaosRun.Verdict verdict = run.run();
        assertThat(verdict.count().wrong()).isEqualTo(ChaosLedger.Wrong.NOTHING);
        assertThat(verdict.held()).as("held by the client at the end").isZero();
        assertThat(verdict.broken()).as("bounds exceeded").isEmpty();
        // What meets a close is told so; nothing else fails.
        assertThat(run.errors().keySet()).isSubsetOf("MutatorClosedException");
        assertThat(verdict.count().acknowledged()).isPositive();
        assertThat(verdict.count().accepted())
                .isEqualTo(verdict.count().acknowledged() + verdict.count().failed());
        // Faults that did nothing have proved nothing.
        assertThat(verdict.played()).isGreaterThanOrEqualTo(5);
        assertThat(verdict.retried()).isPositive();
        assertThat(verdict.closes().closes()).isPositive();
        assertThat(run.blocks()).isPositive();
    }
}
