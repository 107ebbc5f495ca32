package io.sluice.client.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Configuration;
import io.sluice.client.internal.security.TestAuthority;
import io.sluice.internal.time.Timer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClusterIdProtos;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ZooKeeper's own security, by its client's own settings. */
class SecureZooKeeperTest {
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    private final Timer timer = (task, delayNanos) -> {
        ScheduledFuture<?> scheduled = scheduler.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    };
    private final List<String> systemProperties = new ArrayList<>();

    @AfterEach
    void cleanUp() {
        systemProperties.forEach(System::clearProperty);
        scheduler.shutdownNow();
    }

    @Test
    void tls_byHBasesKeys_asked(@TempDir Path folder) throws Exception {
        TestAuthority authority = new TestAuthority("authority");
        Path key = TestAuthority.keyStore(folder.resolve("server.p12"), authority.issue("localhost"));
        Path trust = TestAuthority.trustStore(folder.resolve("trust.p12"), authority);
        Path foreign = TestAuthority.trustStore(folder.resolve("foreign.p12"), new TestAuthority("foreign"));
        // The server reads these; the client must not need them.
        system("zookeeper.ssl.keyStore.location", key.toString());
        system("zookeeper.ssl.keyStore.password", TestAuthority.PASSWORD);
        system("zookeeper.ssl.clientAuth", "none");
        system("zookeeper.ssl.trustStore.location", trust.toString());
        system("zookeeper.ssl.trustStore.password", TestAuthority.PASSWORD);
        try (ZooKeeperFixture plain = new ZooKeeperFixture(folder.resolve("zookeeper"))) {
            plain.write(
                    "/hbase/hbaseid",
                    ClusterIdProtos.ClusterId.newBuilder()
                            .setClusterId("the-id")
                            .build()
                            .toByteArray());
        }
        ZooKeeperServer server = new ZooKeeperServer(
                folder.resolve("zookeeper").toFile(),
                folder.resolve("zookeeper").toFile(),
                200);
        system("zookeeper.serverCnxnFactory", "org.apache.zookeeper.server.NettyServerCnxnFactory");
        ServerCnxnFactory factory = ServerCnxnFactory.createFactory();
        factory.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100, -1, true);
        try {
            factory.startup(server);
            assertThat(clusterId(factory.getLocalPort(), trust)).isEqualTo("the-id");
            assertThat(clusterId(factory.getLocalPort(), foreign)).isNull();
        } finally {
            factory.shutdown();
            server.shutdown();
        }
    }

    private void system(String name, String value) {
        System.setProperty(name, value);
        systemProperties.add(name);
    }

    private @Nullable String clusterId(int port, Path trust) throws Exception {
        Configuration conf = new Configuration();
        conf.set("hbase.zookeeper.quorum", "localhost");
        conf.setInt("hbase.zookeeper.property.clientPort", port);
        conf.set("hbase.zookeeper.property.client.secure", "true");
        conf.set("hbase.zookeeper.property.ssl.trustStore.location", trust.toString());
        conf.set("hbase.zookeeper.property.ssl.trustStore.password", TestAuthority.PASSWORD);
        conf.set("zookeeper.registry.async.get.timeout", "5000");
        assertThat(ZooKeeperSettings.from(conf).toString()).doesNotContain(TestAuthority.PASSWORD);
        ZooKeeperRegistry registry = new ZooKeeperRegistry(conf, timer);
        try {
            return registry.clusterId().get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return null;
        } finally {
            registry.closeAsync().get(20, TimeUnit.SECONDS);
        }
    }
}
