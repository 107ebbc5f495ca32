package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.ScanOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes to a server with security of its own, which {@link Session} does not know.
 *
 * @param server the server
 */
record SecureWrites(EmbeddedHBase server) {
    /** HBase's key of how long a write may take. */
    static final String TIMEOUT = "hbase.client.operation.timeout";

    /** Of a write that sets nothing else; a test fails by it. What is refused is refused long before. */
    private static final Duration LIMIT = Session.LIMIT.dividedBy(2);

    private static final AtomicInteger ROWS = new AtomicInteger();

    TableName table(String name) throws IOException {
        server.client().createTable(name, List.of(new FamilyOptions("f", 1)), List.of());
        return TableName.valueOf(name);
    }

    AsyncConnections.Builder builder(Configuration conf) {
        return AsyncConnections.builder()
                .configuration(conf)
                .registry(Registry.zooKeeper("localhost:" + server.zooKeeperPort(), server.znodeParent()));
    }

    /** Opens a connection, writes one row, and closes it. */
    void write(TableName table, Configuration conf) throws Exception {
        write(table, conf, builder -> {});
    }

    /** Opens a connection, writes one row, and closes it. Fails if that row cannot be read back. */
    void write(TableName table, Configuration conf, Consumer<AsyncConnections.Builder> options) throws Exception {
        String row = "row-" + ROWS.incrementAndGet();
        assertThat(failure(table, conf, options, row)).isNull();
        assertThat(rows(table)).contains(row);
    }

    /** Why a row could not be written by a connection of its own. */
    Throwable failure(TableName table, Configuration conf, Consumer<AsyncConnections.Builder> options)
            throws Exception {
        String row = "row-" + ROWS.incrementAndGet();
        Throwable failure = failure(table, conf, options, row);
        assertThat(rows(table)).doesNotContain(row);
        return Objects.requireNonNull(failure, "failure of the write");
    }

    private @Nullable Throwable failure(
            TableName table, Configuration conf, Consumer<AsyncConnections.Builder> options, String row)
            throws Exception {
        AsyncConnections.Builder builder = builder(conf);
        options.accept(builder);
        AsyncConnection connection;
        try {
            connection = Session.get(builder.build());
        } catch (ExecutionException e) {
            return e.getCause();
        }
        try (connection;
                AsyncBufferedMutator mutator = connection
                        .getBufferedMutatorBuilder(table)
                        .setOperationTimeout(conf.getLong(TIMEOUT, LIMIT.toMillis()), TimeUnit.MILLISECONDS)
                        .build()) {
            CompletableFuture<Void> future = mutator.mutate(put(row));
            mutator.flush();
            Session.get(future);
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    static Put put(String row) throws IOException {
        return new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), bytes("v"));
    }

    List<String> rows(TableName table) throws IOException {
        List<String> rows = new ArrayList<>();
        server.client()
                .scan(table.getNameAsString(), ScanOptions.newest(), cell -> rows.add(CellText.text(cell.row())));
        return rows;
    }

    /** Port of the one region server. */
    int regionServerPort() throws IOException {
        return Integer.parseInt(server.client().servers().get(0).split(",")[1]);
    }
}
