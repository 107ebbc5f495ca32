package io.sluice.loader.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AccessDeniedException;
import io.sluice.Configuration;
import io.sluice.ServerName;
import io.sluice.TableNotFoundException;
import io.sluice.client.internal.ClusterState;
import io.sluice.client.internal.ClusterState.LiveServer;
import io.sluice.loader.doctor.Finding.Level;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChecksTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final ServerName SERVER = ServerName.valueOf("h", 1, 2);

    @ParameterizedTest
    @CsvSource({"3,OK", "-3,OK", "15,WARN", "-15,WARN", "40,FAIL", "-40,FAIL"})
    void clock_skew_isJudgedByHBasesLimits(long secondsAgo, Level level) {
        assertThat(run("2.6.4", secondsAgo))
                .filteredOn(finding -> finding.check().equals("clock"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(level));
    }

    @ParameterizedTest
    @CsvSource({"2.6.4-hadoop3,OK", "2.5.0,OK", "2.4.9,WARN", "3.0.0,WARN", "unknown,WARN"})
    void version_tested_isOk(String version, Level level) {
        assertThat(run(version, 0).get(0).level()).isEqualTo(level);
    }

    @Test
    void servers_noneAndDead_areFound() {
        ClusterState state = new ClusterState("2.6.4", "id", SERVER, List.of(), List.of(SERVER));
        assertThat(new ClusterChecks(state, Clock.systemUTC()).run())
                .extracting(Finding::level)
                .containsExactly(Level.OK, Level.FAIL, Level.WARN);
    }

    @Test
    void limits_cellLargerThanARequest_isWarned() {
        Configuration conf = new Configuration();
        assertThat(levelOfLimits(conf)).isNotEqualTo(Level.FAIL);
        conf.set("hbase.client.keyvalue.maxsize", "0");
        assertThat(levelOfLimits(conf)).isEqualTo(Level.WARN);
    }

    @Test
    void fix_failures_haveAdvice() {
        assertThat(Fixes.of(new AccessDeniedException("x"), false, false)).contains("hbase.security.authentication");
        assertThat(Fixes.of(new AccessDeniedException("x"), true, false)).contains("keytab");
        assertThat(Fixes.of(new IOException("x", new ConnectException("refused")), false, false))
                .contains("listens");
        assertThat(Fixes.of(new UnknownHostException("x"), false, false)).contains("/etc/hosts");
        assertThat(Fixes.of(new TableNotFoundException("x"), false, false)).contains("create");
        assertThat(Fixes.of(new IOException("odd"), false, false)).contains("see the message");
    }

    @Test
    void addresses_ofEachRegistry_areRead() {
        Configuration conf = new Configuration();
        conf.set("hbase.zookeeper.quorum", "a, b:99");
        conf.set("hbase.zookeeper.property.clientPort", "77");
        assertThat(Address.ofRegistry(conf))
                .containsExactly(new Address("ZooKeeper", "a", 77), new Address("ZooKeeper", "b", 99));
        conf.set("hbase.client.bootstrap.servers", "c:1");
        assertThat(Address.ofRegistry(conf)).containsExactly(new Address("bootstrap", "c", 1));
    }

    @ParameterizedTest
    @CsvSource({
        "'Zookeeper version: 3.9.5-x, built on y',true",
        "'srvr is not executed because it is not in the whitelist.',true",
        "'This ZooKeeper instance is not currently serving requests',true",
        "'HTTP/1.1 400 Bad Request',false",
        "'',false"
    })
    void zooKeeper_byItsAnswer_isKnown(String answer, boolean isZooKeeper) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<byte[]> asked = CompletableFuture.supplyAsync(() -> {
                try (Socket socket = server.accept()) {
                    byte[] question = socket.getInputStream().readAllBytes();
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                    return question;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            Address address = new Address("bootstrap", server.getInetAddress().getHostAddress(), server.getLocalPort());
            assertThat(address.isZooKeeper()).isEqualTo(isZooKeeper);
            assertThat(asked.join()).asString(StandardCharsets.US_ASCII).isEqualTo("srvr");
        }
    }

    @Test
    void ask_withoutAnAnswer_endsAsAFailure_andSaysWhatWasTried() throws Exception {
        List<Finding> findings = new ArrayList<>();
        Examination examination = new Examination(new Configuration(), findings::add, Duration.ofMillis(1));
        assertThat(examination.ask("master", "h:1, asked for x", new CompletableFuture<Void>()))
                .isNull();
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.FAIL);
            assertThat(finding.text()).isEqualTo("h:1, asked for x: no answer in 0 s");
        });
    }

    @Test
    void words_reasonThatIsRepeated_standsOnce() {
        assertThat(Examination.words(new ConnectException(
                        "Cannot connect to h:1 (127.0.0.1): finishConnect(..) failed with error(-111):"
                                + " Connection refused: h/127.0.0.1:1: finishConnect(..) failed: Connection refused")))
                .containsOnlyOnce("Connection refused")
                .endsWith("h/127.0.0.1:1");
        assertThat(Examination.words(new IOException("a: b"))).isEqualTo("java.io.IOException: a: b");
    }

    private static Level levelOfLimits(Configuration conf) {
        return new LocalChecks(conf)
                .run("epoll").stream()
                        .filter(finding -> finding.check().equals("limits"))
                        .findFirst()
                        .orElseThrow()
                        .level();
    }

    private static List<Finding> run(String version, long secondsAgo) {
        LiveServer server = new LiveServer(SERVER, 3, NOW.minusSeconds(secondsAgo));
        ClusterState state = new ClusterState(version, "id", SERVER, List.of(server), List.of());
        return new ClusterChecks(state, Clock.fixed(NOW, ZoneOffset.UTC)).run();
    }
}
