package io.sluice.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.TestRegion;
import io.sluice.testserver.TestServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Region servers that die, stop, hang and come back. */
class ServerFaultsTest {

    private static void giveRegionsTo(FaultRig rig, TestServer from, TestServer to) {
        for (TestRegion region : rig.cluster.regions(FaultRig.TABLE)) {
            if (region.server() == from) {
                rig.cluster.reassign(region, to);
            }
        }
    }

    @Test
    void f5_serverDies_othersGoOnAndItsRegionsAreFoundAgain() throws Exception {
        try (FaultRig rig = FaultRig.start(3)) {
            rig.warmUp();
            rig.writeDuring(() -> {
                rig.server(2).kill();
                // The regions of the others are written to while those of the dead one are nowhere.
                rig.awaitAcknowledged(200);
                giveRegionsTo(rig, rig.server(2), rig.server(1));
                rig.awaitAcknowledged(200);
            });
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isPositive();
        }
    }

    /** Of two regions, one is at a server that fails, and they are merged there, or at the other server. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void f3_regionsMergeWhileAServerOfThemFails_areFound(boolean silent, boolean mergedThere) throws Exception {
        try (FaultRig rig = FaultRig.start(3, FaultRig.impatient())) {
            TestRegion first = rig.region("2");
            TestRegion second = rig.region("4");
            // Server 0 has hbase:meta, which is to stay.
            assertThat(List.of(first.server(), second.server())).containsExactly(rig.server(1), rig.server(2));
            TestServer failing = mergedThere ? first.server() : second.server();
            rig.warmUp();
            rig.writeDuring(() -> {
                if (silent) {
                    failing.silence();
                } else {
                    failing.kill();
                }
                rig.cluster.merge(first, second);
                giveRegionsTo(rig, failing, rig.server(0));
                rig.awaitAcknowledged(200);
            });
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "regionserver.RegionServerStoppedException",
                "regionserver.RegionServerAbortedException",
                "ipc.ServerNotRunningYetException"
            })
    void f6_serverIsStopping_isTriedAgainElsewhere(String error) throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            TestServer stopping = rig.server(1);
            stopping.script().always(Method.MULTI).fail(RemoteError.hbase(error, "stopping"));
            rig.writeDuring(() -> {
                await().atMost(FaultRig.LIMIT).until(() -> stopping.script().played() > 0);
                giveRegionsTo(rig, stopping, rig.server(0));
                rig.awaitAcknowledged(100);
            });
            rig.verifyAllAcknowledged();
        }
    }

    @Test
    void f7_serverHangsAndItsRegionsMove_writesFollow() throws Exception {
        try (FaultRig rig = FaultRig.start(2, FaultRig.impatient())) {
            rig.warmUp();
            rig.writeDuring(() -> {
                rig.server(1).silence();
                // Until it is asked by one call at a time: no other is lost with the connection that this one gives up.
                await().atMost(FaultRig.LIMIT)
                        .until(() -> rig.connection.state().servers().stream()
                                .filter(one ->
                                        one.server().getPort() == rig.server(1).port())
                                .flatMap(one -> one.windows().stream())
                                .anyMatch(window -> window.size() == 1 && window.inFlight() <= 1));
                giveRegionsTo(rig, rig.server(1), rig.server(0));
                rig.awaitAcknowledged(200);
            });
            rig.verifyAllAcknowledged();
        }
    }

    @Test
    void f8_serverStopsForLessThanATimeout_nothingIsSentTwice() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.writeDuring(() -> {
                rig.server(1).stall();
                rig.awaitAcknowledged(50);
                rig.server(1).resume();
                rig.awaitAcknowledged(50);
            });
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isZero();
        }
    }

    @Test
    void f9_metaHangs_regionsThatAreKnownAreWrittenTo() throws Exception {
        try (FaultRig rig = FaultRig.start(2, FaultRig.impatient())) {
            rig.warmUp();
            rig.server(0).script().always(Method.SCAN).play(Faults.hang());
            rig.cluster.reassign(rig.region("0"), rig.server(1));
            WriteLedger.Entry waiting = rig.write("0-moved");
            for (int i = 0; i < 100; i++) {
                var unused = rig.write("8-" + i);
                rig.mutator.flush();
            }
            await().atMost(FaultRig.LIMIT).until(() -> rig.ledger.acknowledged() >= 116);
            assertThat(waiting.isSettled()).isFalse();
            await().atMost(FaultRig.LIMIT).until(() -> rig.server(0).script().played() > 0);
            rig.server(0).script().clear();
            rig.verifyAllAcknowledged();
        }
    }

    @Test
    void f9_metaHangs_isAskedOncePerRegion() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.server(0).script().always(Method.SCAN).play(Faults.slow(Duration.ofMillis(300)));
            for (int i = 0; i < 200; i++) {
                var unused = rig.write("0-" + i);
                rig.mutator.flush();
            }
            rig.verifyAllAcknowledged();
            assertThat(rig.server(0).count(Method.SCAN)).isLessThanOrEqualTo(3);
        }
    }

    @Test
    void f10_metaMoves_isFound() throws Exception {
        try (FaultRig rig = FaultRig.start(3)) {
            rig.warmUp();
            rig.writeDuring(() -> {
                rig.cluster.moveMeta(rig.server(1));
                rig.cluster.reassign(rig.region("0"), rig.server(1));
                rig.awaitAcknowledged(200);
            });
            rig.verifyAllAcknowledged();
            assertThat(rig.server(1).count(Method.SCAN)).isPositive();
        }
    }

    /** What masters are to a client that writes: they tell where hbase:meta is. */
    @Test
    void f11_theServerThatTellsOfMetaDies_writesGoOnAndAnotherIsAsked() throws Exception {
        try (FaultRig rig = FaultRig.start(3)) {
            rig.cluster.moveMeta(rig.server(1));
            giveRegionsTo(rig, rig.server(0), rig.server(1));
            rig.warmUp();
            rig.server(0).kill();
            rig.write(200);
            rig.settle();
            assertThat(rig.mutator.state().retried()).as("writes do not notice").isZero();
            // Now the client must ask somebody who is left where hbase:meta has gone.
            rig.cluster.moveMeta(rig.server(2));
            rig.cluster.reassign(rig.region("0"), rig.server(2));
            rig.write(200);
            rig.verifyAllAcknowledged();
            assertThat(rig.server(2).count(Method.SCAN)).isPositive();
        }
    }

