package io.sluice.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import io.sluice.testserver.TestCluster;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The connection that the first look-up of a region needs. */
class FirstConnectionTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void build_withoutAWrite_connectsToTheServerOfMeta() throws Exception {
        try (TestCluster cluster = TestCluster.start(1);
                AsyncConnection connection = connect(cluster)) {
            await().atMost(LIMIT).until(() -> opened(connection) == 1);
        }
    }

    @Test
    void firstWrite_whileItIsConnecting_usesThatConnection() throws Exception {
        TableName table = TableName.valueOf("t");
        try (TestCluster cluster = TestCluster.start(1)) {
            cluster.createTable(table.getNameAsString());
            try (AsyncConnection connection = connect(cluster)) {
                AsyncBufferedMutator mutator = connection
                        .getBufferedMutatorBuilder(table)
                        .setMaxMutations(1)
                        .build();
                byte[] bytes = Bytes.toBytes("f");
                mutator.mutate(new Put(bytes).addColumn(bytes, bytes, bytes)).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
                assertThat(opened(connection)).isEqualTo(1);
            }
        }
    }

    private static AsyncConnection connect(TestCluster cluster) throws Exception {
        return AsyncConnections.builder()
                .configuration(new Configuration())
                .registry(Registry.rpc(cluster.bootstrapServers()))
                .build()
                .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static long opened(AsyncConnection connection) {
        return connection.connectionPools().total().connects().opened();
    }
}
