package io.sluice.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.TestCluster;
import io.sluice.testserver.TestServer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to the whole process of a client: it is stopped, killed, and starved of memory and file descriptors. */
@SuppressWarnings("NullAway.Init") // BeforeEach sets the cluster.
class ProcessFaultsTest {
    private static final String[] SPLITS = {"2", "4", "6", "8", "a", "c", "e"};
    private static final String NO_LIMIT = ":";
    /** Large enough that Netty's pool, of some chunks of 4 MiB, is within a tenth of it. */
    private static final long BUDGET = 128 << 20;

    private TestCluster cluster;

    @BeforeEach
    void start() {
        cluster = TestCluster.start(2);
        cluster.createTable(FaultRig.TABLE, SPLITS);
    }

    @AfterEach
    void stop() {
        assertThat(cluster.violations()).isEmpty();
        cluster.close();
    }

    private ChildJvm child(String limit, List<String> flags, long rpcTimeoutMillis, String what) throws Exception {
        return ChildJvm.start(
                limit, flags, cluster.bootstrapServers(), Long.toString(rpcTimeoutMillis), Long.toString(BUDGET), what);
    }

    private static long number(String line, String name) {
        Matcher found = Pattern.compile(name + "=(-?\\d+)").matcher(line);
        assertThat(found.find()).as(name + " in " + line).isTrue();
        return Long.parseLong(found.group(1));
    }

    /** As a long collection of garbage does: what is on its way is answered while nobody reads. */
    @Test
    void f60_clientStandsStillForLongerThanATimeout_readsBeforeItGivesUp() throws Exception {
        try (ChildJvm client = child(NO_LIMIT, List.of("-Xmx128m"), 1_000, "pause")) {
            client.await("warm");
            cluster.servers()
                    .forEach(server -> server.script().always(Method.MULTI).play(Faults.slow(Duration.ofMillis(500))));
            client.tell("go");
            client.await("sent");
            await().atMost(FaultRig.LIMIT)
                    .until(() -> cluster.servers().stream()
                                    .mapToLong(server -> server.script().played())
                                    .sum()
                            > 0);
            client.signal("STOP");
            Thread.sleep(2_500);
            client.signal("CONT");
            String end = client.await("end");
            assertThat(number(end, "acknowledged")).isEqualTo(3_000);
            assertThat(number(end, "retried")).isLessThanOrEqualTo(2_000 / 20);
        }
    }

    @Test
    void f62_clientIsKilled_whatItWasToldToBeStoredIs() throws Exception {
        try (ChildJvm client = child(NO_LIMIT, List.of("-Xmx128m"), 10_000, "write")) {
            for (int i = 0; i < 2_000; i++) {
                client.await("acknowledged");
            }
            client.kill();
            Set<String> stored = new HashSet<>(cluster.rows(FaultRig.TABLE));
            List<String> told = client.all("acknowledged");
            // The last line may be cut in its middle.
            assertThat(told).hasSizeGreaterThanOrEqualTo(2_000);
            assertThat(stored).containsAll(told.subList(0, told.size() - 1));
        }
    }

    @Test
    void f64_noFileDescriptorsLeft_waitsWithoutSpinningAndRecovers() throws Exception {
        try (ChildJvm client = child("ulimit -n 300", List.of("-Xmx128m"), 10_000, "descriptors")) {
            client.await("warm");
            cluster.servers().forEach(TestServer::kill);
            client.tell("again");
            Thread.sleep(500);
            cluster.servers().forEach(TestServer::accept);
            client.await("warmer");
            // Its own sockets would leave it their descriptors when they end, and others would be made of these.
            cluster.servers().forEach(TestServer::kill);
            client.tell("exhaust");
            assertThat(client.await("exhausted")).contains("Too many open files");
            cluster.servers().forEach(TestServer::accept);
            client.tell("write");
            assertThat(client.await("waiting")).isEqualTo("100");
            // Ten periods of 100 ms in which another connect may be made, for each of two servers and for each way to
            // them.
            assertThat(Long.parseLong(client.await("connects"))).isBetween(1L, 60L);
            String end = client.await("end");
            assertThat(number(end, "acknowledged")).isEqualTo(300);
            assertThat(number(end, "failed")).isZero();
        }
    }

    /**
     * S1. Four threads write as fast as they can to two servers that do not read any more, with no shares of the budget to
     * keep them from filling it.
     */
    @ParameterizedTest
    @ValueSource(strings = {"block", "fail", "ready"})
    void s1_serversDoNotRead_heapAndDirectMemoryStayWithinTheBudget(String mode) throws Exception {
        List<String> flags = List.of("-Xmx320m", "-XX:MaxDirectMemorySize=32m");
        try (ChildJvm client = child(NO_LIMIT, flags, 120_000, mode)) {
            client.await("warm");
            cluster.servers().forEach(TestServer::stall);
            client.tell("go");
            String measured = client.await("measured");
            cluster.servers().forEach(TestServer::resume);
            client.tell("end");
            String end = client.await("end");
            System.out.println("memory in mode " + mode + ": " + measured);
            assertThat(number(measured, "budget")).as("used in full").isBetween(BUDGET * 9 / 10, BUDGET * 101 / 100);
            assertThat(number(measured, "heap") + number(measured, "direct"))
                    .as("heap and direct memory: %s", measured)
                    .isLessThanOrEqualTo(BUDGET * 11 / 10);
            assertThat(number(end, "budget")).isZero();
            assertThat(number(client.await("after"), "heap")).isLessThan(BUDGET * 11 / 10);
        }
    }
}
