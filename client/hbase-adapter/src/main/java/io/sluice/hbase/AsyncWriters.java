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
 * The part of an asynchronous HBase connection that Sluice adds. The connection is a subclass of HBase's own, whose
 * constructor has changed in HBase 3. So there are two subclasses, for HBase 2 and 3, which share this class.
 */
final class AsyncWriters {
    private final WriterConnection connection;
    private final @Nullable TableWriters tableWriters;

    private AsyncWriters(WriterConnection connection, @Nullable TableWriters tableWriters) {
        this.connection = connection;
        this.tableWriters = tableWriters;
    }

    /**
     * Call this before HBase's connection has started threads, which an exception from here would leak. Opens nothing
     * yet.
     *
     * @throws IllegalArgumentException if Sluice cannot write as this user
     */
    static AsyncWriters of(Configuration conf, User user, String clusterId, @Nullable Map<String, byte[]> attributes) {
        WriterConnection connection = new WriterConnection(conf, user, clusterId, attributes);
        return new AsyncWriters(connection, TableWriters.of(conf, connection));
    }

    /** Begins to open Sluice's connection, so that building a mutator, which cannot return a future, seldom waits. */
    void open() {
        connection.open();
    }

    /** @param pool executor that completes the futures of the mutators; null for a network thread of Sluice */
    AsyncBufferedMutatorBuilder mutators(TableName table, @Nullable ExecutorService pool) {
        return new SluiceAsyncBufferedMutatorBuilder(connection, Objects.requireNonNull(table, "tableName"), pool);
    }

    /**
     * Returns HBase's builder; if {@code sluice.hbase.table.writes} is set, plain writes of its tables go through
     * Sluice.
     *
     * @param completions executor that completes the futures of writes
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
