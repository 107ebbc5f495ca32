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
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server with settings of its own, for the tests of one class, and a connection to it, which must leave nothing behind. */
@SuppressWarnings("NullAway.Init") // BeforeAll sets the fields before a test sees them.
final class OwnHBase implements BeforeAllCallback, AfterAllCallback {
    private final EmbeddedOptions options;
    private final AtomicInteger tables = new AtomicInteger();
    private EmbeddedHBase server;
    private AsyncConnection connection;

    OwnHBase(EmbeddedOptions options) {
        this.options = options.withFastStart();
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        server = EmbeddedHBase.start(options);
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
    public void afterAll(ExtensionContext context) {
        connection.close();
        server.close();
        Session.assertNoThreads();
    }
}
