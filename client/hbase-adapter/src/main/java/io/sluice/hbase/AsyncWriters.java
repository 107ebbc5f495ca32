package io.sluice.hbase;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * What Sluice adds to an asynchronous connection of HBase's. The connection is a subclass of HBase's own, whose constructor
 * HBase 3 has changed, so there is one for each of HBase 2 and 3; this is what they have in common.
 */
final class AsyncWriters {
    private final WriterConnection connection;
    private final @Nullable TableWriters tableWriters;

    private AsyncWriters(WriterConnection connection, @Nullable TableWriters tableWriters) {
        this.connection = connection;
        this.tableWriters = tableWriters;
    }

    /**
     * To be called before HBase's connection has threads, which a refusal would leave behind. Opens nothing yet.
     *
     * @throws IllegalArgumentException if Sluice cannot write as this user
     */
    static AsyncWriters of(Configuration conf, User user, String clusterId, @Nullable Map<String, byte[]> attributes) {
        WriterConnection connection = new WriterConnection(conf, user, clusterId, attributes);
        return new AsyncWriters(connection, TableWriters.of(conf, connection));
    }

    /** Begins to open Sluice's connection, so that building a mutator, for which the interface has no future, seldom waits. */
    void open() {
        connection.open();
    }

    /** @param pool where the futures of the mutators complete; null for a network thread of Sluice */
    AsyncBufferedMutatorBuilder mutators(TableName table, @Nullable ExecutorService pool) {
        return new SluiceAsyncBufferedMutatorBuilder(connection, Objects.requireNonNull(table, "tableName"), pool);
    }

    /**
     * HBase's builder; of tables whose plain writes go through Sluice, if {@code sluice.hbase.table.writes} is set.
     *
     * @param completions where the futures of writes complete
     */
    <C extends ScanResultConsumerBase> AsyncTableBuilder<C> tables(
            AsyncTableBuilder<C> theirs, TableName table, Executor completions) {
        return tableWriters == null || table.isSystemTable()
                ? theirs
                : WritingAsyncTable.builder(theirs, tableWriters, completions);
    }

    /** Closes the mutators, each within its close timeout, then the connection. */
    void close() {
        connection.close();
    }
}
