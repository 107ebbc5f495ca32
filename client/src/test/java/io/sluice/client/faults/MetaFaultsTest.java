package io.sluice.client.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.TableName;
import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.TestRegion;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of {@code hbase:meta} that are not whole, and rows of it that are damaged. */
class MetaFaultsTest {
    private static final int LOOKUPS = 6;

    /** With 0 cells it is a heartbeat; a row has 5. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5, 7})
    void f75_scansAreCut_regionsAreFoundAndNoTableIsMissing(int cells) throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.server(0).script().next(Method.SCAN, LOOKUPS).play(Faults.cutScan(cells));
            rig.write(64);
            rig.verifyAllAcknowledged();
            assertThat(rig.server(0).script().played()).isPositive();
            await().atMost(FaultRig.LIMIT).until(() -> rig.server(0).openScanners() == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 7})
    void f75_scanOfTheWholeTableIsCut_allRegionsAreFound(int cells) throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.server(0).script().next(Method.SCAN, LOOKUPS).play(Faults.cutScan(cells));
            assertThat(rig.connection
                            .preloadRegions(TableName.valueOf(FaultRig.TABLE))
                            .get(FaultRig.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(8);
            assertThat(rig.server(0).openScanners()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            value = {"regioninfo,''", "regioninfo,PBUFnonsense", "server,nowhere", "server,NULL", "serverstartcode,1"},
            nullValues = "NULL")
    void f76_damagedRow_waitsForItsRepairAndItsNeighboursDoNot(String qualifier, @Nullable String value)
            throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            TestRegion damaged = rig.region("6");
            rig.cluster.damage(damaged, qualifier, value == null ? null : value.getBytes(UTF_8));
            assertThat(rig.connection
                            .preloadRegions(TableName.valueOf(FaultRig.TABLE))
                            .get(FaultRig.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(7);
            WriteLedger.Entry waiting = rig.write("6-x");
            for (String row : new String[] {"0", "2", "4", "8", "a", "c", "e"}) {
                var unused = rig.write(row + "-x");
            }
            rig.mutator.flush();
            await().atMost(FaultRig.LIMIT).until(() -> rig.ledger.acknowledged() == 7);
            assertThat(waiting.isSettled()).isFalse();
            rig.cluster.repair(damaged);
            rig.verifyAllAcknowledged();
        }
    }
}
