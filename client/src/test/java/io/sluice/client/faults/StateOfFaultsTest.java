package io.sluice.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.AsyncBufferedMutator;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.ConnectionState;
import io.sluice.testserver.Method;
import io.sluice.testserver.Refusal;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.TestRegion;
import io.sluice.testserver.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code AsyncConnection.state()} shows while something is wrong. */
class StateOfFaultsTest {

    private static ConnectionState.Server server(ConnectionState state, TestServer which) {
        return state.servers().stream()
                .filter(one -> one.server().getPort() == which.port())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void busyRegion_isShownParkedWithItsCause_untilItTakesAgain() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            assertThat(rig.connection.state().parked()).isEmpty();
            Instant before = Instant.now();
            TestRegion busy = rig.region("4-x");
            busy.server()
                    .script()
                    .always(Method.MULTI)
                    .refuse(Refusal.ofRegions(request -> request.region().equals(busy.name()), RemoteError.tooBusy()));
            WriteLedger.Entry stuck = rig.write("4-x");
            rig.mutator.flush();
            await().atMost(FaultRig.LIMIT)
                    .untilAsserted(() -> assertThat(rig.connection.state().parked())
                            .anySatisfy(parked -> assertThat(parked.failures()).isGreaterThan(2)));
            ConnectionState state = rig.connection.state();
            assertThat(state.parked()).singleElement().satisfies(parked -> {
                assertThat(parked.kind()).isEqualTo(ConnectionState.PlaceKind.REGION);
                assertThat(parked.place()).isEqualTo(busy.name());
                assertThat(parked.server())
                        .extracting(ServerName::getPort)
                        .isEqualTo(busy.server().port());
                assertThat(parked.cause()).contains("RegionTooBusyException");
                assertThat(parked.heldBytes()).isPositive();
                assertThat(parked.share()).isBetween(0.0, 0.1);
                assertThat(parked.overShare()).isFalse();
                assertThat(parked.since()).isBetween(before.minusMillis(2), Instant.now());
                assertThat(parked.nextAttempt()).isAfterOrEqualTo(parked.since());
            });
            assertThat(state.top().byRetries())
                    .extracting(ConnectionState.Hot::region)
                    .containsExactly(busy.name());
            assertThat(state.top().byRetries().get(0).value()).isGreaterThan(2);
            busy.server().script().clear();
            rig.verifyAllAcknowledged();
            assertThat(stuck.isAcknowledged()).isTrue();
            assertThat(rig.connection.state().parked()).isEmpty();
        }
    }

    @Test
    void stoppedServer_isShownWithItsWindowAtOne_othersAreNot() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            TestServer stopped = rig.server(1);
            stopped.script().always(Method.MULTI).fail(RemoteError.queueTooBig());
            rig.writeDuring(() -> {
                await().atMost(FaultRig.LIMIT).untilAsserted(() -> {
                    ConnectionState.Server shown = server(rig.connection.state(), stopped);
                    assertThat(shown.windows())
                            .singleElement()
                            .satisfies(window -> assertThat(window.size()).isEqualTo(1));
                    assertThat(shown.failuresInARow()).isGreaterThan(1);
                });
                ConnectionState state = rig.connection.state();
                ConnectionState.Server healthy = server(state, rig.server(0));
                assertThat(healthy.failuresInARow()).isZero();
                assertThat(healthy.windows().get(0).size()).isGreaterThan(1);
                assertThat(healthy.windows().get(0).latencyNanos()).isPositive();
                assertThat(state.parked()).anySatisfy(parked -> {
                    assertThat(parked.kind()).isEqualTo(ConnectionState.PlaceKind.SERVER);
                    assertThat(parked.server()).extracting(ServerName::getPort).isEqualTo(stopped.port());
                    assertThat(parked.cause()).contains("CallQueueTooBigException");
                });
                stopped.script().clear();
            });
            rig.verifyAllAcknowledged();
            assertThat(rig.connection.state().parked()).isEmpty();
        }
    }

    @Test
    void silentServer_isShownWithItsWindowAtOne() throws Exception {
        try (FaultRig rig = FaultRig.start(2, FaultRig.impatient())) {
            rig.warmUp();
            TestServer silent = rig.server(1);
            rig.writeDuring(() -> {
                silent.stall();
                await().atMost(FaultRig.LIMIT).untilAsserted(() -> {
                    ConnectionState.Server shown = server(rig.connection.state(), silent);
                    assertThat(shown.windows())
                            .singleElement()
                            .satisfies(window -> assertThat(window.size()).isEqualTo(1));
                });
                // At first it may be the end of the connection that others' timeouts have brought.
                await().atMost(FaultRig.LIMIT)
                        .untilAsserted(() -> assertThat(rig.connection.state().parked())
                                .anySatisfy(parked -> assertThat(parked.cause()).contains("CallTimeoutException")));
                silent.resume();
            });
            rig.verifyAllAcknowledged();
        }
    }

    @Test
    void loadThatAServerTells_isShown() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.server(0).tellLoad(42, 10, 0);
            rig.warmUp();
            assertThat(server(rig.connection.state(), rig.server(0)).loadPercent())
                    .isEqualTo(42);
        }
    }

    @Test
    void mutatorsThatAllowTheSame_shareAWindow() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            for (int max : new int[] {16, 3}) {
                try (AsyncBufferedMutator other = rig.connection
                        .getBufferedMutatorBuilder(TableName.valueOf(FaultRig.TABLE))
                        .setMaxInFlightPerServer(max)
                        .build()) {
                    rig.ledger.write(other, "0-of-the-one-with-" + max);
                    other.flush();
                    rig.settle();
                }
            }
            assertThat(server(rig.connection.state(), rig.server(0)).windows())
                    .extracting(ConnectionState.Window::maxInFlight)
                    .containsExactly(3, 16);
        }
    }

    @Test
    void json_isTheValue() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            ConnectionState state = rig.connection.state();
            JsonNode json = new ObjectMapper().readTree(state.toJson());
            assertThat(json.fieldNames())
                    .toIterable()
                    .containsExactly(
                            "at",
                            "closed",
                            "budget",
                            "mutators",
                            "servers",
                            "parked",
                            "top",
                            "pools",
                            "blocks",
                            "regionCache");
            assertThat(json.get("at").asText()).isEqualTo(state.at().toString());
            assertThat(json.get("closed").asBoolean()).isFalse();
            assertThat(json.get("budget").get("limitBytes").asLong()).isEqualTo(8 << 20);
            assertThat(json.get("budget").get("shareBytes").asLong()).isEqualTo(2 << 20);
            assertThat(json.get("mutators").get(0).get("table").asText()).isEqualTo(FaultRig.TABLE);
            assertThat(json.get("mutators")
                            .get(0)
                            .get("state")
                            .get("acknowledged")
                            .asLong())
                    .isEqualTo(state.mutators().get(0).state().acknowledged())
                    .isEqualTo(16);
            assertThat(json.get("servers").size()).isEqualTo(2);
            ConnectionState.Server first = state.servers().get(0);
            assertThat(json.get("servers").get(0).get("address").asText()).isEqualTo(first.address());
            assertThat(json.get("servers")
                            .get(0)
                            .get("windows")
                            .get(0)
                            .get("size")
                            .asInt())
                    .isEqualTo(first.windows().get(0).size());
            assertThat(json.get("top").get("byBytes").size()).isEqualTo(8);
            ConnectionState.Hot hot = state.top().byBytes().get(0);
            assertThat(json.get("top").get("byBytes").get(0).get("region").asText())
                    .isEqualTo(hot.region());
            assertThat(json.get("top").get("byBytes").get(0).get("value").asLong())
                    .isEqualTo(hot.value())
                    .isPositive();
            JsonNode pools = json.get("pools").get("servers");
            assertThat(pools.get(first.server().toString())
                                    .get("connections")
                                    .get("idle")
                                    .asInt()
                            + pools.get(first.server().toString())
                                    .get("connections")
                                    .get("leased")
                                    .asInt())
                    .isPositive();
            assertThat(json.get("blocks").get("blockBytes").asInt()).isEqualTo(64 << 10);
            assertThat(json.get("regionCache").get("regions").asInt()).isEqualTo(8);
            assertThat(json.get("regionCache").get("tables").get(FaultRig.TABLE).asInt())
                    .isEqualTo(8);
        }
    }

    @Test
    void state_whileThreadsWrite_andAfterTheClose_isThere() throws Exception {
        FaultRig rig = FaultRig.start(2);
        try (rig) {
            rig.warmUp();
            rig.writeDuring(() -> {
                for (int i = 0; i < 2_000; i++) {
                    ConnectionState state = rig.connection.state();
                    assertThat(state.budget().usedBytes())
                            .isBetween(0L, state.budget().limitBytes());
                    assertThat(state.toJson()).startsWith("{").endsWith("}");
                }
            });
            rig.verifyAllAcknowledged();
        }
        ConnectionState closed = rig.connection.state();
        assertThat(closed.closed()).isTrue();
        assertThat(closed.mutators()).isEmpty();
        assertThat(closed.budget().usedBytes()).isZero();
        assertThat(closed.toJson()).contains("\"closed\":true");
        assertThat(List.of(Duration.between(closed.at(), Instant.now()).abs().compareTo(Duration.ofMinutes(1))))
                .containsExactly(-1);
    }
}
