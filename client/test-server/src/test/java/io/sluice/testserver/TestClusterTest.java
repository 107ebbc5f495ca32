package io.sluice.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledForJreRange;

/** HBase's own client knows no difference to a region server. */
@DisabledForJreRange(minVersion = 24, disabledReason = "HBase's own client does not start there")
@SuppressWarnings("NullAway.Init") // Set before each test.
class TestClusterTest {
    private static final TableName TABLE = TableName.valueOf("t");
    private static final byte[] FAMILY = {'f'};
    private static final byte[] QUALIFIER = {'q'};
    private static final long LIMIT_SECONDS = 30;

    private TestCluster cluster;
    private AsyncConnection connection;

    @BeforeEach
    void start() throws Exception {
        cluster = TestCluster.start(2);
        cluster.createTable("t", Set.of("f"), List.of(bytes("g"), bytes("n")));
        Configuration configuration = HBaseConfiguration.create();
        configuration.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.RpcConnectionRegistry");
        configuration.set("hbase.client.bootstrap.servers", cluster.bootstrapServers());
        configuration.setInt("hbase.client.pause", 10);
        connection = ConnectionFactory.createAsyncConnection(configuration).get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        cluster.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Put put(String row, String value) {
        return new Put(bytes(row)).addColumn(FAMILY, QUALIFIER, bytes(value));
    }

    private AsyncTable<?> table() {
        return connection.getTable(TABLE);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private String value(String row) {
        byte[] value = cluster.value("t", row, "f", "q");
        return value == null ? "none" : new String(value, StandardCharsets.UTF_8);
    }

    @Test
    void regions_areFoundByRowAndAll() throws Exception {
        List<HRegionLocation> all = get(connection.getRegionLocator(TABLE).getAllRegionLocations());
        assertThat(all)
                .extracting(location -> location.getRegion().getRegionNameAsString())
                .containsExactlyElementsOf(
                        cluster.regions("t").stream().map(TestRegion::name).toList());
        assertThat(get(connection.getRegionLocator(TABLE).getRegionLocation(bytes("n")))
                        .getPort())
                .isEqualTo(cluster.region("t", "n").server().port());
    }

    @Test
    void metaAnswersThatStopEarly_areContinued() throws Exception {
        Script script = cluster.server(0).script();
        script.next(Method.SCAN).play(exchange -> exchange.send(exchange.respondCells(0)));
        assertThat(get(connection.getRegionLocator(TABLE).getRegionLocation(bytes("h")))
                        .getPort())
                .isEqualTo(cluster.region("t", "h").server().port());
        script.next(Method.SCAN).play(exchange -> exchange.send(exchange.respondCells(5)));
        script.next(Method.SCAN).play(exchange -> exchange.send(exchange.respondCells(0)));
        assertThat(get(connection.getRegionLocator(TABLE).getAllRegionLocations()))
                .hasSize(3);
        assertThat(script.played()).isEqualTo(3);
    }

    @Test
    void damagedRowOfMeta_isPassedOver() throws Exception {
        cluster.damage(cluster.region("t", "h"), "regioninfo", new byte[0]);
        assertThat(get(connection.getRegionLocator(TABLE).getAllRegionLocations()))
                .extracting(location -> location.getRegion().getRegionNameAsString())
                .containsExactly(
                        cluster.region("t", "a").name(),
                        cluster.region("t", "z").name());
    }

    @Test
    void longValues_areKeptInPart() throws Exception {
        cluster.keepOfValues(3);
        var unused = get(table().put(put("a", "12345")));
        assertThat(value("a")).isEqualTo("123");
    }

    @Test
    void mutationsOfAllKinds_areStored() throws Exception {
        List<Put> puts = new ArrayList<>();
        for (char row = 'a'; row <= 'z'; row++) {
            puts.add(put(String.valueOf(row), "v" + row));
        }
        var unused = get(table().putAll(puts));
        unused = get(table().put(put("single", "of its own")));
        Result sum = get(table().increment(new Increment(bytes("n1")).addColumn(FAMILY, QUALIFIER, 5)));
        sum = get(table().increment(new Increment(bytes("n1")).addColumn(FAMILY, QUALIFIER, 2)));
        unused = get(table().delete(new Delete(bytes("b")).addColumns(FAMILY, QUALIFIER)));
        Result unusedResult = get(table().mutateRow(RowMutations.of(List.of(put("m1", "one"), put("m1", "two")))));
        assertThat(cluster.rows("t")).hasSize(29);
        assertThat(List.of(value("a"), value("b"), value("z"), value("single"), value("m1")))
                .containsExactly("va", "none", "vz", "of its own", "two");
        assertThat(ByteBuffer.wrap(sum.getValue(FAMILY, QUALIFIER)).getLong()).isEqualTo(7);
        assertThat(cluster.applied("t", "m1")).hasSize(2);
        assertThat(cluster.violations()).isEmpty();
    }

    @Test
    void faults_areOvercomeByRetries() throws Exception {
        Script script = cluster.server(0).script();
        script.next(Method.MULTI).fail(RemoteError.queueTooBig());
        script.next(Method.MULTI).play(Faults.close());
        script.next(Method.MULTI).refuse(Refusal.ofOperations(operation -> true, RemoteError.tooBusy()));
        script.next(Method.MULTI).play(Faults.applyAndClose());
        var unused = get(table().putAll(List.of(put("a", "1"), put("b", "2"))));
        assertThat(script.played()).isEqualTo(4);
        assertThat(value("a") + value("b")).isEqualTo("12");
        assertThat(cluster.applied("t", "a")).as("times applied").hasSize(2);
    }

    @Test
    void regionsThatMoveSplitAndMerge_areFoundAgain() throws Exception {
        var unused = get(table().putAll(List.of(put("a", "1"), put("h", "1"), put("p", "1"))));
        cluster.move(cluster.region("t", "a"), cluster.server(1));
        cluster.split(cluster.region("t", "h"), "j", cluster.server(0));
        unused = get(table().putAll(List.of(put("a", "2"), put("h", "2"), put("k", "2"), put("p", "2"))));
        cluster.merge(cluster.region("t", "k"), cluster.region("t", "p"));
        unused = get(table().putAll(List.of(put("k", "3"), put("p", "3"))));
        assertThat(value("a") + value("h") + value("k") + value("p")).isEqualTo("2233");
    }

    @Test
    void unknownFamily_failsOnlyItsMutation() throws Exception {
        Put wrong = new Put(bytes("b")).addColumn(bytes("x"), QUALIFIER, bytes("?"));
        List<CompletableFuture<Void>> results = table().put(List.of(put("a", "1"), wrong, put("c", "1")));
        assertThatThrownBy(() -> get(results.get(1))).hasRootCauseInstanceOf(NoSuchColumnFamilyException.class);
        var unused = get(results.get(0));
        unused = get(results.get(2));
        assertThat(cluster.rows("t")).containsExactly("a", "c");
    }

    @Test
    void serverThatDies_isConnectedToAgainWhenItIsBack() throws Exception {
        var unused = get(table().put(put("a", "1")));
        cluster.server(0).kill();
        CompletableFuture<Void> waiting = table().put(put("a", "2"));
        cluster.server(0).restart();
        unused = get(waiting);
        assertThat(value("a")).isEqualTo("2");
    }
}
