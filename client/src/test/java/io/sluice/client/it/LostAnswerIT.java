package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.acknowledge;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.RegionDescription;
import io.sluice.embedded.RegionServerProcess;
import io.sluice.embedded.ScanOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * S4. A server stands still for longer than a timeout and then carries out all that was sent to it: the first attempts,
 * whose answers nobody reads any more, and the later ones.
 */
class LostAnswerIT {
    private static final TableName TABLE = TableName.valueOf("t");

    /** One round in four shows the fault, on two processors. */
    private static final int ROUNDS = 50;

    @Test
    void put_retriedAfterALostAnswer_isOneVersionWithClientTimestamps() throws Exception {
        try (EmbeddedHBase cluster =
                        EmbeddedHBase.start(EmbeddedOptions.defaults().withFastStart());
                RegionServerProcess server = cluster.startRegionServerProcess(Map.of())) {
            cluster.client().switchBalancer(false);
            cluster.client().createTable("t", List.of(new FamilyOptions("f", 20)), List.of());
            await().atMost(Session.LIMIT).untilAsserted(() -> {
                RegionDescription region = cluster.client().regions("t").get(0);
                if (!region.server().equals(server.name())) {
                    cluster.client().moveRegion(region.encodedName(), server.name());
                }
                assertThat(cluster.client().regions("t").get(0).server()).isEqualTo(server.name());
            });
            Configuration configuration = new Configuration();
            configuration.setLong("hbase.rpc.timeout", 400);
            try (AsyncConnection connection = get(AsyncConnections.builder()
                    .configuration(configuration)
                    .registry(Registry.zooKeeper("localhost:" + cluster.zooKeeperPort(), cluster.znodeParent()))
                    .build())) {
                // The control: the fault does write twice. Not if the server does both in one millisecond, hence
                // several.
                int mostOfPlain = 0;
                for (int round = 0; round < ROUNDS && mostOfPlain < 2; round++) {
                    Map<String, Integer> versions = versions(cluster, server, connection, round);
                    assertThat(versions).containsEntry("stamped" + round, 1);
                    mostOfPlain = versions.getOrDefault("plain" + round, 0);
                }
                assertThat(mostOfPlain).as("versions without client timestamps").isGreaterThan(1);
            }
        }
        Session.assertNoThreads();
    }

    private static Put put(String row) {
        return new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), bytes("v"));
    }

    private static Map<String, Integer> versions(
            EmbeddedHBase cluster, RegionServerProcess server, AsyncConnection connection, int round) throws Exception {
        AsyncBufferedMutator stamped = connection
                .getBufferedMutatorBuilder(TABLE)
                .setClientTimestamps(true)
                .build();
        AsyncBufferedMutator plain = connection.getBufferedMutator(TABLE);
        acknowledge(plain, plain.mutate(put("warm" + round)));
        server.pause();
        CompletableFuture<Void> one;
        CompletableFuture<Void> other;
        try {
            one = stamped.mutate(put("stamped" + round));
            other = plain.mutate(put("plain" + round));
            stamped.flush();
            plain.flush();
            await().atMost(Session.LIMIT)
                    .until(() -> stamped.state().retried() > 0 && plain.state().retried() > 0);
            // The second attempts are on their way, too.
            Thread.sleep(300);
        } finally {
            server.resume();
        }
        acknowledge(stamped, one);
        acknowledge(plain, other);
        Map<String, Integer> versions = new HashMap<>();
        cluster.client().scan("t", ScanOptions.everything(), cell -> {
            int unused = versions.merge(CellText.of(cell).row(), 1, Integer::sum);
        });
        return versions;
    }
}
