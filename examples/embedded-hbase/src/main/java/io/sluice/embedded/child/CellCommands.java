package io.sluice.embedded.child;

import io.sluice.embedded.RowCount;
import io.sluice.embedded.internal.Tokens;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Commands that read and write cells. */
final class CellCommands {
    /** Rows requested at once; if rows are large, HBase ends an answer earlier, at 2 MiB. */
    private static final int ROWS_PER_CALL = 10_000;

    private final Cluster cluster;

    CellCommands(Cluster cluster) {
        this.cluster = cluster;
    }

    void addTo(Map<String, Command> commands) {
        commands.put("put", (arguments, data) -> put(arguments));
        commands.put("get", this::get);
        commands.put("scan", this::scan);
        commands.put("countRows", (arguments, data) -> count(arguments));
    }

    private List<String> put(Arguments arguments) throws IOException {
        TableName name = TableCommands.table(arguments);
        Put put = new Put(arguments.bytes());
        byte[] family = arguments.bytes();
        byte[] qualifier = arguments.bytes();
        put.addColumn(family, qualifier, arguments.number(), arguments.bytes());
        try (Table table = cluster.connection().getTable(name)) {
            table.put(put);
        }
        return List.of();
    }

    private List<String> scan(Arguments arguments, Command.Data data) throws IOException {
        TableName name = TableCommands.table(arguments);
        Scan scan = scan(arguments);
        try (Table table = cluster.connection().getTable(name);
                ResultScanner results = table.getScanner(scan)) {
            for (Result result : results) {
                send(result, data);
            }
        }
        return List.of();
    }

    private List<String> get(Arguments arguments, Command.Data data) throws IOException {
        TableName name = TableCommands.table(arguments);
        try (Table table = cluster.connection().getTable(name)) {
            send(table.get(new Get(arguments.bytes())), data);
        }
        return List.of();
    }

    private static void send(Result result, Command.Data data) throws IOException {
        for (Cell cell : result.isEmpty() ? new Cell[0] : result.rawCells()) {
            data.line(List.of(
                    Tokens.of(CellUtil.cloneRow(cell)),
                    Tokens.of(CellUtil.cloneFamily(cell)),
                    Tokens.of(CellUtil.cloneQualifier(cell)),
                    Tokens.of(cell.getTimestamp()),
                    Tokens.of(cell.getType().getCode()),
                    Tokens.of(CellUtil.cloneValue(cell))));
        }
    }

    private List<String> count(Arguments arguments) throws IOException, InterruptedException {
        TableName name = TableCommands.table(arguments);
        RowCount count = new RowCounter(cluster.connection(), name).count(scan(arguments));
        return List.of(Tokens.of(count.rows()), Tokens.of(count.cells()), Tokens.of(count.checksum()));
    }

    private static Scan scan(Arguments arguments) throws IOException {
        Scan scan = new Scan().setCaching(ROWS_PER_CALL).setCacheBlocks(false);
        scan.setRaw(arguments.number() == 1);
        scan.readVersions(arguments.count());
        scan.setTimeRange(arguments.number(), arguments.number());
        while (arguments.hasMore()) {
            scan.addFamily(Bytes.toBytes(arguments.text()));
        }
        return scan;
    }
}
