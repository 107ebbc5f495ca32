package io.sluice.client.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.Configuration;
import io.sluice.RegistryUnavailableException;
import io.sluice.ServerName;
import io.sluice.client.internal.net.RpcConnection;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos;
import org.junit.jupiter.api.Test;

final class RpcRegistryTest {
    private static final ServerName META = ServerName.valueOf("meta", 16020, 17);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final ManualTime time = new ManualTime();
    private final Configuration conf = new Configuration();
    private final List<String> opened = new ArrayList<>();
    private final List<FakeConnection.Request> requests = new ArrayList<>();
    private final List<FakeConnection> connections = new ArrayList<>();
    /** Answers by host; hosts without one refuse to connect. */
    private final Map<String, CompletableFuture<RpcConnection.Answer>> answers = new HashMap<>();

    private List<String> learnt = List.of();

    private final RpcConnection.Connector connector = server -> {
        opened.add(server.getHostAndPort());
        CompletableFuture<RpcConnection.Answer> answer = answers.get(server.getHostname());
        if (answer == null) {
            return CompletableFuture.failedFuture(new ConnectException("refused " + server.getHostname()));
        }
        FakeConnection connection = new FakeConnection(request -> {
            requests.add(request);
            return request.method().equals("GetBootstrapNodes") ? bootstrapNodes() : answer;
        });
        connections.add(connection);
        return CompletableFuture.completedFuture(connection);
    };

    private CompletableFuture<RpcConnection.Answer> bootstrapNodes() {
        RegistryProtos.GetBootstrapNodesResponse.Builder response =
                RegistryProtos.GetBootstrapNodesResponse.newBuilder();
        for (String host : learnt) {
            response.addServerName(serverName(host, 16020, 99));
        }
        return CompletableFuture.completedFuture(
                new RpcConnection.Answer(response.build().toByteArray(), new byte[0]));
    }

    private static HBaseProtos.ServerName serverName(String host, int port, long startCode) {
        return HBaseProtos.ServerName.newBuilder()
                .setHostName(host)
                .setPort(port)
                .setStartCode(startCode)
                .build();
    }

    private static CompletableFuture<RpcConnection.Answer> metaAnswer() {
        RegionInfo primary = RegionInfoBuilder.FIRST_META_REGIONINFO;
        RegionInfo replica = RegionReplicaUtil.getRegionInfoForReplica(primary, 1);
        RegistryProtos.GetMetaRegionLocationsResponse response =
                RegistryProtos.GetMetaRegionLocationsResponse.newBuilder()
                        .addMetaLocations(HBaseProtos.RegionLocation.newBuilder()
                                .setRegionInfo(ProtobufUtil.toRegionInfo(replica))
                                .setServerName(serverName("replica", 16020, 1))
                                .setSeqNum(-1))
                        .addMetaLocations(HBaseProtos.RegionLocation.newBuilder()
                                .setRegionInfo(ProtobufUtil.toRegionInfo(primary))
                                .setServerName(serverName(META.getHostname(), META.getPort(), META.getStartcode()))
                                .setSeqNum(-1))
                        .build();
        return CompletableFuture.completedFuture(new RpcConnection.Answer(response.toByteArray(), new byte[0]));
    }

    private ClusterRegistry registry(String servers) {
        conf.set("hbase.client.bootstrap.servers", servers);
        return ClusterRegistry.fromConfiguration(conf, connector, time, time);
    }

    private static Throwable errorOf(CompletableFuture<?> future) throws InterruptedException {
        assertThat(future).isDone();
        try {
            throw new AssertionError("no error but " + future.get());
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        }
    }

    @Test
    void metaLocation_severalReplicas_isThePrimary() throws Exception {
        answers.put("h1", metaAnswer());
        ClusterRegistry registry = registry("h1:16000");

        assertThat(registry.metaLocation().get()).isEqualTo(META);
        assertThat(requests).singleElement().satisfies(request -> {
            assertThat(request.method()).isEqualTo("GetMetaRegionLocations");
            assertThat(request.param()).isEmpty();
            assertThat(request.timeoutNanos()).isEqualTo(60 * SECOND);
        });
        assertThat(connections).noneMatch(RpcConnection::isOpen);
    }

