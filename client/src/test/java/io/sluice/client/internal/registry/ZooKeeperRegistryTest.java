package io.sluice.client.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.Configuration;
import io.sluice.RegistryUnavailableException;
import io.sluice.ServerName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClusterStatusProtos.RegionState;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ZooKeeperProtos;
import org.apache.zookeeper.client.ZKClientConfig;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ZooKeeperRegistryTest {
    private static final ServerName META = ServerName.valueOf("rs1.example.org", 16020, 1_700_000_000_123L);

    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    private final Timer timer = (task, delayNanos) -> {
        ScheduledFuture<?> scheduled = scheduler.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    };
    private final Configuration conf = new Configuration();
    private ZooKeeperFixture zooKeeper;

    @BeforeEach
    void startZooKeeper(@TempDir Path dir) throws Exception {
        zooKeeper = new ZooKeeperFixture(dir);
        conf.set("hbase.zookeeper.quorum", "127.0.0.1");
        conf.setInt("hbase.zookeeper.property.clientPort", zooKeeper.port());
        conf.setInt("zookeeper.recovery.retry.intervalmill", 50);
        zooKeeper.write("/hbase/meta-region-server", metaMessage(null));
    }

    @AfterEach
    void stopZooKeeper() {
        zooKeeper.close();
        scheduler.shutdownNow();
    }

    private static byte[] metaMessage(RegionState.@Nullable State state) {
        ZooKeeperProtos.MetaRegionServer.Builder message = ZooKeeperProtos.MetaRegionServer.newBuilder()
                .setServer(HBaseProtos.ServerName.newBuilder()
                        .setHostName(META.getHostname())
                        .setPort(META.getPort())
                        .setStartCode(META.getStartcode()))
                .setRpcVersion(0);
        if (state != null) {
            message.setState(state);
        }
        return message.build().toByteArray();
    }

    private static Throwable errorOf(CompletableFuture<?> future) throws InterruptedException {
        try {
            throw new AssertionError("no error but " + future.get());
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        }
    }

    /** Bound but not listening: connections are refused, and nobody else can listen there. */
    private static Socket closedPort() throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }

    private ZooKeeperRegistry registry() {
        return new ZooKeeperRegistry(conf, timer);
    }

    @Test
    void read_znodesOfHBase_givesServerInOneSession() throws Exception {
        ZooKeeperRegistry registry = registry();
        Awaitility.await().until(() -> zooKeeper.sessions() == 0);

        assertThat(registry.metaLocation().get()).isEqualTo(META);
        assertThat(registry.metaLocation().get()).isEqualTo(META);

        assertThat(zooKeeper.sessions()).isEqualTo(1);
        registry.closeAsync().get();
        Awaitility.await().until(() -> zooKeeper.sessions() == 0);
    }

    @Test
    void read_otherParentAndNames_areUsed() throws Exception {
        zooKeeper.write("/other/root/the-meta", metaMessage(null));
        conf.set("zookeeper.znode.parent", "/other/root");
        conf.set("zookeeper.znode.metaserver", "the-meta");
        ZooKeeperRegistry registry = registry();

        assertThat(registry.metaLocation().get()).isEqualTo(META);
        registry.closeAsync().get();
    }

    @Test
    void read_wrongParent_asksWhetherItIsRight() throws Exception {
        conf.set("zookeeper.znode.parent", "/wrong");
        ZooKeeperRegistry registry = registry();

        assertThat(errorOf(registry.metaLocation()))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("no /wrong/meta-region-server under quorum 127.0.0.1:" + zooKeeper.port()
                        + "; is zookeeper.znode.parent right");
        registry.closeAsync().get();
    }

    @Test
    void metaLocation_notOpen_isSaid() throws Exception {
        zooKeeper.write("/hbase/meta-region-server", metaMessage(RegionState.State.OPENING));
        ZooKeeperRegistry registry = registry();

        assertThat(errorOf(registry.metaLocation()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("hbase:meta is in transition on rs1.example.org,16020");
        registry.closeAsync().get();
    }

    @Test
    void read_dataOfSomethingElse_isSaid() throws Exception {
        zooKeeper.writeRaw("/hbase/meta-region-server", "hello".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        ZooKeeperRegistry registry = registry();

        assertThat(errorOf(registry.metaLocation()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/hbase/meta-region-server has no PBUF");
        registry.closeAsync().get();
    }

    @Test
    void read_sessionExpired_opensAnother() throws Exception {
        ZooKeeperRegistry registry = registry();
        registry.metaLocation().get();
        zooKeeper.expireSessions();

        assertThat(registry.metaLocation().get()).isEqualTo(META);
        registry.closeAsync().get();
    }

    @Test
    void read_serverDownForAWhile_waitsForIt() throws Exception {
        ZooKeeperRegistry registry = registry();
        registry.metaLocation().get();
        zooKeeper.stop();
        CompletableFuture<ServerName> location = registry.metaLocation();
        zooKeeper.start();

        assertThat(location.get()).isEqualTo(META);
        registry.closeAsync().get();
    }

    @Test
    void read_idle_endsTheSessionAndOpensAnotherLater() throws Exception {
        conf.setInt("zookeeper.keep-alive.time", 100);
        ZooKeeperRegistry registry = registry();
        registry.metaLocation().get();

        Awaitility.await().until(() -> zooKeeper.sessions() == 0);

        assertThat(registry.metaLocation().get()).isEqualTo(META);
        registry.closeAsync().get();
    }

    @Test
    void read_closedPortAndUnknownHost_namesEachWithItsCause() throws Exception {
        try (Socket closed = closedPort()) {
            int port = closed.getLocalPort();
            conf.set("hbase.zookeeper.quorum", "127.0.0.1:" + port + ",no-such-host.invalid");
            conf.setInt("zookeeper.registry.async.get.timeout", 2_000);
            ZooKeeperRegistry registry = registry();

            assertThat(errorOf(registry.metaLocation()))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("within 2000 ms (zookeeper.registry.async.get.timeout)")
                    .hasMessageContaining("/hbase/meta-region-server")
                    .hasMessageContaining("127.0.0.1:" + port + ": 127.0.0.1 Connection refused")
                    .hasMessageContaining(
                            "no-such-host.invalid:" + zooKeeper.port() + ": unknown host no-such-host.invalid");
            registry.closeAsync().get();
        }
    }

    @Test
    void read_serverThatNeverAnswers_endsInTime() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            conf.set("hbase.zookeeper.quorum", "127.0.0.1:" + silent.getLocalPort());
            conf.setInt("zookeeper.registry.async.get.timeout", 1_000);
            ZooKeeperRegistry registry = registry();

            assertThat(errorOf(registry.metaLocation()))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("127.0.0.1 accepts connections");
            registry.closeAsync().get();
        }
    }

    @Test
    void close_whileNoServerAnswers_doesNotWaitForASession() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            conf.set("hbase.zookeeper.quorum", "127.0.0.1:" + silent.getLocalPort());
            conf.setInt("zookeeper.registry.async.get.timeout", 120_000);
            ZooKeeperRegistry registry = registry();
            CompletableFuture<ServerName> pending = registry.metaLocation();
            Socket accepted = silent.accept();

            registry.closeAsync().get(60, TimeUnit.SECONDS);

            assertThat(errorOf(pending)).hasMessageContaining("closed");
            accepted.close();
        }
    }

    @Test
    void close_pendingAndLaterQuestions_fail() throws Exception {
        try (Socket closed = closedPort()) {
            conf.set("hbase.zookeeper.quorum", "127.0.0.1:" + closed.getLocalPort());
            ZooKeeperRegistry registry = registry();
            CompletableFuture<ServerName> pending = registry.metaLocation();

            registry.closeAsync().get();

            assertThat(errorOf(pending)).isInstanceOf(IOException.class).hasMessageContaining("closed");
            assertThat(errorOf(registry.metaLocation())).hasMessageContaining("closed");
            assertThat(registry.closeAsync()).isCompleted();
        }
    }

    @Test
    void connection_closedByWhoIsToldThatItIsOpen_ends() throws Exception {
        CompletableFuture<Void> closed = AsyncConnections.builder()
                .configuration(conf)
                .registry(Registry.zooKeeper("127.0.0.1:" + zooKeeper.port(), "/hbase"))
                .build()
                .thenAccept(AsyncConnection::close);
        closed.get();
        Awaitility.await().until(() -> zooKeeper.sessions() == 0);
        Awaitility.await()
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("sluice-io-")));
    }

    @Test
    void settings_quorum_isReadAsHBaseReadsIt() {
        conf.set("hbase.zookeeper.quorum", " a , b:2182,[::1]:2183,fe80::1 ");
        conf.set("hbase.zookeeper.property.clientPort", "2281");
        assertThat(ZooKeeperSettings.from(conf).connectString()).isEqualTo("a:2281,b:2182,[::1]:2183,[fe80::1]:2281");

        conf.set("hbase.client.zookeeper.quorum", "c");
        assertThat(ZooKeeperSettings.from(conf).connectString()).isEqualTo("c:2281");
        conf.set("hbase.client.zookeeper.property.clientPort", "2381");
        assertThat(ZooKeeperSettings.from(conf).connectString()).isEqualTo("c:2381");
        assertThat(ZooKeeperSettings.from(new Configuration()).connectString()).isEqualTo("127.0.0.1:2181");
    }

    @Test
    void settings_badValues_nameTheKey() {
        for (List<String> bad : List.of(
                List.of("hbase.zookeeper.quorum", "a:x"),
                List.of("hbase.zookeeper.quorum", ","),
                List.of("hbase.zookeeper.quorum", "a:2181/hbase"),
                List.of("hbase.client.zookeeper.quorum", "a:70000"),
                List.of("hbase.zookeeper.property.clientPort", "0"),
                List.of("zookeeper.znode.parent", "hbase"),
                List.of("zookeeper.session.timeout", "-1"),
                List.of("zookeeper.registry.async.get.timeout", "0"))) {
            Configuration wrong = new Configuration();
            wrong.set(bad.get(0), bad.get(1));

            assertThatIllegalArgumentException()
                    .as(bad.toString())
                    .isThrownBy(() -> ZooKeeperSettings.from(wrong))
                    .withMessageContaining(bad.get(0));
        }
    }

    /** ZooKeeper's own class loads the certificates of the JVM, which takes a fifth of a second. */
    @Test
    void clientConfig_isZooKeepersOwnOnlyForTls_andHasTheJvmsProperties() {
        String property = "zookeeper.test.of.sluice";
        System.setProperty(property, "jvm");
        try {
            Configuration conf = new Configuration();
            conf.set("hbase.zookeeper.property.other", "conf");
            ZKClientConfig plain = ZooKeeperSettings.from(conf).clientConfig();
            assertThat(plain).isNotExactlyInstanceOf(ZKClientConfig.class);
            assertThat(plain.getProperty(property)).isEqualTo("jvm");
            assertThat(plain.getProperty("zookeeper.other")).isEqualTo("conf");

            conf.set("hbase.zookeeper.property.client.secure", "true");
            ZKClientConfig secure = ZooKeeperSettings.from(conf).clientConfig();
            assertThat(secure).isExactlyInstanceOf(ZKClientConfig.class);
            assertThat(secure.getProperty(ZKClientConfig.SECURE_CLIENT)).isEqualTo("true");
        } finally {
            System.clearProperty(property);
        }
    }
}
