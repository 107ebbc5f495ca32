package io.sluice.client.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Configuration;
import io.sluice.RegistryUnavailableException;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.HBaseConfiguration;
import io.sluice.client.Registry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Clusters that are not there, and files that do not say where they are. */
class NoClusterIT {
    /** Documented: {@code hbase.ipc.client.socket.timeout.connect}, 10 s; a little more for a slow machine. */
    private static final long LIMIT_SECONDS = 12;

    @RegisterExtension
    final Session session = new Session();

    /**
     * A cluster that is not there.
     *
     * @param texts what the error must say
     */
    private record Missing(Registry registry, String... texts) {}

    /** All at once: most fail at the end of their time only. */
    @Test
    void open_noCluster_failsInTimeAndNamesEveryAddress() throws Exception {
        // The kernel accepts for it; nobody reads.
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            List<Missing> cases = missing("127.0.0.1:" + silent.getLocalPort());
            List<CompletableFuture<AsyncConnection>> opening = new ArrayList<>();
            for (Missing missing : cases) {
                opening.add(AsyncConnections.builder()
                        .configuration(new Configuration())
                        .registry(missing.registry())
                        .build());
            }
            long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
            for (int i = 0; i < cases.size(); i++) {
                Missing missing = cases.get(i);
                assertThat(failureUntil(endNanos, opening.get(i)))
                        .as("%s", missing.registry())
                        .isInstanceOf(RegistryUnavailableException.class)
                        .satisfies(e -> assertThat(e.getMessage()).contains(missing.texts()));
            }
        }
    }

    private List<Missing> missing(String silent) throws IOException {
        String first = closedAddress();
        String second = closedAddress();
        String third = closedAddress();
        return List.of(
                new Missing(Registry.zooKeeper(first + "," + second, "/hbase"), first, second),
                new Missing(Registry.rpc(first + "," + second + "," + third), first, second, third),
                new Missing(Registry.zooKeeper("no-such-host.invalid:2181", "/hbase"), "no-such-host.invalid:2181"),
                new Missing(Registry.rpc("no-such-host.invalid:16020"), "no-such-host.invalid:16020"),
                new Missing(Registry.zooKeeper(session.quorum(), "/elsewhere"), "/elsewhere", "zookeeper.znode.parent"),
                new Missing(Registry.zooKeeper(silent, "/hbase"), silent),
                new Missing(Registry.rpc(silent), silent),
                new Missing(Registry.rpc(session.quorum()), session.quorum()));
    }

    @Test
    void rpc_addressWithoutPort_refusedAtOnce() {
        assertThatThrownBy(() -> AsyncConnections.builder()
                        .configuration(new Configuration())
                        .registry(Registry.rpc("localhost"))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hbase.client.bootstrap.servers")
                .hasMessageContaining("localhost")
                .hasMessageContaining("port");
    }

    @Test
    void configuration_unknownRegistry_refusedAtOnce() {
        Configuration conf = new Configuration();
        conf.set("hbase.client.registry.impl", "com.example.MyRegistry");
        assertThatThrownBy(() -> AsyncConnections.builder().configuration(conf).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hbase.client.registry.impl")
                .hasMessageContaining("com.example.MyRegistry");
    }

    @Test
    void configuration_missingFile_refusedAtOnce(@TempDir Path folder) {
        Path missing = folder.resolve("missing.xml");
        assertThatThrownBy(() -> HBaseConfiguration.create(missing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(missing.toString());
        assertThatThrownBy(() -> HBaseConfiguration.create(folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(folder.resolve("hbase-site.xml").toString());
    }

    @Test
    void configuration_malformedFile_refusedWithItsPlace(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("hbase-site.xml");
        Files.writeString(file, "<configuration>\n<property><name>a</name>\n</configuration>");
        assertThatThrownBy(() -> HBaseConfiguration.create(file).get("a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("3");
    }

    @Test
    void configuration_notANumber_refusedAtOnceWithTheKey() {
        Configuration conf = new Configuration();
        conf.set("hbase.ipc.client.socket.timeout.connect", "soon");
        assertThatThrownBy(() -> AsyncConnections.builder().configuration(conf).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hbase.ipc.client.socket.timeout.connect")
                .hasMessageContaining("soon");
    }

    private static Throwable failureUntil(long endNanos, CompletableFuture<AsyncConnection> opening)
            throws InterruptedException, TimeoutException {
        try {
            opening.get(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS).close();
            throw new AssertionError("connected");
        } catch (ExecutionException e) {
            return e.getCause() == null ? e : e.getCause();
        }
    }

    /** An address at which nobody listens: somebody did just before. */
    private static String closedAddress() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }
}
