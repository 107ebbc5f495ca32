package io.sluice.client.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Configuration;
import io.sluice.client.internal.security.TestAuthority;
import io.sluice.internal.time.Timer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ZooKeeperProtos;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.apache.zookeeper.server.auth.SASLAuthenticationProvider;
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
        Path data = written(folder);
        system("zookeeper.serverCnxnFactory", "org.apache.zookeeper.server.NettyServerCnxnFactory");
        try (Server server = new Server(data, true)) {
            assertThat(metaHost(tls(server.port(), trust))).isEqualTo("the-server");
            assertRefused(tls(server.port(), foreign), "with a foreign authority");
        }
    }

    @Test
    void sasl_byHBasesKeysAndJaas_asked(@TempDir Path folder) throws Exception {
        Path jaas = Files.writeString(folder.resolve("jaas.conf"), """
                Server {
                    org.apache.zookeeper.server.auth.DigestLoginModule required user_writer="%1$s";
                };
                Client {
                    org.apache.zookeeper.server.auth.DigestLoginModule required username="writer" password="%1$s";
                };
                Wrong {
                    org.apache.zookeeper.server.auth.DigestLoginModule required username="writer" password="guess";
                };
                """.formatted(TestAuthority.PASSWORD));
        Path data = written(folder);
        system("java.security.auth.login.config", jaas.toString());
        system("zookeeper.sessionRequireClientSASLAuth", "true");
        system("zookeeper.authProvider.sasl", SASLAuthenticationProvider.class.getName());
        ProviderRegistry.reset();
        // The JVM has perhaps read another file, or none, before.
        javax.security.auth.login.Configuration.setConfiguration(null);
        try (Server server = new Server(data, false)) {
            Configuration conf = at(server.port());
            assertRefused(conf, "without login");
            conf.set("hbase.zookeeper.property.sasl.client", "true");
            // Without which ZooKeeper's client leaves DIGEST-MD5 alone.
            conf.set("hbase.zookeeper.property.fips-mode", "false");
            assertThat(metaHost(conf)).isEqualTo("the-server");
            conf.set("hbase.zookeeper.property.sasl.clientconfig", "Wrong");
            assertRefused(conf, "with another password");
        } finally {
            javax.security.auth.login.Configuration.setConfiguration(null);
            ProviderRegistry.reset();
        }
    }

    /** What HBase leaves in ZooKeeper, written without security. */
    private static Path written(Path folder) throws Exception {
        Path data = folder.resolve("zookeeper");
        try (ZooKeeperFixture plain = new ZooKeeperFixture(data)) {
            plain.write(
                    "/hbase/meta-region-server",
                    ZooKeeperProtos.MetaRegionServer.newBuilder()
                            .setServer(HBaseProtos.ServerName.newBuilder()
                                    .setHostName("the-server")
                                    .setPort(16020))
                            .build()
                            .toByteArray());
        }
        return data;
    }

    /** A server over data that is there, secured by the system properties of its JVM. */
    private record Server(ZooKeeperServer server, ServerCnxnFactory factory) implements AutoCloseable {
        Server(Path data, boolean secure) throws Exception {
            this(new ZooKeeperServer(data.toFile(), data.toFile(), 200), ServerCnxnFactory.createFactory());
            factory.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100, -1, secure);
            factory.startup(server);
        }

        int port() {
            return factory.getLocalPort();
        }

        @Override
        public void close() {
            factory.shutdown();
            server.shutdown();
        }
    }

    private void system(String name, String value) {
        System.setProperty(name, value);
        systemProperties.add(name);
    }

    private static Configuration at(int port) {
        Configuration conf = new Configuration();
        conf.set("hbase.zookeeper.quorum", "localhost");
        conf.setInt("hbase.zookeeper.property.clientPort", port);
        return conf;
    }

    private static Configuration tls(int port, Path trust) {
        Configuration conf = at(port);
        conf.set("hbase.zookeeper.property.client.secure", "true");
        conf.set("hbase.zookeeper.property.ssl.trustStore.location", trust.toString());
        conf.set("hbase.zookeeper.property.ssl.trustStore.password", TestAuthority.PASSWORD);
        assertThat(ZooKeeperSettings.from(conf).toString()).doesNotContain(TestAuthority.PASSWORD);
        return conf;
    }

    private void assertRefused(Configuration conf, String how) {
        assertThatThrownBy(() -> metaHost(conf, 5_000)).as(how).isInstanceOf(ExecutionException.class);
    }

    /** With time for what is loaded for the first time, while other tests have the processors. */
    private String metaHost(Configuration conf) throws Exception {
        return metaHost(conf, 15_000);
    }

    private String metaHost(Configuration conf, int millis) throws Exception {
        conf.setInt("zookeeper.registry.async.get.timeout", millis);
        ZooKeeperRegistry registry = new ZooKeeperRegistry(conf, timer);
        try {
            return registry.metaLocation().get(20, TimeUnit.SECONDS).getHostname();
        } finally {
            registry.closeAsync().get(20, TimeUnit.SECONDS);
        }
    }
}
