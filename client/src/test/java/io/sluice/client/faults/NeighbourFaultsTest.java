package io.sluice.client.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Backpressure;
import io.sluice.Ordering;
import io.sluice.testserver.Method;
import io.sluice.testserver.Operation;
import io.sluice.testserver.Refusal;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.TestRegion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What one mutation, region or request does to its neighbours. */
class NeighbourFaultsTest {

    /** So that mutations that are given together go together. */
    private static FaultRig.Options fullRequests() {
        return new FaultRig.Options().mutator(m -> m.setWriteBufferPeriodicFlush(1, TimeUnit.MINUTES));
    }

    private static boolean isBad(Operation operation) {
        return new String(operation.row(), UTF_8).contains("bad");
    }

    @Test
    void f23_oneMutationFailsItsBatch_onlyThatFails() throws Exception {
        try (FaultRig rig = FaultRig.start(1, fullRequests())) {
            rig.warmUp();
            rig.server(0)
                    .script()
                    .always(Method.MULTI)
                    .refuse(Refusal.ofNeighbours(
                            NeighbourFaultsTest::isBad,
                            RemoteError.doNotRetry("Cell with size 11 exceeds limit of 10")));
            for (int i = 0; i < 50; i++) {
                var unused = rig.write("0-" + i);
            }
            WriteLedger.Entry bad = rig.write("0-bad");
            for (int i = 50; i < 100; i++) {
                var unused = rig.write("0-" + i);
            }
            rig.verify();
            assertThat(rig.ledger.failed()).containsExactly(bad);
        }
    }

    @Test
    void f24_requestsLargerThanTheServerTakes_areCut() throws Exception {
        try (FaultRig rig = FaultRig.start(1, fullRequests())) {
            rig.warmUp();
            rig.server(0).limitRequests(8 << 10);
            rig.write(2_000);
            rig.verifyAllAcknowledged();
            assertThat(rig.server(0).tooBigRequests()).isPositive();
        }
    }

    @Test
    void f24_tooManyRows_areCut() throws Exception {
        try (FaultRig rig = FaultRig.start(1, fullRequests())) {
            rig.warmUp();
            rig.server(0)
                    .script()
                    .always(Method.MULTI)
                    .when(call -> call.request().size() > 100)
                    .fail(RemoteError.retryable(
                            "java.io.IOException",
                            "Rejecting large batch operation for current batch with firstRegionName"));
            rig.write(2_000);
            rig.verifyAllAcknowledged();
            assertThat(rig.server(0).script().played()).isPositive();
        }
    }

    @Test
    void f32_retryIsOvertakenByALaterWrite_orderIsKept() throws Exception {
        try (FaultRig rig = FaultRig.start(1, new FaultRig.Options().mutator(m -> m.setOrdering(Ordering.PER_ROW)))) {
            rig.warmUp();
            rig.server(0)
                    .script()
                    .next(Method.MULTI)
                    .refuse(Refusal.ofRegions(region -> true, RemoteError.throttled(Duration.ofMillis(300))));
            WriteLedger.Entry first = rig.write("0-row");
            rig.mutator.flush();
            await().atMost(FaultRig.LIMIT).until(() -> rig.server(0).script().played() == 1);
            WriteLedger.Entry second = rig.write("0-row");
            rig.verifyAllAcknowledged();
            assertThat(first.isAcknowledged() && second.isAcknowledged()).isTrue();
            var applied = rig.cluster.applied(FaultRig.TABLE, "0-row");
            assertThat(applied.get(applied.size() - 1).text()).contains("0-row#18");
        }
    }

    /**
     * A request that is not answered in time counts for the server, too, and nothing may run into its deadline while the
     * others are waited for: each round of the stuck ones is megabytes to encode.
     */
    private static FaultRig.Options patient() {
        Duration limit = FaultRig.LIMIT.multipliedBy(4);
        return new FaultRig.Options()
                .set("hbase.rpc.timeout", limit.toMillis())
                .set("hbase.client.operation.timeout", limit.toMillis())
                .mutator(m -> m.setBackpressure(Backpressure.block(limit)));
    }

    @Test
    void f58_oneRegionIsStuckWithAllTheTraffic_othersHaveRoom() throws Exception {
        try (FaultRig rig = FaultRig.start(1, patient().budget(4 << 20))) {
            rig.warmUp();
            TestRegion stuck = rig.region("0");
            rig.server(0)
                    .script()
                    .always(Method.MULTI)
                    .refuse(Refusal.ofRegions(r -> r.region().equals(stuck.name()), RemoteError.tooBusy()));
            Thread flood = new Thread(() -> {
                try {
                    for (int i = 0; i < 20_000; i++) {
                        var unused = rig.write("0-" + i);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            flood.start();
            await().atMost(FaultRig.LIMIT).until(() -> rig.server(0).script().played() > 5);
            for (int i = 0; i < 100; i++) {
                var unused = rig.write("8-" + i);
            }
            rig.mutator.flush();
            await().atMost(FaultRig.LIMIT).until(() -> rig.ledger.acknowledged() >= 116);
            rig.server(0).script().clear();
            flood.join();
            rig.verifyAllAcknowledged();
        }
    }
}