    @Test
    void metaLocation_twoServersSilent_nextIsAskedAfterADelay() throws Exception {
        conf.setLong("hbase.client.bootstrap.hedged.fanout", 2);
        for (String silent : List.of("h1", "h2", "h3")) {
            answers.put(silent, new CompletableFuture<>());
        }
        ClusterRegistry registry = registry("h1:16000,h2:16000,h3:16000");
        int tasksBefore = time.waiting();

        CompletableFuture<ServerName> location = registry.metaLocation();
        assertThat(opened).hasSize(2);
        time.advance(SECOND);
        assertThat(opened).hasSize(3);
        String last = opened.get(2).substring(0, 2);
        Objects.requireNonNull(answers.get(last)).complete(metaAnswer().get());

        assertThat(location.get(10, TimeUnit.SECONDS)).isEqualTo(META);
        assertThat(time.waiting()).isEqualTo(tasksBefore);
    }

    @Test
    void metaLocation_closedWhileItWaitsForTheNextServer_asksNoMore() {
        for (String silent : List.of("h1", "h2", "h3")) {
            answers.put(silent, new CompletableFuture<>());
        }
        ClusterRegistry registry = registry("h1:16000,h2:16000,h3:16000");
        CompletableFuture<ServerName> location = registry.metaLocation();

        var unused = registry.closeAsync();
        time.advance(60 * SECOND);

        assertThat(location).isCompletedExceptionally();
        assertThat(opened).hasSize(2);
    }

    @Test
    void metaLocation_someDown_findsTheOneThatIsUp() throws Exception {
        answers.put("h3", metaAnswer());

        for (int i = 0; i < 20; i++) {
            assertThat(registry("h1:1,h2:2,h3:3,h4:4").metaLocation().get()).isEqualTo(META);
        }
    }

    @Test
    void metaLocation_allDown_listsAllFailures() throws Exception {
        answers.put("h2", CompletableFuture.failedFuture(new IOException("no service")));
        answers.put("h3", CompletableFuture.completedFuture(new RpcConnection.Answer(new byte[] {1}, new byte[0])));
        answers.put("h4", CompletableFuture.completedFuture(new RpcConnection.Answer(new byte[0], new byte[0])));

        assertThat(errorOf(registry("h1:1,h2:2,h3:3,h4:4").metaLocation()))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("h1:1: java.net.ConnectException: refused h1")
                .hasMessageContaining("h2:2: java.io.IOException: no service")
                .hasMessageContaining("h3:3: ")
                .hasMessageContaining("Malformed")
                .hasMessageContaining("h4:4: java.io.IOException: No location of hbase:meta");
        assertThat(connections).noneMatch(RpcConnection::isOpen);
    }

    @Test
    void metaLocation_connectorThrows_isAFailureOfTheServer() throws Exception {
        RpcConnection.Connector broken = server -> {
            throw new IllegalStateException("event loops are shut down");
        };
        conf.set("hbase.client.bootstrap.servers", "h1:1,h2:2");
        ClusterRegistry registry = ClusterRegistry.fromConfiguration(conf, broken, time, time);

        assertThat(errorOf(registry.metaLocation()))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("h2:2: java.lang.IllegalStateException: event loops are shut down");
    }

    @Test
    void metaLocation_silentServers_twoAtATimeAndTheFirstAnswerWins() throws Exception {
        for (String host : List.of("h1", "h2", "h3")) {
            answers.put(host, new CompletableFuture<>());
        }
        CompletableFuture<ServerName> location = registry("h1:1,h2:2,h3:3").metaLocation();
        assertThat(opened).hasSize(2);

        String first = opened.get(0);
        Objects.requireNonNull(answers.get(first.substring(0, 2))).completeExceptionally(new IOException("late"));
        assertThat(opened).hasSize(3).doesNotHaveDuplicates();
        String last = opened.get(2);
        Objects.requireNonNull(answers.get(last.substring(0, 2)))
                .complete(metaAnswer().get());

        assertThat(location.get()).isEqualTo(META);
    }

    @Test
    void metaLocation_fanout_isConfigurable() {
        for (String host : List.of("h1", "h2", "h3")) {
            answers.put(host, new CompletableFuture<>());
        }
        conf.setInt("hbase.client.bootstrap.hedged.fanout", 3);

        CompletableFuture<ServerName> location = registry("h1:1,h2:2,h3:3").metaLocation();

        assertThat(location).isNotDone();
        assertThat(opened).hasSize(3);
    }

    @Test
    void refresh_regularly_learnsServersAndKeepsTheNamedOnes() throws Exception {
        answers.put("h1", metaAnswer());
        ClusterRegistry registry = registry("h1:1");
        learnt = List.of("h8", "h9");
        time.advance(30 * SECOND);
        assertThat(requests).extracting(FakeConnection.Request::method).containsExactly("GetBootstrapNodes");
        opened.clear();

        assertThat(registry.metaLocation().get()).isEqualTo(META);
        assertThat(opened)
                .containsExactlyInAnyOrder("h8:16020", "h9:16020", "h1:1")
                .endsWith("h1:1");

        requests.clear();
        time.advance(300 * SECOND);
        assertThat(requests).extracting(FakeConnection.Request::method).contains("GetBootstrapNodes");
    }

