package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.acknowledge;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.ConnectionState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The state of a connection that writes to a real server. */
class StateIT {
    @RegisterExtension
    final Session session = new Session();

    @Test
    void hotRegion_isOnTop() throws Exception {
        TableName table = session.table(List.of(bytes("2"), bytes("4"), bytes("6"), bytes("8")), "f");
        AsyncBufferedMutator mutator = session.mutator(table);
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            // Nine of ten go to the region from 4 to 6.
            String row = (i % 10 == 0 ? String.valueOf(i / 10 % 10) : "5") + "-" + i;
            futures.add(mutator.mutate(new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), new byte[100])));
        }
        acknowledge(mutator, futures);
        ConnectionState state = session.connection().state();
        ConnectionState.Hot hottest = state.top().byBytes().get(0);
        assertThat(hottest.region()).startsWith(table + ",4,");
        assertThat(hottest.value()).isGreaterThan(150_000);
        assertThat(hottest.requests()).isGreaterThan(0);
        // Of two regions that share one of the 512 buckets, one is kept.
        assertThat(state.top().byBytes()).hasSizeBetween(4, 5);
        assertThat(state.top().byLatency())
                .hasSizeBetween(4, 5)
                .allSatisfy(region -> assertThat(region.value()).isPositive());
        assertThat(state.top().byRetries()).isEmpty();
        assertThat(state.parked()).isEmpty();
        assertThat(state.servers()).hasSize(2).allSatisfy(server -> {
            assertThat(server.failuresInARow()).isZero();
            assertThat(server.windows()).singleElement().satisfies(window -> {
                assertThat(window.maxInFlight()).isEqualTo(16);
                assertThat(window.size()).isBetween(1, 16);
                assertThat(window.latencyNanos()).isPositive();
            });
        });
        assertThat(state.regionCache().tables()).containsEntry(table, 5);
        assertThat(state.mutators())
                .singleElement()
                .satisfies(one -> assertThat(one.state().acknowledged()).isEqualTo(2_000));
        JsonNode json = new ObjectMapper().readTree(state.toJson());
        assertThat(json.get("top").get("byBytes").get(0).get("region").asText()).isEqualTo(hottest.region());
    }

    @Test
    void regionWithBytesThatAreNoText_isNamedAsHBaseDoes() throws Exception {
        byte[] split = {0, (byte) 0xff, '"', '\\'};
        TableName table = session.table(List.of(split), "f");
        AsyncBufferedMutator mutator = session.mutator(table);
        acknowledge(mutator, mutator.mutate(new Put(split).addColumn(bytes("f"), bytes("q"), bytes("v"))));
        ConnectionState state = session.connection().state();
        String region = state.top().byBytes().get(0).region();
        assertThat(region).startsWith(table + "," + Bytes.toStringBinary(split) + ",");
        JsonNode json = new ObjectMapper().readTree(state.toJson());
        assertThat(json.get("top").get("byBytes").get(0).get("region").asText()).isEqualTo(region);
    }
}
