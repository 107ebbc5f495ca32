package io.sluice.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.hbase.security.visibility.Authorizations;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.security.visibility.VisibilityClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cells that are written with a visibility or a permission, by each way to write them: what stock HBase's readers see.
 * Alice has the labels {@code secret} and {@code public}, Bob has none.
 */
@SuppressWarnings("NullAway.Init") // BeforeAll sets the fields before a test sees them.
class CellSecurityIT {
    private static final String ACCESS = "org.apache.hadoop.hbase.security.access.AccessController";
    private static final String VISIBILITY = "org.apache.hadoop.hbase.security.visibility.VisibilityController";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final byte[] F = bytes("f");
    private static final byte[] Q = bytes("q");

    /** None, for a row without a visibility or a permission. */
    private static final String NONE = "";

    private static EmbeddedHBase server;
    private static Connection stock;
    private static Connection adapter;
    private static Connection alice;
    private static Connection bob;
    private static io.sluice.client.Connection sluice;

    /** What writes. */
    enum Way {
        STOCK,
        ADAPTER,
        SLUICE
    }

    /** Something that holds after a while. */
    private interface Check {
        void run() throws Throwable;
    }

    @BeforeAll
    static void start() throws Throwable {
        server = EmbeddedHBase.start(EmbeddedOptions.defaults()
                .withFastStart()
                .withSetting("hbase.security.authorization", "true")
                .withSetting("hbase.security.access.early_out", "false")
                .withSetting("hbase.coprocessor.master.classes", ACCESS + "," + VISIBILITY)
                .withSetting("hbase.coprocessor.region.classes", ACCESS + "," + VISIBILITY)
                .withSetting("hbase.coprocessor.regionserver.classes", ACCESS));
        connect();
        TableName table = newTable();
        eventually(() -> {
            VisibilityClient.addLabels(stock, new String[] {"secret", "public"});
            VisibilityClient.setAuths(stock, new String[] {"secret", "public"}, "alice");
            write(Way.STOCK, table, "row", "secret", NONE);
            assertThat(rows(alice, table, "secret")).containsExactly("row");
        });
    }

    private static void connect() throws IOException {
        Configuration conf = HBaseConfiguration.create();
        server.settings().forEach(conf::set);
        stock = ConnectionFactory.createConnection(conf);
        alice = ConnectionFactory.createConnection(conf, User.createUserForTesting(conf, "alice", new String[0]));
        bob = ConnectionFactory.createConnection(conf, User.createUserForTesting(conf, "bob", new String[0]));
        conf.set("hbase.client.connection.impl", "io.sluice.hbase.SluiceConnection");
        adapter = ConnectionFactory.createConnection(conf);
        io.sluice.Configuration own = new io.sluice.Configuration();
        conf.forEach(entry -> {
            if (entry.getKey().contains("zookeeper")) {
                own.set(entry.getKey(), entry.getValue());
            }
        });
        sluice = io.sluice.client.ConnectionFactory.createConnection(own);
    }

    @AfterAll
    static void stop() throws IOException {
        for (Connection connection : List.of(adapter, alice, bob, stock)) {
            connection.close();
        }
        sluice.close();
        server.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    /** A new table that Alice and Bob may read. */
    private static TableName newTable() throws IOException {
        TableName table = newTableOfTheirOwner();
        try (Admin admin = stock.getAdmin()) {
            for (String reader : List.of("alice", "bob")) {
                Permission read = Permission.newBuilder(table)
                        .withActions(Permission.Action.READ)
                        .build();
                admin.grant(new UserPermission(reader, read), false);
            }
        }
        return table;
    }

    /** A new table that only those may read to whom a cell permits it. */
    private static TableName newTableOfTheirOwner() throws IOException {
        String name = "t" + TABLES.incrementAndGet();
        server.client().createTable(name, List.of(FamilyOptions.of("f")), List.of());
        return TableName.valueOf(name);
    }

    private static void write(Way way, TableName table, String row, String label, String reader) throws IOException {
        switch (way) {
            case STOCK -> write(stock, table, row, label, reader);
            case ADAPTER -> write(adapter, table, row, label, reader);
            case SLUICE -> writeBySluice(table, row, label, reader);
        }
    }

    private static void write(Connection connection, TableName table, String row, String label, String reader)
            throws IOException {
        Put put = new Put(bytes(row)).addColumn(F, Q, bytes("v"));
        if (!label.isEmpty()) {
            put.setCellVisibility(new CellVisibility(label));
        }
        if (!reader.isEmpty()) {
            put.setACL(reader, new Permission(Permission.Action.READ));
        }
        try (BufferedMutator mutator = connection.getBufferedMutator(table)) {
            mutator.mutate(put);
        }
    }

    private static void writeBySluice(TableName table, String row, String label, String reader) throws IOException {
        io.sluice.Put put = new io.sluice.Put(bytes(row)).addColumn(F, Q, bytes("v"));
        if (!label.isEmpty()) {
            put.setCellVisibility(new io.sluice.CellVisibility(label));
        }
        if (!reader.isEmpty()) {
            put.setACL(reader, new io.sluice.Permission(io.sluice.Permission.Action.READ));
        }
        try (io.sluice.BufferedMutator mutator =
                sluice.getBufferedMutator(io.sluice.TableName.valueOf(table.getNameAsString()))) {
            mutator.mutate(put);
        }
    }

    /** The rows that a reader sees who brings these of their labels. */
    private static List<String> rows(Connection reader, TableName name, String... labels) throws IOException {
        List<String> rows = new ArrayList<>();
        try (Table table = reader.getTable(name);
                var scanner = table.getScanner(new Scan().setAuthorizations(new Authorizations(labels)))) {
            for (Result row : scanner) {
                rows.add(new String(row.getRow(), UTF_8));
            }
        }
        return rows;
    }

    /** Labels and grants reach a region server by ZooKeeper, some time after they were made. */
    @SuppressWarnings("BusyWait")
    private static void eventually(Check check) throws Throwable {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            try {
                check.run();
                return;
            } catch (Exception | AssertionError e) {
                if (System.nanoTime() - deadline > 0) {
                    throw e;
                }
                Thread.sleep(50);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void visibility_ofACell_hidesItFromReadersWithoutTheLabel(Way way) throws Throwable {
        TableName table = newTable();
        write(way, table, "open", NONE, NONE);
        write(way, table, "secret", "secret&public", NONE);
        eventually(() -> assertThat(rows(alice, table, "secret", "public")).containsExactly("open", "secret"));
        assertThat(rows(alice, table, "public")).containsExactly("open");
        eventually(() -> assertThat(rows(bob, table, "secret")).containsExactly("open"));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void visibility_ofALabelThatTheServerDoesNotKnow_isRefused(Way way) throws Throwable {
        TableName table = newTable();
        assertThatThrownBy(() -> write(way, table, "row", "unknown", NONE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Invalid visibility label unknown");
        assertThat(rows(stock, table)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void permission_ofACell_letsItsUserReadThisCell(Way way) throws Throwable {
        TableName table = newTableOfTheirOwner();
        write(way, table, "hers", NONE, "alice");
        write(way, table, "other", NONE, NONE);
        assertThat(rows(stock, table)).containsExactly("hers", "other");
        assertThat(rows(alice, table)).containsExactly("hers");
        assertThat(rows(bob, table)).isEmpty();
    }
}
