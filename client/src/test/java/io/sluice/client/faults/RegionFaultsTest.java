package io.sluice.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.TableName;
import io.sluice.TableNotEnabledException;
import io.sluice.TableNotFoundException;
import io.sluice.testserver.Method;
import io.sluice.testserver.Refusal;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.TestRegion;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Regions that go, come, and change their borders. */
class RegionFaultsTest {

    @Test
    void f1_regionMovesUnderLoad_isFollowedByTheAddressInTheAnswer() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            long lookups = rig.server(0).count(Method.SCAN);
            rig.writeDuring(() -> {
                TestRegion region = rig.region("0");
                rig.cluster.move(region, rig.server(1));
                rig.awaitAcknowledged(200);
            });
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isPositive();
            assertThat(rig.server(0).count(Method.SCAN) - lookups)
                    .as("look-ups in hbase:meta for one region")
                    .isLessThanOrEqualTo(3);
        }
    }

    @Test
    void f1_regionMovesWithoutTrace_isLookedUp() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.writeDuring(() -> {
                rig.cluster.reassign(rig.region("0"), rig.server(1));
                rig.awaitAcknowledged(200);
            });
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isPositive();
        }
    }

    @Test
    void f2_regionSplitsUnderLoad_isCutAtTheNewBorder() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.writeDuring(() -> {
                rig.cluster.split(rig.region("4"), "5", rig.server(1));
                rig.awaitAcknowledged(100);
                rig.cluster.split(rig.region("c"), "c-1", rig.server(0));
                rig.awaitAcknowledged(200);
            });
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isPositive();
            assertThat(rig.cluster.regions(FaultRig.TABLE)).hasSize(10);
        }
    }

    @Test
    void f3_regionsMergeUnderLoad_areFound() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.writeDuring(() -> {
                List<TestRegion> regions = rig.cluster.regions(FaultRig.TABLE);
                rig.cluster.merge(regions.get(2), regions.get(3));
                rig.awaitAcknowledged(200);
            });
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isPositive();
        }
    }

    @Test
    void f4_regionsMoveAllTheTime_noneStaysStuck() throws Exception {
        try (FaultRig rig = FaultRig.start(3)) {
            rig.warmUp();
            rig.writeDuring(() -> {
                for (int round = 0; round < 20; round++) {
                    for (TestRegion region : rig.cluster.regions(FaultRig.TABLE)) {
                        rig.cluster.move(region, rig.server((round + region.startKey().length) % 3));
                    }
                    rig.awaitAcknowledged(32);
                }
            });
            rig.verifyAllAcknowledged();
        }
    }

    @Test
    void f16_notServingTwice_isTriedAThirdTime() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            rig.server(0)
                    .script()
                    .next(Method.MULTI, 2)
                    .refuse(Refusal.ofRegions(region -> true, RemoteError.notServing("t")));
            WriteLedger.Entry entry = rig.write("0-x");
            rig.verifyAllAcknowledged();
            assertThat(entry.isAcknowledged()).isTrue();
            assertThat(rig.server(0).script().played()).isEqualTo(2);
            assertThat(rig.mutator.state().retried()).isEqualTo(2);
        }
    }

    @Test
    void f28_tableIsDisabled_writesFailWithItsState() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.cluster.disable(FaultRig.TABLE);
            rig.write(16);
            rig.verify();
            assertThat(rig.ledger.failed()).hasSize(16);
            assertThat(rig.ledger.failed())
                    .allSatisfy(entry -> assertThat(entry.error()).isInstanceOf(TableNotEnabledException.class));
            rig.cluster.enable(FaultRig.TABLE);
            WriteLedger.Entry later = rig.write("0-later");
            rig.verify();
            assertThat(later.isAcknowledged()).isTrue();
        }
    }

    @Test
    void f29_tableIsDropped_writesFailAndOtherTablesDoNot() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.verify();
            rig.cluster.createTable("other");
            rig.cluster.drop(FaultRig.TABLE);
            WriteLedger lost = new WriteLedger();
            WriteLedger kept = new WriteLedger();
            try (var other = rig.connection.getBufferedMutator(TableName.valueOf("other"))) {
                for (int i = 0; i < 16; i++) {
                    var unused = lost.write(rig.mutator, i + "-lost");
                    unused = kept.write(other, i + "-kept");
                }
                rig.mutator.flush();
                other.flush();
                await().atMost(FaultRig.LIMIT)
                        .untilAsserted(() -> assertThat(lost.failed()).hasSize(16));
                await().atMost(FaultRig.LIMIT)
                        .untilAsserted(() -> assertThat(kept.acknowledged()).isEqualTo(16));
            }
            assertThat(lost.failed())
                    .allSatisfy(entry -> assertThat(entry.error()).isInstanceOf(TableNotFoundException.class));
            kept.verify(rig.cluster, "other");
        }
    }

    @Test
    void f30_tableIsMadeAgainWithOtherBorders_isFound() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.cluster.drop(FaultRig.TABLE);
            rig.cluster.createTable(FaultRig.TABLE, "1", "9");
            WriteLedger again = new WriteLedger();
            for (int i = 0; i < 64; i++) {
                var unused = again.write(rig.mutator, i + "-again");
            }
            rig.mutator.flush();
            await().atMost(FaultRig.LIMIT)
                    .untilAsserted(() -> assertThat(again.acknowledged()).isEqualTo(64));
            again.verify(rig.cluster, FaultRig.TABLE);
        }
    }
}
