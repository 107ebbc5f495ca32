package io.sluice.connectors.flink.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Bytes;
import io.sluice.RowSalt;
import io.sluice.connectors.flink.TestHBase;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.ScannedCell;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** SQL into a real HBase; HBase's own client reads what is there. */
@SuppressWarnings("NullAway.Init") // BeforeAll and BeforeEach set the fields before a test sees them.
@ExtendWith(TestHBase.class)
class SluiceTableIT {
    private static EmbeddedHBase hbase;

    private StreamExecutionEnvironment environment;
    private StreamTableEnvironment tables;

    @BeforeAll
    static void start(EmbeddedHBase server) {
        hbase = server;
    }

    @BeforeEach
    void open() {
        Configuration configuration = new Configuration();
        configuration.setString("rest.port", "0");
        environment = StreamExecutionEnvironment.createLocalEnvironment(1, configuration);
        tables = StreamTableEnvironment.create(environment);
    }

    @Test
    void insert_allTypes_storesTheBytesOfFlinksOwnConnector() throws Exception {
        create(
                "types",
                "id STRING, f ROW<s STRING, b BOOLEAN, y VARBINARY(9), d DECIMAL(10, 2), t TINYINT, h SMALLINT,"
                        + " i INT, l BIGINT, r FLOAT, e DOUBLE, a DATE, m TIME(3), z TIMESTAMP(3), w TIMESTAMP_LTZ(3)>",
                "");
        tables.executeSql("INSERT INTO types SELECT 'k', ROW('ä', TRUE, CAST(X'00ff' AS VARBINARY(9)),"
                        + " CAST(12.5 AS DECIMAL(10, 2)), CAST(-3 AS TINYINT), CAST(300 AS SMALLINT), 70000,"
                        + " CAST(5000000000 AS BIGINT), CAST(1.5 AS FLOAT), 2.5e0, DATE '1970-01-02',"
                        + " CAST(TIME '00:00:01' AS TIME(3)), TIMESTAMP '1970-01-01 00:00:00.250',"
                        + " TO_TIMESTAMP_LTZ(77, 3))")
                .await();
        Map<String, byte[]> cells = cells("types", "k");
        assertThat(cells).hasSize(14);
        assertThat(cells.get("f:s")).isEqualTo("ä".getBytes(UTF_8));
        assertThat(cells.get("f:b")).isEqualTo(Bytes.toBytes(true));
        assertThat(cells.get("f:y")).isEqualTo(new byte[] {0, -1});
        assertThat(cells.get("f:d")).isEqualTo(Bytes.toBytes(new BigDecimal("12.50")));
        assertThat(cells.get("f:t")).isEqualTo(new byte[] {-3});
        assertThat(cells.get("f:h")).isEqualTo(Bytes.toBytes((short) 300));
        assertThat(cells.get("f:i")).isEqualTo(Bytes.toBytes(70_000));
        assertThat(cells.get("f:l")).isEqualTo(Bytes.toBytes(5_000_000_000L));
        assertThat(cells.get("f:r")).isEqualTo(Bytes.toBytes(1.5f));
        assertThat(cells.get("f:e")).isEqualTo(Bytes.toBytes(2.5d));
        assertThat(cells.get("f:a")).isEqualTo(Bytes.toBytes(1));
        assertThat(cells.get("f:m")).isEqualTo(Bytes.toBytes(1000));
        assertThat(cells.get("f:z")).isEqualTo(Bytes.toBytes(250L));
        assertThat(cells.get("f:w")).isEqualTo(Bytes.toBytes(77L));
    }

    @Test
    void changelog_upsertsAndDeletes_leaveWhatTheSourceHas() throws Exception {
        create("changes", "f ROW<a STRING, b STRING>, id INT, PRIMARY KEY (id) NOT ENFORCED", "");
        insertChanges(
                "changes",
                change(RowKind.INSERT, 1, "a1", "b1"),
                change(RowKind.INSERT, 2, "a2", "b2"),
                change(RowKind.UPDATE_AFTER, 1, "A1", null),
                change(RowKind.DELETE, 2, "a2", "b2"),
                change(RowKind.INSERT, 3, "a3", null),
                change(RowKind.DELETE, 3, "a3", null),
                change(RowKind.INSERT, 3, null, "B3"));
        assertThat(texts("changes", 1)).isEqualTo(Map.of("f:a", "A1"));
        assertThat(texts("changes", 2)).isEmpty();
        assertThat(texts("changes", 3)).isEqualTo(Map.of("f:b", "B3"));
    }

