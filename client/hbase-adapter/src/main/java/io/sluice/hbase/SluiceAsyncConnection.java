package io.sluice.hbase;

import io.sluice.client.CredentialsProvider;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * HBase's connection, whose buffered mutators are Sluice's. HBase makes it when
 * {@code hbase.client.async.connection.impl} has its name; see also {@link SluiceConnectionFactory}.
 */
public final class SluiceAsyncConnection extends AsyncConnectionImpl {
    private final WriterConnection writers;
    private final @Nullable TableWriters tableWriters;

    /**
     * As HBase's {@code ConnectionFactory} calls it.
     *
     * @throws IllegalArgumentException if Sluice cannot write as this user, or if there are connection attributes
     */
    public SluiceAsyncConnection(
            Configuration conf,
            ConnectionRegistry registry,
            String clusterId,
            User user,
            @Nullable Map<String, byte[]> connectionAttributes) {
        this(WriterIdentity.of(conf, user, clusterId, connectionAttributes), conf, registry, clusterId, user);
    }

    /**
     * With credentials that are there before HBase's connection has threads, which a refusal would leave behind. They are
     * the first parameter, so that HBase, which looks for a constructor that fits, does not take this one.
     */
    private SluiceAsyncConnection(
            CredentialsProvider credentials,
            Configuration conf,
            ConnectionRegistry registry,
            String clusterId,
            User user) {
        super(conf, registry, clusterId, user, null);
        writers = new WriterConnection(conf, credentials);
        // At once, so that building a mutator, for which the interface has no future, seldom waits.
        writers.open();
        tableWriters = TableWriters.of(conf, writers);
    }

    /** A builder of mutators whose futures complete on a network thread of Sluice. */
    @Override
    public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName tableName) {
        return new SluiceAsyncBufferedMutatorBuilder(writers, Objects.requireNonNull(tableName, "tableName"), null);
    }

    /** A builder of mutators whose futures complete on the given executor. */
    @Override
    public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName tableName, ExecutorService pool) {
        return new SluiceAsyncBufferedMutatorBuilder(
                writers, Objects.requireNonNull(tableName, "tableName"), Objects.requireNonNull(pool, "pool"));
    }

    /** HBase's builder; of tables whose plain writes go through Sluice, if {@code sluice.hbase.table.writes} is set. */
    @Override
    public AsyncTableBuilder<AdvancedScanResultConsumer> getTableBuilder(TableName tableName) {
        return writing(super.getTableBuilder(tableName), tableName, Runnable::run);
    }

    /** The same, of tables whose futures complete on the given executor. */
    @Override
    public AsyncTableBuilder<ScanResultConsumer> getTableBuilder(TableName tableName, ExecutorService pool) {
        return writing(super.getTableBuilder(tableName, pool), tableName, pool);
    }

    private <C extends ScanResultConsumerBase> AsyncTableBuilder<C> writing(
            AsyncTableBuilder<C> theirs, TableName tableName, Executor completions) {
        return tableWriters == null || tableName.isSystemTable()
                ? theirs
                : WritingAsyncTable.builder(theirs, tableWriters, completions);
    }

    /** Closes the mutators, each within its close timeout, then the connections of both clients. */
    @Override
    public void close() {
        writers.close();
        super.close();
    }
}