    @Test
    void refresh_unknownMethod_keepsTheOldList() throws Exception {
        answers.put("h1", metaAnswer());
        answers.put("h8", metaAnswer());
        ClusterRegistry registry = registry("h1:1");
        learnt = List.of("h8");
        time.advance(30 * SECOND);
        learnt = List.of();
        time.advance(300 * SECOND);
        opened.clear();

        registry.metaLocation().get();

        assertThat(opened).contains("h8:16020");
    }

    @Test
    void refresh_afterFailure_notMoreOftenThanAllowed() throws Exception {
        answers.put("h1", metaAnswer());
        conf.setInt("hbase.client.bootstrap.initial_refresh_delay_secs", 100_000);
        conf.setInt("hbase.client.bootstrap.hedged.fanout", 1);
        ClusterRegistry registry = registry("h1:1");
        answers.remove("h1");

        assertThat(errorOf(registry.metaLocation())).isInstanceOf(RegistryUnavailableException.class);
        assertThat(opened).hasSize(1);
        time.advance(60 * SECOND);
        assertThat(errorOf(registry.metaLocation())).isInstanceOf(RegistryUnavailableException.class);
        assertThat(opened).as("the question and one refresh").hasSize(3);
        assertThat(errorOf(registry.metaLocation())).isInstanceOf(RegistryUnavailableException.class);
        assertThat(opened).hasSize(4);
    }

    @Test
    void close_pendingAndLaterQuestions_failAndNothingWaits() throws Exception {
        answers.put("h1", new CompletableFuture<>());
        ClusterRegistry registry = registry("h1:1");
        CompletableFuture<ServerName> pending = registry.metaLocation();

        registry.closeAsync().get();

        assertThat(errorOf(pending)).hasMessageContaining("closed");
        assertThat(errorOf(registry.metaLocation())).hasMessageContaining("closed");
        assertThat(time.waiting()).isZero();
    }

    @Test
    void fromConfiguration_keys_chooseTheRegistry() throws Exception {
        assertThat(ClusterRegistry.fromConfiguration(conf, connector, time, time)
                        .describe())
                .isEqualTo("ZooKeeper 127.0.0.1:2181/hbase");
        assertThat(registry("h1:1,[::1]:2").describe()).isEqualTo("hbase.client.bootstrap.servers h1:1,[::1]:2");

        conf.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.ZKConnectionRegistry");
        assertThat(ClusterRegistry.fromConfiguration(conf, connector, time, time))
                .isInstanceOf(ZooKeeperRegistry.class);

        conf.set("hbase.client.registry.impl", "MasterRegistry");
        conf.set("hbase.masters", "m1,m2:17000");
        // Of the other registry: not looked at.
        conf.set("hbase.client.bootstrap.refresh_interval_secs", "0");
        assertThat(ClusterRegistry.fromConfiguration(conf, connector, time, time)
                        .describe())
                .isEqualTo("hbase.masters m1:16000,m2:17000");
        conf.unset("hbase.client.bootstrap.refresh_interval_secs");

        conf.set("hbase.client.registry.impl", "RpcConnectionRegistry");
        conf.unset("hbase.client.bootstrap.servers");
        conf.set("hbase.master.port", "16001");
        assertThat(ClusterRegistry.fromConfiguration(conf, connector, time, time)
                        .describe())
                .isEqualTo("hbase.masters m1:16001,m2:17000");
    }

    @Test
    void fromConfiguration_badValues_nameTheKey() {
        for (List<String> bad : List.of(
                List.of("hbase.client.registry.impl", "com.example.Mine"),
                List.of("hbase.client.bootstrap.servers", "h1"),
                List.of("hbase.client.bootstrap.servers", "h1:0"),
                List.of("hbase.client.bootstrap.servers", ":16000"),
                List.of("hbase.client.bootstrap.hedged.fanout", "0"),
                List.of("hbase.client.bootstrap.refresh_interval_secs", "x"))) {
            Configuration wrong = new Configuration();
            wrong.set("hbase.client.bootstrap.servers", "h1:1");
            wrong.set(bad.get(0), bad.get(1));

            assertThatIllegalArgumentException()
                    .as(bad.toString())
                    .isThrownBy(() -> ClusterRegistry.fromConfiguration(wrong, connector, time, time))
                    .withMessageContaining(bad.get(0))
                    .withMessageContaining(bad.get(1));
        }
    }
}
