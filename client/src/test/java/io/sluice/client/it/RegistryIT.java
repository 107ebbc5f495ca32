package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.put;
import static io.sluice.client.it.Session.acknowledge;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.ConnectionFactory;
import io.sluice.client.HBaseConfiguration;
import io.sluice.client.Registry;
import io.sluice.embedded.HBaseSite;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Every way to say where the cluster is; each is proved by a row. */
class RegistryIT {
    @RegisterExtension
    final Session session = new Session();

    @Test
    void zooKeeper_byRegistry_connects() throws Exception {
        assertWrites(AsyncConnections.builder()
                .configuration(new Configuration())
                .registry(Registry.zooKeeper(session.quorum(), session.server().znodeParent()))
                .build());
    }

    @Test
    void zooKeeper_byKeysOfHBase_connects() throws Exception {
        Configuration conf = new Configuration();
        session.server().settings().forEach(conf::set);
        assertWrites(ConnectionFactory.createAsyncConnection(conf));
    }

    @Test
    void zooKeeper_byImplementationKey_winsOverBootstrapServers() throws Exception {
        Configuration conf = new Configuration();
        session.server().settings().forEach(conf::set);
        conf.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.ZKConnectionRegistry");
        conf.set("hbase.client.bootstrap.servers", "localhost:1");
        assertWrites(ConnectionFactory.createAsyncConnection(conf));
    }

    @Test
    void rpc_master_connects() throws Exception {
        assertWrites(AsyncConnections.builder()
                .configuration(new Configuration())
                .registry(Registry.rpc(session.server().masterAddress()))
                .build());
    }

    @Test
    void rpc_eachRegionServer_connects() throws Exception {
        assertThat(session.stock().servers()).hasSize(2);
        for (String server : session.stock().servers()) {
            assertWrites(AsyncConnections.builder()
                    .configuration(new Configuration())
                    .registry(Registry.rpc(hostAndPort(server)))
                    .build());
        }
    }

    @Test
    void rpc_severalServersOneDead_connects() throws Exception {
        String servers = "localhost:1," + hostAndPort(session.stock().servers().get(0)) + ",no-such-host.invalid:16020";
        assertWrites(AsyncConnections.builder()
                .configuration(new Configuration())
                .registry(Registry.rpc(servers))
                .build());
    }

    @Test
    void rpc_byBootstrapServersKey_connects() throws Exception {
        Configuration conf = new Configuration();
        conf.set(
                "hbase.client.bootstrap.servers",
                hostAndPort(session.stock().servers().get(1)));
        assertWrites(ConnectionFactory.createAsyncConnection(conf));
    }

    @Test
    void rpc_byImplementationKey_connects() throws Exception {
        for (String impl : new String[] {"RpcConnectionRegistry", "MasterRegistry"}) {
            Configuration conf = new Configuration();
            conf.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client." + impl);
            conf.set("hbase.masters", session.server().masterAddress());
            assertWrites(ConnectionFactory.createAsyncConnection(conf));
        }
    }

    @Test
    void siteFile_namedByPath_connects(@TempDir Path folder) throws Exception {
        Path site = folder.resolve("hbase-site.xml");
        HBaseSite.write(site, session.server().settings());
        assertWrites(ConnectionFactory.createAsyncConnection(HBaseConfiguration.create(site)));
        assertWrites(ConnectionFactory.createAsyncConnection(HBaseConfiguration.create(folder)));
    }

    @Test
    void siteFile_settingsOfMutators_used(@TempDir Path folder) throws Exception {
        Path site = folder.resolve("hbase-site.xml");
        HBaseSite.write(
                site,
                Map.of(
                        "hbase.client.bootstrap.servers",
                        session.server().masterAddress(),
                        "hbase.client.write.buffer",
                        "12345",
                        "hbase.client.write.buffer.maxmutations",
                        "7"));
        try (AsyncConnection connection =
                        get(ConnectionFactory.createAsyncConnection(HBaseConfiguration.create(site)));
                AsyncBufferedMutator mutator = connection.getBufferedMutator(session.table("f"))) {
            assertThat(mutator.getWriteBufferSize()).isEqualTo(12_345);
            assertThat(mutator.getMaxMutations()).isEqualTo(7);
        }
    }

    private void assertWrites(CompletableFuture<AsyncConnection> opening) throws Exception {
        TableName table = session.table("f");
        try (AsyncConnection connection = get(opening);
                AsyncBufferedMutator mutator = connection.getBufferedMutator(table)) {
            acknowledge(mutator, mutator.mutate(new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), 1, bytes("v"))));
        }
        assertThat(session.everything(table)).containsExactly(put("r", "f", "q", 1, "v"));
    }

    private static String hostAndPort(String serverName) {
        String[] parts = serverName.split(",", -1);
        return parts[0] + ":" + parts[1];
    }
}