    @Test
    void f46_twoServersSwapAddresses_eachRegionIsFoundAtItsServer() throws Exception {
        try (FaultRig rig = FaultRig.start(3)) {
            rig.warmUp();
            int before = rig.server(1).port();
            rig.writeDuring(() -> {
                rig.cluster.swapAddresses(rig.server(1), rig.server(2));
                rig.awaitAcknowledged(200);
            });
            assertThat(rig.server(2).port()).isEqualTo(before);
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isPositive();
        }
    }

    @Test
    void f12_wholeClusterGoesAwayAndReturns_whatIsBufferedArrives() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.cluster.servers().forEach(TestServer::kill);
            rig.write(2_000);
            rig.mutator.flush();
            await().atMost(FaultRig.LIMIT).until(() -> rig.mutator.state().retried() > 0);
            assertThat(rig.ledger.acknowledged()).isEqualTo(16);
            rig.cluster.servers().forEach(TestServer::restart);
            rig.verifyAllAcknowledged();
        }
    }

    @Test
    void f13_serverRestartsAtTheSamePort_isUsedAgain() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.writeDuring(() -> {
                for (int i = 0; i < 5; i++) {
                    rig.server(1).restart();
                    rig.awaitAcknowledged(100);
                }
            });
            rig.verifyAllAcknowledged();
            assertThat(rig.server(1).accepted()).isGreaterThanOrEqualTo(6);
        }
    }
}
