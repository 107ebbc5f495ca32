package io.sluice.embedded.child;

import io.sluice.embedded.internal.Tokens;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Commands for whole tables. */
final class TableCommands {
    private static final long POLL_MILLIS = 50;

    private final Cluster cluster;

    TableCommands(Cluster cluster) {
        this.cluster = cluster;
    }

    void addTo(Map<String, Command> commands) {
        commands.put("createTable", (arguments, data) -> create(arguments));
        commands.put("families", this::families);
        commands.put("addFamily", (arguments, data) -> addFamily(arguments));
        commands.put("tableExists", (arguments, data) -> {
            try (Admin admin = cluster.admin()) {
                return List.of(Tokens.of(admin.tableExists(table(arguments)) ? 1 : 0));
            }
        });
        add(commands, "disableTable", Admin::disableTable);
        add(commands, "enableTable", Admin::enableTable);
        add(commands, "flushTable", Admin::flush);
        add(commands, "deleteTable", (admin, table) -> {
            if (admin.isTableEnabled(table)) {
                admin.disableTable(table);
            }
            admin.deleteTable(table);
        });
        add(commands, "truncateTable", (admin, table) -> {
            if (admin.isTableEnabled(table)) {
                admin.disableTable(table);
            }
            admin.truncateTable(table, /* preserveSplits= */ true);
        });
        add(commands, "majorCompact", TableCommands::majorCompact);
    }

    private void add(Map<String, Command> commands, String name, TableAction action) {
        commands.put(name, (arguments, data) -> {
            try (Admin admin = cluster.admin()) {
                action.run(admin, table(arguments));
            }
            return List.of();
        });
    }

    private List<String> create(Arguments arguments) throws IOException {
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(table(arguments));
        for (int left = arguments.count(); left > 0; left--) {
            table.setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(arguments.text()))
                    .setMaxVersions(arguments.count())
                    .build());
        }
        List<byte[]> splits = new ArrayList<>();
        while (arguments.hasMore()) {
            splits.add(arguments.bytes());
        }
        try (Admin admin = cluster.admin()) {
            if (splits.isEmpty()) {
                admin.createTable(table.build());
            } else {
                admin.createTable(table.build(), splits.toArray(new byte[0][]));
            }
        }
        return List.of();
    }

    private List<String> addFamily(Arguments arguments) throws IOException {
        TableName table = table(arguments);
        try (Admin admin = cluster.admin()) {
            admin.addColumnFamily(table, ColumnFamilyDescriptorBuilder.of(arguments.text()));
        }
        return List.of();
    }

    private List<String> families(Arguments arguments, Command.Data data) throws IOException {
        try (Admin admin = cluster.admin()) {
            for (ColumnFamilyDescriptor family :
                    admin.getDescriptor(table(arguments)).getColumnFamilies()) {
                data.line(List.of(Tokens.of(family.getName()), Tokens.of(family.getMaxVersions())));
            }
        }
        return List.of();
    }

    private static void majorCompact(Admin admin, TableName table) throws IOException, InterruptedException {
        long before = admin.getLastMajorCompactionTimestamp(table);
        admin.majorCompact(table);
        while (admin.getLastMajorCompactionTimestamp(table) == before
                || admin.getCompactionState(table) != CompactionState.NONE) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    static TableName table(Arguments arguments) {
        return TableName.valueOf(arguments.text());
    }

    @FunctionalInterface
    private interface TableAction {
        void run(Admin admin, TableName table) throws IOException, InterruptedException;
    }
}
