package io.sluice.hbase;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * The connection of HBase 2.5 and 2.6, whose buffered mutators are Sluice's. HBase creates it if {@code
 * hbase.client.async.connection.impl} names this class; see also {@link SluiceConnectionFactory}.
 */
public final class SluiceAsyncConnection extends AsyncConnectionImpl {
    private final AsyncWriters writers;

    /**
     * Called by the {@code ConnectionFactory} of HBase 2.5.
     *
     * @throws IllegalArgumentException if Sluice cannot write as this user
     */
    public SluiceAsyncConnection(Configuration conf, ConnectionRegistry registry, String clusterId, User user) {
        this(AsyncWriters.of(conf, user, clusterId, null), conf, registry, clusterId, user);
    }

    /**
     * Called by the {@code ConnectionFactory} of HBase 2.6.
     *
     * @param connectionAttributes for the header of each connection to a server, of both clients; null for none
     * @throws IllegalArgumentException if Sluice cannot write as this user
     */
    public SluiceAsyncConnection(
            Configuration conf,
            ConnectionRegistry registry,
            String clusterId,
            User user,
            @Nullable Map<String, byte[]> connectionAttributes) {
        this(
                AsyncWriters.of(conf, user, clusterId, connectionAttributes),
                conf,
                registry,
                clusterId,
                user,
                connectionAttributes);
    }

    /**
     * The writers are the first parameter, so that HBase, which searches for a matching constructor, does not find
     * these two.
     */
    private SluiceAsyncConnection(
            AsyncWriters writers, Configuration conf, ConnectionRegistry registry, String clusterId, User user) {
        // HBase 2.5 has this constructor, too.
        super(conf, registry, clusterId, user);
        this.writers = writers;
        writers.open();
    }

    private SluiceAsyncConnection(
            AsyncWriters writers,
            Configuration conf,
            ConnectionRegistry registry,
            String clusterId,
            User user,
            @Nullable Map<String, byte[]> connectionAttributes) {
        super(conf, registry, clusterId, user, connectionAttributes);
        this.writers = writers;
        writers.open();
    }

    /** Returns a builder of mutators whose futures complete on a network thread of Sluice. */
    @Override
    public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName tableName) {
        return writers.mutators(tableName, null);
    }

    /** Returns a builder of mutators whose futures complete on the given executor. */
    @Override
    public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName tableName, ExecutorService pool) {
        return writers.mutators(tableName, Objects.requireNonNull(pool, "pool"));
    }

    /**
     * Returns HBase's builder; if {@code sluice.hbase.table.writes} is set, plain writes of its tables go through
     * Sluice.
     */
    @Override
    public AsyncTableBuilder<AdvancedScanResultConsumer> getTableBuilder(TableName tableName) {
        return writers.tables(super.getTableBuilder(tableName), tableName, Runnable::run);
    }

    /** Returns the same for tables whose futures complete on the given executor. */
    @Override
    public AsyncTableBuilder<ScanResultConsumer> getTableBuilder(TableName tableName, ExecutorService pool) {
        return writers.tables(super.getTableBuilder(tableName, pool), tableName, pool);
    }

    /** Closes the mutators, each within its close timeout, then the connections of both clients. */
    @Override
    public void close() {
        writers.close();
        super.close();
    }
}
