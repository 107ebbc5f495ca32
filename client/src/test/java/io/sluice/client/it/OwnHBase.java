package io.sluice.client.it;

import io.sluice.Configuration;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.ScanOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A server with settings of its own, for the tests of one class, and a connection to it. */
final class OwnHBase implements AutoCloseable {
    private final EmbeddedHBase server;
    private final AsyncConnection connection;
    private final AtomicInteger tables = new AtomicInteger();

    OwnHBase(EmbeddedOptions options) throws Exception {
        server = EmbeddedHBase.start(options.withFastStart());
        connection = Session.get(AsyncConnections.builder()
                .configuration(new Configuration())
                .registry(Registry.zooKeeper("localhost:" + server.zooKeeperPort(), server.znodeParent()))
                .build());
    }

    AsyncConnection connection() {
        return connection;
    }

    /** A new table with the family {@code f}. */
    TableName table(List<byte[]> splits) throws IOException {
        TableName table = TableName.valueOf("t" + tables.incrementAndGet());
        server.client().createTable(table.getNameAsString(), List.of(FamilyOptions.of("f")), splits);
        return table;
    }

    /** The rows that a reader sees. */
    List<String> rows(TableName table) throws IOException {
        List<String> rows = new ArrayList<>();
        server.client()
                .scan(
                        table.getNameAsString(),
                        ScanOptions.newest(),
                        cell -> rows.add(CellText.of(cell).row()));
        return rows;
    }

    /** What a reader sees. */
    List<CellText> cells(TableName table) throws IOException {
        List<CellText> cells = new ArrayList<>();
        server.client().scan(table.getNameAsString(), ScanOptions.newest(), cell -> cells.add(CellText.of(cell)));
        return cells;
    }

    @Override
    public void close() {
        connection.close();
        server.close();
    }
}