    @Test
    void nulls_skip_leaveWhatIsThere() throws Exception {
        create(
                "skipping",
                "id INT, f ROW<a STRING, b STRING>, PRIMARY KEY (id) NOT ENFORCED",
                ", 'sink.ignore-null-value' = 'true'");
        insertChanges("skipping", change(RowKind.INSERT, 1, "a1", "b1"), change(RowKind.UPDATE_AFTER, 1, "A1", null));
        assertThat(texts("skipping", 1)).isEqualTo(Map.of("f:a", "A1", "f:b", "b1"));
    }

    @Test
    void metadata_timestamp_isThatOfTheCells() throws Exception {
        create(
                "timed",
                "id STRING, f ROW<a STRING>, ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp'",
                ", 'sink.buffer-flush.max-rows' = '1', 'null-string-literal' = 'NULL', 'lookup.async' = 'true',"
                        + " 'salt' = '4'");
        tables.executeSql("INSERT INTO timed VALUES ('k', ROW('new'), TO_TIMESTAMP_LTZ(2000, 3)),"
                        + " ('k', ROW('old'), TO_TIMESTAMP_LTZ(1000, 3))")
                .await();
        byte[] key = RowSalt.of(4).salted("k".getBytes(UTF_8));
        List<ScannedCell> cells = hbase.client().get("timed", key);
        assertThat(cells).hasSize(1);
        assertThat(cells.get(0).timestamp()).isEqualTo(2000);
        assertThat(new String(cells.get(0).value(), UTF_8)).isEqualTo("new");
    }

    private void create(String table, String columns, String options) throws IOException {
        hbase.client().createTable(table, List.of(FamilyOptions.of("f")), List.of());
        tables.executeSql(
                "CREATE TABLE " + table + " (" + columns + ") WITH ('connector' = 'sluice-hbase', 'table-name' = '"
                        + table + "', 'zookeeper.quorum' = 'localhost:" + hbase.zooKeeperPort() + "',"
                        + " 'zookeeper.znode.parent' = '" + hbase.znodeParent() + "'" + options + ")");
    }

    private static Row change(RowKind kind, int id, @Nullable String a, @Nullable String b) {
        return Row.ofKind(kind, id, Row.of(a, b));
    }

    private void insertChanges(String table, Row... changes) throws Exception {
        var stream = environment
                .fromCollection(List.of(changes))
                .returns(Types.ROW_NAMED(
                        new String[] {"id", "f"},
                        Types.INT,
                        Types.ROW_NAMED(new String[] {"a", "b"}, Types.STRING, Types.STRING)));
        Schema schema = Schema.newBuilder()
                .column("id", DataTypes.INT().notNull())
                .column(
                        "f",
                        DataTypes.ROW(
                                DataTypes.FIELD("a", DataTypes.STRING()), DataTypes.FIELD("b", DataTypes.STRING())))
                .primaryKey("id")
                .build();
        tables.createTemporaryView(
                "changes_of_" + table, tables.fromChangelogStream(stream, schema, ChangelogMode.upsert()));
        String columns = table.equals("changes") ? "f, id" : "id, f";
        tables.executeSql("INSERT INTO " + table + " SELECT " + columns + " FROM changes_of_" + table)
                .await();
    }

    private static Map<String, String> texts(String table, int id) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        cells(table, Bytes.toBytes(id)).forEach((column, value) -> texts.put(column, new String(value, UTF_8)));
        return texts;
    }

    private static Map<String, byte[]> cells(String table, String row) throws IOException {
        return cells(table, row.getBytes(UTF_8));
    }

    private static Map<String, byte[]> cells(String table, byte[] row) throws IOException {
        Map<String, byte[]> cells = new TreeMap<>();
        for (ScannedCell cell : hbase.client().get(table, row)) {
            cells.put(new String(cell.family(), UTF_8) + ":" + new String(cell.qualifier(), UTF_8), cell.value());
        }
        return cells;
    }
}
